import type { RefObject } from 'preact';
import { text } from '../../lib/i18n/texts.ts';
import { urlWarningText } from '../../lib/i18n/labels.ts';
import type { Parts } from './parts.ts';
import type { useTracking } from './use-tracking.ts';
import type { ShownWarning } from './use-warning.ts';

/** The notes about the address: its tracking parameters and its warning. */
export interface LinkNotes {
  tracking: Pick<ReturnType<typeof useTracking>, 'names' | 'isRemoved' | 'toggle' | 'prepare'>;
  warning: ShownWarning;
}

interface LinkFieldProps {
  field: RefObject<HTMLInputElement | null>;
  value: string;
  /** The address as it would be sent; null if it is refused. */
  completed: string | null;
  /** The text below the field while it is empty. */
  hint: string | null;
  onChange(value: string): void;
  notes: LinkNotes;
  /** Null until they are loaded. */
  parts: Parts | null;
}

/** The warning, or a note that replaces it, so that the form keeps its height. */
const WarningLine = ({ warning, isKnown }: ShownWarning) =>
  warning && (
    <p id="link-warning" class={isKnown ? 'note' : 'note warn'} data-pending={isKnown === null}>
      {isKnown ? text('urlWarningKnown') : urlWarningText(warning)}
    </p>
  );

/** The field of the address to shorten. It shows the completed address before it is sent. */
export const LinkField = ({ field, value, completed, hint, onChange, notes, parts }: LinkFieldProps) => {
  const isCompleted = completed !== null && completed !== value.trim();
  const addition = isCompleted ? text('linkWillBe', completed) : null;
  const note = value === '' ? hint : addition;
  return (
    <div class="field">
      <div class="labels">
        <label for="link">{text('linkLabel')}</label>
        {parts && notes.tracking.names.length > 0 && <parts.TrackingBox {...notes.tracking} />}
      </div>
      <input
        id="link"
        ref={field}
        type="text"
        inputMode="url"
        dir="ltr"
        spellcheck={false}
        autocomplete="off"
        value={value}
        aria-describedby="link-note link-warning"
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      <p id="link-note" class={value === '' ? 'note' : 'note clamp'} hidden={note === null}>
        {note}
      </p>
      <WarningLine {...notes.warning} />
    </div>
  );
};
