import { SwitchRow } from '../ui/SwitchRow.tsx';
import { useSubscription } from '../ui/use-subscription.ts';
import { useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import type { ShorteningActions } from './shortening-actions.ts';

interface ReminderSwitchProps {
  isWanted: boolean;
  /** Whether the browser allows notifications when the section opens. */
  isInitiallyGranted: boolean;
  change(isWanted: boolean): void;
  actions: Pick<ShorteningActions, 'requestNotifications' | 'mayNotify' | 'onPermissionChange'>;
}

/** The setting for expiry reminders. The click also requests the permission for notifications. */
export const ReminderSwitch = ({ isWanted, isInitiallyGranted, change, actions }: ReminderSwitchProps) => {
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
