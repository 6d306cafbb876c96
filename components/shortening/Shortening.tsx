import { useSettings } from '../ui/use-settings.ts';
import { SwitchRow } from '../ui/SwitchRow.tsx';
import { text } from '../../lib/i18n/texts.ts';
import type { Settings } from '../../lib/settings/schema.ts';
import type { ShorteningActions, ShorteningView } from './shortening-actions.ts';
import { DefaultValidity } from './DefaultValidity.tsx';
import { ReminderSwitch } from './ReminderSwitch.tsx';

interface ShorteningProps {
  view: ShorteningView;
  actions: ShorteningActions;
}

interface SwitchesProps {
  settings: Settings;
  set(fields: Partial<Settings>): void;
}

const switches = [
  { setting: 'copyAtOnce', id: 'copy-at-once', label: 'shorteningCopy' },
  { setting: 'openAtOnce', id: 'open-at-once', label: 'shorteningOpen', hint: 'shorteningOpenHint' },
  {
    setting: 'removeTracking',
    id: 'remove-tracking',
    label: 'shorteningTracking',
    hint: 'shorteningTrackingHint',
  },
  { setting: 'menuValidities', id: 'menu-validities', label: 'shorteningMenu', hint: 'shorteningMenuHint' },
] as const;

const Switches = ({ settings, set }: SwitchesProps) => (
  <>
    {switches.map(({ setting, ...row }) => (
      <SwitchRow
        key={setting}
        {...row}
        checked={settings[setting]}
        change={(isOn) => set({ [setting]: isOn })}
      />
    ))}
  </>
);

/** The settings for creating short links, and for reminders of them. */
export const Shortening = ({ view, actions }: ShorteningProps) => {
  const { settings, saveState, change } = useSettings({ initial: view.settings, actions });
  const set = (fields: Partial<Settings>): void => change(() => fields);
  return (
    <section class="section shortening" aria-labelledby="shortening-title">
      <div class="heading">
        <h2 id="shortening-title">{text('shorteningTitle')}</h2>
        <p role="status" class="good">
          {saveState === 'saved' && text('shorteningSaved')}
        </p>
      </div>
      <div class="card rows">
        <DefaultValidity
          chosen={settings.defaultValidity}
          change={(defaultValidity) => set({ defaultValidity })}
        />
        <Switches settings={settings} set={set} />
        {/* Safari has no notifications. */}
        {!import.meta.env.SAFARI && (
          <ReminderSwitch
            isWanted={settings.expiryReminders}
            isInitiallyGranted={view.mayNotify}
            change={(expiryReminders) => set({ expiryReminders })}
            actions={actions}
          />
        )}
      </div>
      <p role="alert" class="problem">
        {saveState === 'failed' && text('shorteningUnsaved')}
      </p>
    </section>
  );
};
