import { useEffect } from 'preact/hooks';
import type { CopyFormat, Format } from '../../lib/formats/names.ts';
import type { Attempt } from '../../lib/history/types.ts';
import { failureSentence, isOfConnection, mayExist, remedy } from '../../lib/i18n/failure-sentence.ts';
import { copiedContent } from '../../lib/i18n/copied-link.ts';
import { formatList, text, type TextKey } from '../../lib/i18n/texts.ts';
import { readableAddress, withoutScheme } from '../../lib/url/readable.ts';
import { CopyButton, useCopy } from '../ui/CopyButton.tsx';
import { Icon, IconButton } from '../ui/Icon.tsx';
import { createCopier, type LinkCopier } from '../ui/link-copier.ts';
import { CheckHistory, Problem } from '../ui/Problem.tsx';
import { UndoneNotice } from '../ui/UndoneNotice.tsx';
import { ConnectionChip } from './ConnectionChip.tsx';
import { Extras, type ExtrasProps } from './Extras.tsx';
import { OptionFields, readOptions } from './OptionFields.tsx';
import { PopupResult } from './PopupResult.tsx';
import type { PopupActions } from './popup-actions.ts';
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

interface EarlierNoticeProps extends Pick<LinkCopier, 'copy'> {
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
const EarlierNotice = ({ attempt, isPrivate, copy, dismiss }: EarlierNoticeProps) => {
  const { state, failure, link, shortLink = '' } = attempt;
  const { copied, announced, announce, copyNow } = useCopy(() => copy([{ ...attempt, shortLink }]));
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

interface PopupCopierOptions extends CopyFormat, Pick<ExtrasProps, 'page'> {
  setFormat(format: Format): void;
  actions: PopupActions;
}

const popupCopier = ({ setFormat, page, actions, ...copyFormat }: PopupCopierOptions): LinkCopier =>
  createCopier(copyFormat, {
    ...actions,
    chooseFormat(format) {
      setFormat(format);
      // Nothing of a private window is stored.
      return page.private ? undefined : actions.rememberFormat(format);
    },
  });

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
  copiedContent,
  popupCopier,
  isOfConnection,
  mayExist,
  remedy,
  readOptions,
  readableAddress,
};

export type LazyParts = typeof lazyParts;
