import type { RefObject } from 'preact';
import { text } from '../../lib/i18n/texts.ts';
import { warningInWords } from '../warning.ts';
import { TrackingBox } from './TrackingBox.tsx';
import type { useTracking } from './use-tracking.ts';
import type { ShownWarning } from './use-warning.ts';

/** What there is to say about the address. */
export interface Care {
  tracking: Pick<ReturnType<typeof useTracking>, 'names' | 'isRemoved' | 'toggle'>;
  warning: ShownWarning;
}

interface LinkFieldProps {
  field: RefObject<HTMLInputElement | null>;
  value: string;
  /** The address as it would be sent. */
  completed: string;
  /** What to say while the field is empty. */
  hint: string | null;
  change(value: string): void;
  care: Care;
}

/** One line in any case, also for an address that needs no warning any more. */
const WarningLine = ({ warning, isKnown }: ShownWarning) =>
  warning && (
    <p id="link-warning" class={isKnown ? 'note' : 'note warn'} data-held={isKnown === null}>
      {isKnown ? text('careKnown') : warningInWords(warning)}
    </p>
  );

/** The address to shorten. What is added to it is shown before it is sent. */
export const LinkField = ({ field, value, completed, hint, change, care }: LinkFieldProps) => {
  const addition = completed === value.trim() ? null : text('linkWillBe', completed);
  const note = value === '' ? hint : addition;
  return (
    <div class="field">
      <div class="labels">
        <label for="link">{text('linkLabel')}</label>
        {care.tracking.names.length > 0 && <TrackingBox {...care.tracking} />}
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
        onInput={(event) => change(event.currentTarget.value)}
      />
      <p id="link-note" class={value === '' ? 'note' : 'note clamp'} hidden={note === null}>
        {note}
      </p>
      <WarningLine {...care.warning} />
    </div>
  );
};
