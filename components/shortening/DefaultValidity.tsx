import { useContext } from 'preact/hooks';
import { text, validityTextKey } from '../../lib/i18n/texts.ts';
import { presets } from '../../lib/validity/validity.ts';
import { LockedField, Policy, SetByOrganisation } from '../policy/Policy.tsx';
import type { Settings } from '../../lib/settings/schema.ts';

type Validity = Settings['defaultValidity'];

interface DefaultValidityProps {
  chosen: Validity;
  change(to: Validity): void;
}

const Select = ({ chosen, change }: DefaultValidityProps) => {
  const { offered } = useContext(Policy);
  const choices: Validity[] = [
    'last',
    ...presets.filter((each) => offered === null || offered.includes(each)),
  ];
  return (
    <div class="setting">
      <div class="grow">
        <label for="default-validity">{text('shorteningValidity')}</label>
        {offered && <SetByOrganisation id="default-validity-locked" message="policyValidities" />}
      </div>
      <select
        id="default-validity"
        value={chosen}
        aria-describedby={offered ? 'default-validity-locked' : undefined}
        onChange={({ currentTarget: { value } }) => change(choices.find((each) => each === value) ?? chosen)}
      >
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {text(choice === 'last' ? 'shorteningLast' : validityTextKey(choice))}
          </option>
        ))}
      </select>
    </div>
  );
};

/** The validity that is offered first, and that the menu and the shortcut use. */
export const DefaultValidity = (props: DefaultValidityProps) => {
  const { defaultValidity } = useContext(Policy);
  if (defaultValidity === null) return <Select {...props} />;
  const value = text(validityTextKey(defaultValidity));
  return (
    <div class="setting">
      <LockedField id="default-validity" label="shorteningValidity" value={value} />
    </div>
  );
};
