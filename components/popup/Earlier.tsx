import { useState } from 'preact/hooks';
import { text, type TextKey } from '../../lib/browser/texts.ts';
import { sentence } from '../../lib/failures/sentence.ts';
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

/** What became of a link whose popup was closed before its outcome arrived. */
export const Earlier = ({ attempt, copy, dismiss }: EarlierProps) => {
  const [copied, setCopied] = useState<boolean | null>(null);
  const { shortLink, failure } = attempt;
  return (
    <section class="notice" role="status">
      <p>
        <strong>{text(headlines[attempt.state])}</strong>{' '}
        <span class="cut">{text('earlierOf', attempt.link)}</span>
      </p>
      {failure && <p>{sentence(failure, text, 'popup')}</p>}
      {shortLink !== undefined && (
        <p class="cut">
          {shortLink} <CopiedMark copied={copied} />
        </p>
      )}
      {attempt.state !== 'sending' && (
        <div class="buttons">
          {shortLink !== undefined && (
            <button type="button" onClick={() => void copy(shortLink).then(setCopied)}>
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
