import { useEffect } from 'preact/hooks';
import type { Attempt } from '../../lib/history/types.ts';
import { failureSentence, isOfConnection, mayExist, remedy } from '../../lib/i18n/failure-sentence.ts';
import { formatList, text, type TextKey } from '../../lib/i18n/texts.ts';
import { readableAddress, withoutScheme } from '../../lib/url/readable.ts';
import { CopyButton, useCopy } from '../ui/CopyButton.tsx';
import { Icon, IconButton } from '../ui/Icon.tsx';
import { copyLinks } from '../ui/copying.ts';
import { CheckHistory, Problem } from '../ui/Problem.tsx';
import { UndoneNotice } from '../ui/UndoneNotice.tsx';
import { ConnectionChip } from './ConnectionChip.tsx';
import { Extras } from './Extras.tsx';
import { OptionFields, readOptions } from './OptionFields.tsx';
import { PopupResult } from './PopupResult.tsx';
import { ActiveLinks } from './Recent.tsx';

interface TrackingButtonProps {
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

/** The button that removes the tracking parameters from the address, and afterwards restores them. Always one line. */
const TrackingButton = ({ names, isRemoved, toggle }: TrackingButtonProps) => (
  <button class="quiet tracking" type="button" title={formatList(names)} onClick={toggle}>
    <span class="cut">{text(isRemoved ? 'trackingRestore' : 'trackingRemove', shortList(names))}</span>
  </button>
);

interface EarlierNoticeProps {
  attempt: Attempt;
  isPrivate: boolean;
  dismiss(): void;
}

const headlines: Record<Attempt['state'], TextKey> = {
  sending: 'earlierSending',
  created: 'earlierCreated',
  failed: 'earlierFailed',
  unknown: 'earlierUnknown',
};

/** The outcome of a request whose popup was closed before the outcome arrived. */
const EarlierNotice = ({ attempt, isPrivate, dismiss }: EarlierNoticeProps) => {
  const { state, failure, link, shortLink = '' } = attempt;
  const { copied, announced, announce, copyNow } = useCopy(() => copyLinks([{ ...attempt, shortLink }]));
  const problem = failure ? failureSentence(failure, isPrivate ? 'private' : 'outcome') : '';
  const address = text('earlierOf', URL.parse(link)?.host ?? link);
  const headline = text(headlines[state]);
  useEffect(() => announce(`${headline} ${problem}`), [state]);
  return (
    <section class={`links earlier ${state}`}>
      <div class="head">
        <Icon name={state === 'created' ? 'check' : 'history'} />
        <strong class="grow">{headline}</strong>
        {state !== 'sending' && <IconButton icon="close" name={text('dismiss')} press={dismiss} />}
      </div>
      <p role="status" class="unseen">
        {announced}
      </p>
      <div class="why">
        <p class="grow">
          <bdi class="cut" dir="ltr">
            {withoutScheme(shortLink)}
          </bdi>
          <span class="meta">{address}</span>
          {problem && `\n${problem}`}
        </p>
        {shortLink && <CopyButton kind="small" copied={copied} copy={copyNow} />}
      </div>
    </section>
  );
};

/** Components and functions that the popup needs only after its form has appeared. They are one chunk, loaded after the first paint. */
export const lazyParts = {
  ActiveLinks,
  CheckHistory,
  ConnectionChip,
  EarlierNotice,
  Extras,
  OptionFields,
  Problem,
  Result: PopupResult,
  TrackingButton,
  UndoneNotice,
  isOfConnection,
  mayExist,
  remedy,
  readOptions,
  readableAddress,
};

export type LazyParts = typeof lazyParts;
