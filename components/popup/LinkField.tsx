import type { RefObject } from 'preact';
import { text } from '../../lib/browser/texts.ts';

interface LinkFieldProps {
  field: RefObject<HTMLInputElement | null>;
  value: string;
  /** The address as it would be sent. */
  completed: string;
  /** What to say while the field is empty. */
  hint: string | null;
  change(value: string): void;
}

/** The address to shorten. What is added to it is shown before it is sent. */
export const LinkField = ({ field, value, completed, hint, change }: LinkFieldProps) => {
  const addition = completed === value.trim() ? null : text('linkWillBe', completed);
  const note = value === '' ? hint : addition;
  return (
    <div class="field">
      <label for="link">{text('linkLabel')}</label>
      <input
        id="link"
        ref={field}
        type="text"
        inputMode="url"
        dir="ltr"
        spellcheck={false}
        autocomplete="off"
        value={value}
        aria-describedby="link-note"
        onInput={(event) => change(event.currentTarget.value)}
      />
      <p id="link-note" class="note clamp" hidden={note === null}>
        {note}
      </p>
    </div>
  );
};
