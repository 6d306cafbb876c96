import type { DoctorActions } from '../../components/doctor/actions.ts';
import { copy } from '../../lib/browser/clipboard.ts';
import { isPrivateWindow, openTab, version } from '../../lib/browser/pages.ts';
import { mayReach } from '../../lib/browser/permissions.ts';
import { interrupted } from '../../lib/failures/failures.ts';
import { send } from '../../lib/messages/send.ts';
import { readSettingsAnyhow } from '../../lib/settings/settings.ts';
import { lastingChoices, lastingValidity } from '../../lib/validity/validity.ts';

const silent = () => 'silent' as const;

/** Nobody's: services refuse links to themselves, and this one every service takes. */
const target = 'https://example.com/';

const addLink: DoctorActions['addLink'] = async () => {
  const which = { id: crypto.randomUUID(), private: isPrivateWindow() };
  const { offered } = await readSettingsAnyhow();
  const shortest = lastingChoices.find((each) => offered.includes(each)) ?? 'hour';
  const wish = { ...which, link: target, title: '', validity: lastingValidity(shortest), another: true };
  const made = await send('shorten', wish).catch(() => ({ ok: false as const, failure: interrupted }));
  // It is told here: no popup is to tell it again.
  void send('show', which).catch(silent);
  return made;
};

export const doctorActions: DoctorActions = {
  ...{ target, addLink, copy },
  about: { version: version(), browser: navigator.userAgent },
  saved: () => send('connection', {}).catch(silent),
  mayReach: (origin) => mayReach(origin).catch(() => false),
  probe: (operation) => send('probe', { operation }).catch(silent),
  isOffline: () => !navigator.onLine,
  open: (address) => void openTab(address).catch(silent),
};
