import { useEffect, useState } from 'preact/hooks';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { failureSentence } from '../../lib/i18n/failure-sentence.ts';
import type { Attempt } from '../../lib/history/contract.ts';
import { CopiedMark } from '../CopiedMark.tsx';

interface EarlierProps {
  attempt: Attempt;
  copy(shortLink: string): Promise<boolean>;
  dismiss(): void;
}

const headlines: Record<Attempt['state'], TextKey> = {
  sending: 'earlierSending',
  made: 'earlierMade',
  failed: 'earlierFailed',
  unknown: 'earlierUnknown',
};

/** Whether the clipboard holds it, and what assistive technology is told: what became of the link, and whether it was copied. */
const useTelling = ({ attempt: { state, failure, shortLink }, copy }: EarlierProps) => {
  const [copied, setCopied] = useState<boolean | null>(null);
  const [announced, setAnnounced] = useState('');
  const problem = failure ? failureSentence(failure, text, 'popup') : '';
  useEffect(() => setAnnounced(`${text(headlines[state])} ${problem}`), [state]);
  const copyNow = async (): Promise<void> => {
    // Or the same words would not be said again.
    setAnnounced('');
    const done = await copy(shortLink ?? '');
    setCopied(done);
    setAnnounced(text(done ? 'copied' : 'notCopied'));
  };
  return { copied, announced, problem, copyNow };
};

/** What became of a link whose popup was closed before its outcome arrived. */
export const Earlier = (props: EarlierProps) => {
  const { attempt, dismiss } = props;
  const { copied, announced, problem, copyNow } = useTelling(props);
  const { shortLink } = attempt;
  return (
    <section class="notice">
      <p role="status" class="unseen">
        {announced}
      </p>
      <p>
        <strong>{text(headlines[attempt.state])}</strong>{' '}
        <span class="cut">{text('earlierOf', attempt.link)}</span>
      </p>
      {problem && <p>{problem}</p>}
      {shortLink !== undefined && (
        <p class="cut">
          {shortLink} <CopiedMark copied={copied} />
        </p>
      )}
      {attempt.state !== 'sending' && (
        <div class="buttons">
          {shortLink !== undefined && (
            <button type="button" onClick={() => void copyNow()}>
              {text('copy')}
            </button>
          )}
          <button type="button" onClick={dismiss}>
            {text('dismiss')}
          </button>
        </div>
      )}
    </section>
  );
};
