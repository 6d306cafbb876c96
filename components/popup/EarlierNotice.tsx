import { useEffect, useState } from 'preact/hooks';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { linkFailureSentence } from '../../lib/i18n/failure-sentence.ts';
import type { Attempt } from '../../lib/history/contract.ts';
import { CopiedNote } from '../ui/CopiedNote.tsx';

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

/** Whether the clipboard contains the link, and the announcement for assistive technology: the outcome, and the copying. */
const useAnnouncements = ({ attempt: { state, failure, shortLink }, copy }: EarlierNoticeProps) => {
  const [copied, setCopied] = useState<boolean | null>(null);
  const [announced, setAnnounced] = useState('');
  const problem = failure ? linkFailureSentence(failure, text) : '';
  useEffect(() => setAnnounced(`${text(headlines[state])} ${problem}`), [state]);
  const copyNow = async (): Promise<void> => {
    // A screen reader does not announce the same text twice.
    setAnnounced('');
    const done = await copy(shortLink ?? '');
    setCopied(done);
    setAnnounced(text(done ? 'copied' : 'notCopied'));
  };
  return { copied, announced, problem, copyNow };
};

/** The outcome of a request whose popup was closed before the outcome arrived. */
export const EarlierNotice = (props: EarlierNoticeProps) => {
  const { attempt, dismiss } = props;
  const { copied, announced, problem, copyNow } = useAnnouncements(props);
  const { shortLink } = attempt;
  return (
    <section class="notice earlier">
      <p>
        <strong>{text(headlines[attempt.state])}</strong>
        <span class="meta cut">{text('earlierOf', attempt.link)}</span>
      </p>
      {problem && <p>{problem}</p>}
      {shortLink !== undefined && (
        <p class="cut">
          <bdi dir="ltr">{shortLink}</bdi> <CopiedNote copied={copied} />
        </p>
      )}
      {attempt.state !== 'sending' && (
        <div class="buttons">
          {shortLink !== undefined && (
            <button class="small" type="button" onClick={() => void copyNow()}>
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
    </section>
  );
};
