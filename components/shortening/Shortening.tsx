import { useContext, useState } from 'preact/hooks';
import { text, validityTextKey } from '../../lib/i18n/texts.ts';
import type { Settings } from '../../lib/settings/schema.ts';
import { presets } from '../../lib/validity/validity.ts';
import { LockedField, Policy, SetByOrganisation } from '../policy/Policy.tsx';
import { Alert } from '../ui/Problem.tsx';
import { Select } from '../ui/Select.tsx';
import { CopyFormats } from './CopyFormats.tsx';
import { SettingSwitch, SwitchRow } from '../ui/SwitchRow.tsx';
import { type SettingsState, useSettings } from '../ui/use-settings.ts';
import { useSubscription } from '../ui/use-subscription.ts';

/** The initial values of the section. */
export interface ShorteningView {
  mayNotify: boolean;
}

/** The actions of the section. None of them rejects. */
export interface ShorteningActions {
  /** Requests the permission for notifications; call it inside a click, before anything is awaited. Resolves with whether it was granted. */
  requestNotifications(): Promise<boolean>;
  mayNotify(): Promise<boolean>;
  /** Calls back when a permission was granted or removed, until the signal is aborted. */
  onPermissionChange(changed: () => void, signal: AbortSignal): void;
}

type Validity = Settings['defaultValidity'];

interface DefaultValidityProps {
  state: SettingsState;
}

const ValiditySelect = ({ state: { settings, change } }: DefaultValidityProps) => {
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
      <Select
        id="default-validity"
        value={settings.defaultValidity}
        options={choices}
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

/** The validity that is offered first, and that the menu and the shortcut use. */
export const DefaultValidity = (props: DefaultValidityProps) => {
  const { defaultValidity } = useContext(Policy);
  if (defaultValidity === null) return <ValiditySelect {...props} />;
  const value = text(validityTextKey(defaultValidity));
  return (
    <div class="setting">
      <LockedField id="default-validity" label="shorteningValidity" value={value} />
    </div>
  );
};

interface ReminderSwitchProps {
  isWanted: boolean;
  /** Whether the browser allows notifications when the section opens. */
  isInitiallyGranted: boolean;
  change(isWanted: boolean): void;
  actions: ShorteningActions;
}

/** The setting for expiry reminders. The click also requests the permission for notifications. */
const ReminderSwitch = ({ isWanted, isInitiallyGranted, change, actions }: ReminderSwitchProps) => {
  const [isGranted, setGranted] = useState(isInitiallyGranted);
  const [isAsking, setAsking] = useState(false);
  const [isRefused, setRefused] = useState(false);
  useSubscription((signal) =>
    actions.onPermissionChange(() => void actions.mayNotify().then(setGranted), signal),
  );
  const settle = async (request: Promise<boolean>): Promise<void> => {
    const answer = await request;
    setGranted(answer);
    setRefused(!answer);
    setAsking(false);
    if (answer) change(true);
  };
  const toggle = (isOn: boolean): void => {
    const request = isOn ? actions.requestNotifications() : null;
    setRefused(false);
    setAsking(isOn);
    if (request) void settle(request);
    else change(false);
  };
  return (
    <SwitchRow
      id="expiry-reminders"
      label="shorteningNotice"
      hint="shorteningNoticeHint"
      checked={isAsking || (isWanted && isGranted)}
      problem={isRefused && text('shorteningNoticeRefused')}
      change={toggle}
    />
  );
};

interface ShorteningProps {
  view: ShorteningView;
  actions: ShorteningActions;
}

/** The settings for creating short links, and for reminders of them. */
export const Shortening = ({ view, actions }: ShorteningProps) => {
  const state = useSettings();
  const { settings, saveState, change } = state;
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
        {!import.meta.env.SAFARI && (
          <ReminderSwitch
            isWanted={settings.expiryReminders}
            isInitiallyGranted={view.mayNotify}
            change={(expiryReminders) => change(() => ({ expiryReminders }))}
            actions={actions}
          />
        )}
      </div>
      <Alert>{saveState === 'failed' && text('shorteningUnsaved')}</Alert>
    </section>
  );
};
