import type { ConnectionForm } from '../../lib/connection/form.ts';
import { text, type TextKey, validityTextKey } from '../../lib/i18n/texts.ts';
import { type Hue, hues, longestName } from '../../lib/settings/connection-info.ts';
import { type Preset, presets } from '../../lib/validity/validity.ts';
import { policy } from '../options/options-state.ts';
import { Select } from '../ui/Select.tsx';

const hueNames: Record<Hue, TextKey> = {
  1: 'hueIndigo',
  2: 'hueTeal',
  3: 'hueApricot',
  4: 'hueRose',
  5: 'hueMoss',
  6: 'hueSky',
};

interface IdentityProps {
  form: ConnectionForm;
  change(patch: Partial<ConnectionForm>): void;
}

/** The name and the colour of one of several connections. */
export const Identity = ({ form, change }: IdentityProps) => (
  <div class="columns">
    <div class="field">
      <label for="connection-name">{text('connectionName')}</label>
      <input
        id="connection-name"
        type="text"
        dir="auto"
        autocomplete="off"
        maxLength={longestName}
        value={form.name ?? ''}
        placeholder={URL.parse(form.address)?.host}
        onInput={({ currentTarget }) => change({ name: currentTarget.value })}
      />
    </div>
    <div class="field">
      <span id="hue-label" class="label">
        {text('connectionHue')}
      </span>
      <div class="swatches" role="radiogroup" aria-labelledby="hue-label">
        {hues.map((hue) => (
          <input
            key={hue}
            type="radio"
            name="hue"
            data-hue={hue}
            aria-label={text(hueNames[hue])}
            title={text(hueNames[hue])}
            checked={form.hue === hue}
            onChange={() => change({ hue })}
          />
        ))}
      </div>
    </div>
  </div>
);

const validityKey = (choice: Preset | 'last' | ''): TextKey => {
  if (choice === '') return 'connectionValidity';
  return choice === 'last' ? 'connectionValidityLast' : validityTextKey(choice);
};

/** The validity to offer first for one of several connections; nothing if the organisation sets it. */
export const ConnectionValidity = ({ form, change }: IdentityProps) => {
  const { offered, defaultValidity } = policy.value;
  if (defaultValidity !== null) return null;
  const choices = presets.filter((each) => offered === null || offered.includes(each));
  return (
    <div class="field">
      <label for="connection-validity">{text('shorteningValidity')}</label>
      <Select
        id="connection-validity"
        value={form.validity ?? ''}
        options={['', 'last', ...choices] as const}
        nameOf={(choice) => text(validityKey(choice))}
        choose={(choice) => change({ validity: choice === '' ? undefined : choice })}
      />
    </div>
  );
};
