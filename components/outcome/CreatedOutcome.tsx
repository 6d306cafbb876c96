import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { formatList, text } from '../../lib/i18n/texts.ts';
import type { DeliveredOutcome } from '../../lib/delivery/contract.ts';
import { createdText, expiryText } from '../../lib/i18n/dates.ts';
import { urlWarningText } from '../../lib/i18n/labels.ts';
import { actionLabels } from '../ui/action-labels.ts';
import { CopyButton } from '../ui/CopyButton.tsx';

type Created = DeliveredOutcome['outcome'] & { ok: true };

interface CreatedOutcomeProps {
  delivered: DeliveredOutcome;
  created: Created;
  /** Whether the clipboard contains the link; null if copying was not tried. */
  copied: boolean | null;
  copy(shortLink: string): Promise<boolean>;
  createAnother: (() => void) | null;
}

type LinkNotesProps = Pick<CreatedOutcomeProps, 'delivered' | 'created'>;

interface LinkFieldProps extends LinkNotesProps {
  field: RefObject<HTMLInputElement | null>;
}

const LinkNotes = ({ delivered, created }: LinkNotesProps) => {
  const { removed, warning } = delivered;
  const { expiresAt, createdAt } = created;
  return (
    <div id="end">
      <p class="note num">
        {createdAt !== undefined && `${createdText(createdAt)} · `}
        {expiryText(expiresAt)}
      </p>
      {removed.length > 0 && <p class="note">{text('trackingRemoved', formatList(removed))}</p>}
      {warning && <p class="note">{urlWarningText(warning)}</p>}
    </div>
  );
};

const LinkField = ({ delivered, created, field }: LinkFieldProps) => (
  <div class="field">
    <label for="short-link">{text('shortLinkLabel')}</label>
    <input
      ref={field}
      id="short-link"
      // Otherwise Chromium stores the value on disk together with the window, to restore it later.
      autocomplete="off"
      dir="ltr"
      readOnly
      value={created.shortLink}
      aria-describedby="copied end"
    />
    <LinkNotes delivered={delivered} created={created} />
  </div>
);

/** The short link, selected, and whether the clipboard contains it. */
export const CreatedOutcome = (props: CreatedOutcomeProps) => {
  const { delivered, created, copy, createAnother } = props;
  const [copied, setCopied] = useState(props.copied);
  const field = useRef<HTMLInputElement>(null);
  const copyButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    field.current?.select();
    (copied === true ? field : copyButton).current?.focus();
  }, []);
  const copyNow = (): void => void copy(created.shortLink).then(setCopied);
  return (
    <>
      <LinkField delivered={delivered} created={created} field={field} />
      <p id="copied" role="status" class={copied === false ? 'note warn' : 'unseen'}>
        {copied !== null && text(copied ? 'copied' : 'notCopied')}
      </p>
      <div class="buttons">
        <CopyButton button={copyButton} copied={copied} copy={copyNow} />
        {createAnother && (
          <button type="button" onClick={createAnother}>
            {text(actionLabels.another)}
          </button>
        )}
      </div>
    </>
  );
};
