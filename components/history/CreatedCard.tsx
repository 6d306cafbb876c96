import { useEffect, useRef, useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import { expiryText } from '../../lib/i18n/dates.ts';
import { CopiedNote } from '../ui/CopiedNote.tsx';
import type { CreatedLink } from '../popup/use-shortening.ts';

interface CreatedCardProps extends CreatedLink {
  copy(shortLink: string): Promise<boolean>;
  dismiss(): void;
}

/** The short link that was just created, selected. */
export const CreatedCard = ({
  shortLink,
  expiresAt,
  copied: copiedAtOnce,
  copy,
  dismiss,
}: CreatedCardProps) => {
  const [copied, setCopied] = useState(copiedAtOnce);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  return (
    <section class="created notice" aria-labelledby="created-label">
      <label id="created-label" for="created">
        {text('historyCreated')}
      </label>
      <div class="line">
        <input
          id="created"
          ref={field}
          dir="ltr"
          readOnly
          autocomplete="off"
          value={shortLink}
          aria-describedby="created-note"
        />
        <button type="button" onClick={() => void copy(shortLink).then(setCopied)}>
          {text('copy')}
        </button>
        <button type="button" class="quiet" onClick={dismiss}>
          {text('dismiss')}
        </button>
      </div>
      <p id="created-note" class="note" role="status">
        {expiresAt !== undefined && expiryText(expiresAt)} <CopiedNote copied={copied} />
      </p>
    </section>
  );
};
