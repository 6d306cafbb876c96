import { useEffect, useRef, useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import { endInWords } from '../moment.ts';
import { CopiedMark } from '../CopiedMark.tsx';
import type { Made } from '../popup/use-shortening.ts';

interface MadeCardProps extends Made {
  copy(shortLink: string): Promise<boolean>;
  dismiss(): void;
}

/** The short link that was just made, selected. */
export const MadeCard = ({ shortLink, end, copied: copiedAtOnce, copy, dismiss }: MadeCardProps) => {
  const [copied, setCopied] = useState(copiedAtOnce);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  return (
    <section class="made" aria-labelledby="made-label">
      <label id="made-label" for="made">
        {text('historyMade')}
      </label>
      <div class="line">
        <input
          id="made"
          ref={field}
          dir="ltr"
          readOnly
          autocomplete="off"
          value={shortLink}
          aria-describedby="made-note"
        />
        <button type="button" onClick={() => void copy(shortLink).then(setCopied)}>
          {text('copy')}
        </button>
        <button type="button" class="quiet" onClick={dismiss}>
          {text('dismiss')}
        </button>
      </div>
      <p id="made-note" class="note" role="status">
        {end !== undefined && endInWords(end)} <CopiedMark copied={copied} />
      </p>
    </section>
  );
};
