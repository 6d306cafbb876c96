import { useEffect } from 'preact/hooks';
import type { Attempt } from '../../lib/history/types.ts';
import { isOfConnection, linkFailureSentence, remedy } from '../../lib/i18n/failure-sentence.ts';
import { formatList, text, type TextKey } from '../../lib/i18n/texts.ts';
import { readableAddress } from '../../lib/url/readable.ts';
import { CopiedNote, useCopy } from '../ui/CopyButton.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Lines } from '../ui/Lines.tsx';
import { Problem } from '../ui/Problem.tsx';
import { Result } from '../ui/Result.tsx';
import { Extras } from './Extras.tsx';
import { ActiveLinks } from './Recent.tsx';

interface TrackingBoxProps {
  /** Names of the tracking parameters that are in the address, or were removed from it. */
  names: readonly string[];
  isRemoved: boolean;
  toggle(): void;
}

const isUtm = (name: string): boolean => name.startsWith('utm_');

/** The names as a list in which `utm_*` stands for several `utm_` names. */
const shortList = (names: readonly string[]): string => {
  const others = names.filter((name) => !isUtm(name));
  const utm = names.filter(isUtm);
  return formatList([...(utm.length > 1 ? ['utm_*'] : utm), ...others]);
};

/** The checkbox that removes the tracking parameters from the address and restores them. Always one line. */
const TrackingBox = ({ names, isRemoved, toggle }: TrackingBoxProps) => (
  <label class="tracking" title={formatList(names)}>
    <input type="checkbox" checked={isRemoved} onChange={toggle} />
    <span class="cut">{text('trackingRemove', shortList(names))}</span>
  </label>
);

interface EarlierNoticeProps {
  attempt: Attempt;
  copy(shortLink: string): Promise<boolean>;
  dismiss(): void;
}

const headlines: Record<Attempt['state'], TextKey> = {
  sending: 'earlierSending',
  created: 'earlierCreated',
  failed: 'earlierFailed',
  unknown: 'earlierUnknown',
};

/** The outcome of a request whose popup was closed before the outcome arrived. */
const EarlierNotice = ({ attempt, copy, dismiss }: EarlierNoticeProps) => {
  const { state, failure, link, shortLink } = attempt;
  const { copied, announced, announce, copyNow } = useCopy(() => copy(shortLink ?? ''));
  const problem = failure ? linkFailureSentence(failure, text) : '';
  useEffect(() => announce(`${text(headlines[state])} ${problem}`), [state]);
  return (
    <section class="notice earlier">
      <Icon name="history" />
      <div class="grow">
        <p>
          <strong>{text(headlines[state])}</strong>
          <span class="meta cut" title={link}>
            {text('earlierOf', URL.parse(link)?.host ?? link)}
          </span>
        </p>
        {problem && (
          <p>
            <Lines text={problem} />
          </p>
        )}
        {shortLink !== undefined && (
          <p class="cut">
            <bdi dir="ltr">{shortLink}</bdi> <CopiedNote copied={copied} />
          </p>
        )}
        {state !== 'sending' && (
          <div class="buttons">
            {shortLink !== undefined && (
              <button class="small" type="button" onClick={copyNow}>
                {text('copy')}
              </button>
            )}
            <button class="small" type="button" onClick={dismiss}>
              {text('dismiss')}
            </button>
          </div>
        )}
        <p role="status" class="unseen">
          {announced}
        </p>
      </div>
    </section>
  );
};

/** Components and functions that the popup needs only after its form has appeared. They are one chunk, loaded after the first paint. */
export const lazyParts = {
  ActiveLinks,
  EarlierNotice,
  Extras,
  Result,
  Problem,
  TrackingBox,
  isOfConnection,
  remedy,
  readableAddress,
};

export type LazyParts = typeof lazyParts;
