import type { DoctorActions } from '../../components/doctor/actions.ts';
import { copy } from '../../lib/browser/clipboard.ts';
import { openTab, version } from '../../lib/browser/pages.ts';
import { mayReach } from '../../lib/browser/permissions.ts';
import { send } from '../../lib/messaging/send.ts';
import { linkTestActions } from './link-test.ts';

const silent = () => 'silent' as const;

export const doctorActions: DoctorActions = {
  ...linkTestActions,
  copy,
  about: { version: version(), browser: navigator.userAgent },
  readConnection: () => send('connection', {}).catch(silent),
  mayReach: (origin) => mayReach(origin).catch(() => false),
  probe: (operation) => send('probe', { operation }).catch(silent),
  isOffline: () => !navigator.onLine,
  open: (address) => void openTab(address).catch(silent),
};
