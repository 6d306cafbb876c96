import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { expiryDateText, timeUntilText } from '../../lib/i18n/dates.ts';
import { text, validityTextKey } from '../../lib/i18n/texts.ts';
import { type Choice, durations, expiryOf, readChoice, toFieldTime } from '../../lib/validity/validity.ts';
import { Select } from './Select.tsx';

/** The fields of the validity: first this choice, and for a custom expiry time that text, or a week from now. */
export const useValidity = (first: Choice, firstExpiry?: string) => {
  const [chosen, setChosen] = useState(first);
  const [customExpiry, setCustomExpiry] = useState(
    () => firstExpiry ?? toFieldTime(Date.now() + durations.week * 1000),
  );
  const read = () => readChoice(chosen, { text: customExpiry, nowMs: Date.now() });
  return { chosen, setChosen, customExpiry, setCustomExpiry, read };
};

export type ValidityState = ReturnType<typeof useValidity>;

interface ValidityFieldsProps {
  validity: ValidityState;
  /** The validities to choose from. */
  offered: readonly Choice[];
  /** What the select is called, if it is not about new links. */
  label?: string | undefined;
  /** Stands at the end of the line of the label; what has the id `expires-note`, there or elsewhere, describes the fields. */
  note?: ComponentChildren;
  /** Stands at the end of the line of the expiry time. */
  children?: ComponentChildren;
}

/** The select of the validity with its date field beside it, and the expiry time, which describes both. */
export const ValidityFields = ({ validity, offered, label, note, children }: ValidityFieldsProps) => {
  const { chosen, setChosen, customExpiry, setCustomExpiry } = validity;
  const isCustom = chosen === 'custom';
  const read = validity.read();
  const now = Math.floor(Date.now() / 1000);
  const expiresAt = read.ok ? expiryOf(read.validity, now) : null;
  return (
    <div class="field">
      <div class="grow">
        {note}
        <label for="validity">{label ?? text('validityLabel')}</label>
        <div class="expires">
          <Select
            id="validity"
            value={chosen}
            options={offered}
            nameOf={(choice) => text(validityTextKey(choice))}
            choose={setChosen}
            aria-describedby="expiry expires-note"
          />
          {isCustom && (
            <input
              id="expires-at"
              type="datetime-local"
              value={customExpiry}
              min={toFieldTime(Date.now())}
              aria-label={text('expiresAtLabel')}
              aria-describedby="expiry expires-note"
              data-autofocus
              onInput={(event) => setCustomExpiry(event.currentTarget.value)}
            />
          )}
        </div>
      </div>
      <div class="after line wrap">
        <p id="expiry" class="note num">
          {expiresAt !== null && (isCustom ? timeUntilText(expiresAt, now) : expiryDateText(expiresAt))}
        </p>
        {children}
      </div>
    </div>
  );
};
