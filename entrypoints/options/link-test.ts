import type { LinkTestActions } from '../../components/link-test/use-link-test.ts';
import { isPrivateWindow, openTab } from '../../lib/browser/pages.ts';
import { requestTemporaryAccess, mayReach } from '../../lib/browser/permissions.ts';
import { type LinkTestDeps, runLinkTest } from '../../lib/diagnostics/link-test.ts';
import { interrupted } from '../../lib/failures/contract.ts';
import { send } from '../../lib/messaging/send.ts';
import { readSettingsOrDefaults } from '../../lib/settings/settings.ts';
import { lastingChoices, lastingValidity } from '../../lib/validity/validity.ts';

const nothing = () => null;

/** A page outside of every service: services refuse links to themselves, and each of them accepts this one. */
const target = 'https://example.com/';

const create: LinkTestDeps['create'] = async () => {
  const which = { id: crypto.randomUUID(), private: isPrivateWindow() };
  const { offered } = await readSettingsOrDefaults();
  const shortest = lastingChoices.find((each) => offered.includes(each)) ?? 'hour';
  const request = { ...which, link: target, title: '', validity: lastingValidity(shortest), another: true };
  const failed = { ok: false as const, failure: interrupted, id: which.id };
  const created = await send('shorten', request).catch(() => failed);
  // Its outcome is shown here: no popup is to show it again.
  void send('show', which).catch(nothing);
  return created;
};

const deps: Omit<LinkTestDeps, 'access'> = {
  create,
  mayReach: (origin) => mayReach(origin).catch(() => false),
  follow: (id) => send('follow', { id, private: isPrivateWindow() }).catch(nothing),
  open: (address) => void openTab(address).catch(nothing),
};

export const linkTestActions: LinkTestActions = {
  target,
  async test(askFor, report) {
    const access = askFor === null ? null : requestTemporaryAccess(askFor);
    try {
      await runLinkTest({ ...deps, access: access?.granted ?? Promise.resolve() }, report);
    } finally {
      await access?.revoke();
    }
  },
};
