import { useEffect } from 'preact/hooks';
import type { Attempt } from '../../lib/history/types.ts';
import { failureSentence } from '../../lib/i18n/failure-sentence.ts';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { withoutScheme } from '../../lib/url/readable.ts';
import { announce } from '../ui/announce.tsx';
import { CopyButton, useCopy } from '../ui/CopyButton.tsx';
import { copyLinks } from '../ui/copying.ts';
import { Icon, IconButton } from '../ui/Icon.tsx';

const headlines: Record<Attempt['state'], TextKey> = {
  sending: 'earlierSending',
  created: 'earlierCreated',
  failed: 'earlierFailed',
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
      <div class="head">
        <Icon name={state === 'created' ? 'check' : 'history'} />
        <strong class="grow">{headline}</strong>
        {state !== 'sending' && <IconButton icon="close" name={text('dismiss')} press={dismiss} />}
      </div>
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
