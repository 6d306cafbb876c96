import { text } from '../../lib/browser/texts.ts';
import { lastingChoices } from '../../lib/validity/validity.ts';
import { validityNames } from '../validity-names.ts';
import type { ShorteningSettings } from './actions.ts';

type Validity = ShorteningSettings['defaultValidity'];

const choices: readonly Validity[] = ['last', ...lastingChoices];

/** The validity that is offered first, and that the menu and the shortcut take. */
export const DefaultValidity = ({ chosen, change }: { chosen: Validity; change(to: Validity): void }) => (
  <div class="field">
    <label for="default-validity">{text('shorteningValidity')}</label>
    <select
      id="default-validity"
      value={chosen}
      onChange={({ currentTarget: { value } }) => change(choices.find((each) => each === value) ?? chosen)}
    >
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {text(choice === 'last' ? 'shorteningLast' : validityNames[choice])}
        </option>
      ))}
    </select>
  </div>
);
