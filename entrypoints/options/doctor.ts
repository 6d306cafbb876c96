import { browser } from '@wxt-dev/webextension-polyfill/browser';
import type { DoctorActions } from '../../components/doctor/actions.ts';
import { copy } from '../../lib/browser/clipboard.ts';
import { isPrivateWindow, openTab } from '../../lib/browser/pages.ts';
import { mayReach } from '../../lib/browser/permissions.ts';
import { interrupted } from '../../lib/failures/failures.ts';
import { send } from '../../lib/messages/send.ts';

const silent = () => 'silent' as const;

/** Nobody's: services refuse links to themselves, and this one every service takes. */
const target = 'https://example.com/';

const addLink: DoctorActions['addLink'] = async () => {
  const which = { id: crypto.randomUUID(), private: isPrivateWindow() };
  const validity = { kind: 'duration', seconds: 3600 } as const;
  const wish = { ...which, link: target, title: '', validity, another: true };
  const made = await send('shorten', wish).catch(() => ({ ok: false as const, failure: interrupted }));
  // It is told here: no popup is to tell it again.
  void send('show', which).catch(silent);
  return made;
};

export const doctorActions: DoctorActions = {
  ...{ target, addLink, copy },
  about: { version: browser.runtime.getManifest().version, browser: navigator.userAgent },
  saved: () => send('connection', {}).catch(silent),
  mayReach: (origin) => mayReach(origin).catch(() => false),
  probe: (operation) => send('probe', { operation }).catch(silent),
  isOffline: () => !navigator.onLine,
  open: (address) => void openTab(address).catch(silent),
};
