import { text, type TextKey } from '../../lib/i18n/texts.ts';
import type { Settings } from '../../lib/settings/schema.ts';
import type { SettingsState } from './use-settings.ts';

interface SwitchRowProps {
  id: string;
  label: TextKey;
  /** A line under it. */
  hint?: TextKey;
  checked: boolean;
  /** What went wrong, which is announced; absent if nothing can. */
  problem?: string | false;
  change(checked: boolean): void;
}

/** A setting that is on or off: its words, and a switch at the end of the row. */
export const SwitchRow = ({ id, label, hint, checked, problem, change }: SwitchRowProps) => (
  <div class="setting">
    <div class="grow">
      <label for={id}>{text(label)}</label>
      {hint && (
        <p id={`${id}-note`} class="note">
          {text(hint)}
        </p>
      )}
      {problem !== undefined && (
        <p role="alert" class="note warn">
          {problem}
        </p>
      )}
    </div>
    <input
      id={id}
      type="checkbox"
      role="switch"
      checked={checked}
      aria-describedby={hint && `${id}-note`}
      onChange={(event) => change(event.currentTarget.checked)}
    />
  </div>
);

type Toggle = { [Name in keyof Settings]: Settings[Name] extends boolean ? Name : never }[keyof Settings];

interface SettingSwitchProps extends Pick<SwitchRowProps, 'label' | 'hint'> {
  setting: Toggle;
  state: SettingsState;
}

/** The switch of a setting, whose name is its id. */
export const SettingSwitch = ({ setting, state: { settings, change }, ...words }: SettingSwitchProps) => (
  <SwitchRow
    id={setting}
    {...words}
    checked={settings[setting]}
    change={(isOn) => change(() => ({ [setting]: isOn }))}
  />
);
