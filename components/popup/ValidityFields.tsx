import { text } from '../../lib/i18n/texts.ts';
import { type Choice, expiryOf, readChoice, toFieldTime } from '../../lib/validity/validity.ts';
import { expiryText } from '../../lib/i18n/dates.ts';
import { validityTextKey } from '../../lib/i18n/labels.ts';
import type { Fields } from './use-fields.ts';

interface ValidityFieldsProps extends Pick<Fields, 'chosen' | 'customExpiry'> {
  setChosen(choice: Choice): void;
  setCustomExpiry(text: string): void;
  offered: readonly Choice[];
}

interface ValiditySelectProps {
  offered: readonly Choice[];
  chosen: Choice;
  choose(choice: Choice): void;
}

/** The select of validities. The element with the id "expiry" describes it with the expiry time. */
const ValiditySelect = ({ offered, chosen, choose }: ValiditySelectProps) => (
  <div class="grow">
    <label for="validity">{text('validityLabel')}</label>
    <select
      id="validity"
      value={chosen}
      aria-describedby="expiry"
      onChange={({ currentTarget: { value } }) => choose(offered.find((each) => each === value) ?? chosen)}
    >
      {offered.map((choice) => (
        <option key={choice} value={choice}>
          {text(validityTextKey(choice))}
        </option>
      ))}
    </select>
  </div>
);

const ExpiresAt = ({
  customExpiry,
  setCustomExpiry,
}: Pick<ValidityFieldsProps, 'customExpiry' | 'setCustomExpiry'>) => (
  <>
    <label for="expires-at">{text('expiresAtLabel')}</label>
    <input
      id="expires-at"
      type="datetime-local"
      value={customExpiry}
      min={toFieldTime(Date.now())}
      aria-describedby="expiry"
      onInput={(event) => setCustomExpiry(event.currentTarget.value)}
    />
  </>
);

/** The validity of the link, and the expiry time. */
export const ValidityFields = ({ offered, ...fields }: ValidityFieldsProps) => {
  const { chosen, setChosen, customExpiry, setCustomExpiry } = fields;
  const nowMs = Date.now();
  const read = readChoice(chosen, { text: customExpiry, nowMs });
  return (
    <div class="field">
      <ValiditySelect offered={offered} chosen={chosen} choose={setChosen} />
      {chosen === 'custom' && <ExpiresAt customExpiry={customExpiry} setCustomExpiry={setCustomExpiry} />}
      <p id="expiry" class="note num">
        {read.ok && expiryText(expiryOf(read.validity, Math.floor(nowMs / 1000)))}
      </p>
    </div>
  );
};
