import { useEffect } from 'preact/hooks';
import { readTracking } from '../../lib/browser/tracking.ts';
import type { Attempt } from '../../lib/history/types.ts';
import { copiedContent } from '../../lib/i18n/copied-link.ts';
import { failureSentence } from '../../lib/i18n/failure-sentence.ts';
import { formatList, text, type TextKey } from '../../lib/i18n/texts.ts';
import { actionsAfter } from '../../lib/outcome/actions.ts';
import { readableAddress, withoutScheme } from '../../lib/url/readable.ts';
import { CopyButton, useCopy } from '../ui/CopyButton.tsx';
import { Icon, IconButton } from '../ui/Icon.tsx';
import { CheckHistory, Problem } from '../ui/Problem.tsx';
import { UndoneNotice } from '../ui/UndoneNotice.tsx';
import { announce } from '../ui/announce.tsx';
import { copyLinks } from '../ui/copying.ts';
import { ConnectionChip } from './ConnectionChip.tsx';
import { Extras } from './Extras.tsx';
import { OptionFields } from './OptionFields.tsx';
import { ActiveLinks } from './Recent.tsx';
import { Result } from './Result.tsx';
import { ResultInTab } from './ResultInTab.tsx';
import type { useTracking } from './use-address.ts';

const isUtm = (name: string): boolean => name.startsWith('utm_');

/** The names as a list in which `utm_*` stands for several `utm_` names. */
const shortList = (names: readonly string[]): string => {
  const others = names.filter((name) => !isUtm(name));
  const utm = names.filter(isUtm);
  return formatList([...(utm.length > 1 ? ['utm_*'] : utm), ...others]);
};

/** The button that removes the tracking parameters from the address, and afterwards restores them. Always one line. */
export const TrackingButton = ({ tracking }: { tracking: ReturnType<typeof useTracking> }) => (
  <button class="quiet small" type="button" title={formatList(tracking.names)} onClick={tracking.toggle}>
    <span class="cut">
      {text(tracking.isRemoved ? 'trackingRestore' : 'trackingRemove', shortList(tracking.names))}
    </span>
  </button>
);

/** Beside the expiry times, of which the organization allows only some. It imports less than the mark of the settings. */
const SetByOrganization = () => (
  <p id="expires-note" class="note locked">
    <Icon name="lock" small />
    {text('policySet')}
  </p>
);

const headlines: Record<Attempt['state'], TextKey> = {
  sending: 'earlierSending',
  created: 'earlierCreated',
  failed: 'earlierFailed',
  refused: 'earlierFailed',
  unknown: 'earlierUnknown',
};

interface EarlierNoticeProps {
  attempt: Attempt;
  isPrivate: boolean;
  dismiss(): void;
}

/** The outcome of a request whose popup was closed before the outcome arrived. */
export const EarlierNotice = ({ attempt, isPrivate, dismiss }: EarlierNoticeProps) => {
  const { state, failure, link, shortLink = '' } = attempt;
  const { copied, copyNow } = useCopy(() => copyLinks([{ ...attempt, shortLink }]));
  const problem = failure ? failureSentence(failure, isPrivate ? 'private' : 'outcome') : '';
  const address = text('earlierOf', URL.parse(link)?.host ?? link);
  const headline = text(headlines[state]);
  useEffect(() => {
    announce(`${headline} ${problem}`);
    return () => announce('');
  }, [state]);
  return (
    <section class={`links earlier ${state}`}>
      <div class="head line">
        <Icon name={state === 'created' ? 'check' : 'history'} />
        <span class="grow say">{headline}</span>
        {state !== 'sending' && <IconButton icon="close" name={text('dismiss')} press={dismiss} />}
      </div>
      <div class="why line">
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

/** What the popup needs only after its form has appeared. It is one file, so that the first paint does not wait for it. */
export const parts = {
  ActiveLinks,
  CheckHistory,
  ConnectionChip,
  EarlierNotice,
  Extras,
  OptionFields,
  Problem,
  Result,
  ResultInTab,
  SetByOrganization,
  TrackingButton,
  UndoneNotice,
  actionsAfter,
  copiedContent,
  readTracking,
  readableAddress,
};
