import { useState } from 'preact/hooks';
import { requestNotifications } from '../../lib/browser/permissions.ts';
import { logAndReturn } from '../../lib/errors/error-log.ts';
import { text, validityTextKey } from '../../lib/i18n/texts.ts';
import { presets } from '../../lib/validity/validity.ts';
import { mayNotify, policy, readGranted } from '../options/options-state.ts';
import { LockedField, SetByOrganisation } from '../policy/Policy.tsx';
import { Alert } from '../ui/Problem.tsx';
import { Select } from '../ui/Select.tsx';
import { SettingSwitch, SwitchRow } from '../ui/SwitchRow.tsx';
import { type SettingsState, useSettings } from '../ui/use-settings.ts';
import { CopyFormats } from './CopyFormats.tsx';

/** The validity that is offered first, and that the menu and the shortcut use. */
export const DefaultValidity = ({ state: { settings, change } }: { state: SettingsState }) => {
  const { offered, defaultValidity: locked } = policy.value;
  if (locked !== null)
    return (
      <div class="setting">
        <LockedField id="default-validity" label="shorteningValidity" value={text(validityTextKey(locked))} />
      </div>
    );

  const choices = presets.filter((each) => offered === null || offered.includes(each));
  return (
    <div class="setting">
      <div class="grow">
        <label for="default-validity">{text('shorteningValidity')}</label>
        {offered && <SetByOrganisation id="default-validity-locked" message="policyValidities" />}
      </div>
      <Select
        id="default-validity"
        value={settings.defaultValidity}
        options={['last', ...choices]}
        nameOf={(choice) =>
          choice === 'last'
            ? text('shorteningLast', text(validityTextKey(settings.lastValidity)))
            : text(validityTextKey(choice))
        }
        choose={(defaultValidity) => change(() => ({ defaultValidity }))}
        aria-describedby={offered ? 'default-validity-locked' : undefined}
      />
    </div>
  );
};

/** The setting for expiry reminders. The click also requests the permission for notifications. */
const ReminderSwitch = ({ state: { settings, change } }: { state: SettingsState }) => {
  const [isAsking, setAsking] = useState(false);
  const [isRefused, setRefused] = useState(false);

  const toggle = async (isOn: boolean): Promise<void> => {
    setRefused(false);
    if (!isOn) {
      change(() => ({ expiryReminders: false }));
      return;
    }

    const request = requestNotifications();
    setAsking(true);
    const isGranted = await request.catch(logAndReturn(false));
    await readGranted();
    setAsking(false);
    setRefused(!isGranted);
    if (isGranted) change(() => ({ expiryReminders: true }));
  };
  return (
    <SwitchRow
      id="expiry-reminders"
      label="shorteningNotice"
      hint="shorteningNoticeHint"
      checked={isAsking || (settings.expiryReminders && mayNotify.value)}
      problem={isRefused && text('shorteningNoticeRefused')}
      change={(isOn) => void toggle(isOn)}
    />
  );
};

/** The settings for creating short links, and for reminders of them. */
export const Shortening = () => {
  const state = useSettings();
  const { saveState } = state;
  return (
    <section class="section shortening" aria-labelledby="shortening-title">
      <div class="heading">
        <h2 id="shortening-title">{text('shorteningTitle')}</h2>
        <p role="status" class="good">
          {saveState === 'saved' && text('shorteningSaved')}
        </p>
      </div>
      <div class="card rows">
        <DefaultValidity state={state} />
        <SettingSwitch setting="copyAtOnce" label="shorteningCopy" state={state} />
        <CopyFormats state={state} />
        <SettingSwitch setting="openAtOnce" label="shorteningOpen" hint="shorteningOpenHint" state={state} />
        <SettingSwitch
          setting="removeTracking"
          label="shorteningTracking"
          hint="shorteningTrackingHint"
          state={state}
        />
        <SettingSwitch setting="menuValidities" label="shorteningMenu" state={state} />
        {/* Safari has no notifications. */}
        {!import.meta.env.SAFARI && <ReminderSwitch state={state} />}
      </div>
      <Alert>{saveState === 'failed' && text('shorteningUnsaved')}</Alert>
    </section>
  );
};
