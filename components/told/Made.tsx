import { useEffect, useRef, useState } from 'preact/hooks';
import { formatList, text } from '../../lib/i18n/texts.ts';
import type { Told } from '../../lib/delivery/contract.ts';
import { madeInWords } from '../again.ts';
import { endInWords } from '../moment.ts';
import { warningInWords } from '../warning.ts';

interface MadeProps {
  told: Told;
  made: Told['outcome'] & { ok: true };
  copied: boolean | null;
  copy(shortLink: string): Promise<boolean>;
  another: (() => void) | null;
}

const About = ({ end, madeAt, warning, removed }: MadeProps['made'] & Pick<Told, 'warning' | 'removed'>) => (
  <div id="end">
    <p class="note">
      {madeAt !== undefined && `${madeInWords(madeAt)}; `}
      {endInWords(end)}
    </p>
    {removed.length > 0 && <p class="note">{text('careRemoved', formatList(removed))}</p>}
    {warning && <p class="note">{warningInWords(warning)}</p>}
  </div>
);

/** Whether the clipboard holds it, as far as anybody tried. */
const useCopied = ({ made, copied: atOnce, copy }: MadeProps) => {
  const [copied, setCopied] = useState(atOnce);
  return { copied, copyNow: () => void copy(made.shortLink).then(setCopied) };
};

/** The short link, selected, and whether the clipboard holds it. */
export const Made = (props: MadeProps) => {
  const { told, made, another } = props;
  const { copied, copyNow } = useCopied(props);
  const field = useRef<HTMLInputElement>(null);
  const copyButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    field.current?.select();
    (copied === true ? field : copyButton).current?.focus();
  }, []);
  return (
    <>
      <div class="field">
        <label for="short-link">{text('shortLinkLabel')}</label>
        <input
          ref={field}
          id="short-link"
          // Else Chromium writes what stands here to disk, with the window that it would restore.
          autocomplete="off"
          dir="ltr"
          readOnly
          value={made.shortLink}
          aria-describedby="copied end"
        />
        <About {...made} warning={told.warning} removed={told.removed} />
      </div>
      <p id="copied" role="status" class={copied === true ? 'mark' : 'mark warn'}>
        {copied !== null && text(copied ? 'copied' : 'notCopied')}
      </p>
      <div class="buttons">
        <button ref={copyButton} class="primary" type="button" onClick={copyNow}>
          {text('copy')}
        </button>
        {another && (
          <button type="button" onClick={another}>
            {text('againAnother')}
          </button>
        )}
      </div>
    </>
  );
};
