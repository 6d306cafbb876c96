import { fireEvent, render, screen } from '@testing-library/preact';
import { vi } from 'vitest';
import type { Feature } from '../../lib/api/links/contract.ts';
import { background } from '../../lib/background.ts';
import type { CurrentPage } from '../../lib/browser/pages.ts';
import { testAttempt } from '../../lib/history/test-helpers/attempt.ts';
import type { Attempt } from '../../lib/history/types.ts';
import * as remote from '../../lib/music/remote.ts';
import { settingsUnderPolicy } from '../../lib/settings/policy.ts';
import { defaults } from '../../lib/settings/schema.ts';
import { testInfo } from '../../lib/settings/test-helpers/connection-info.ts';
import type { Draft } from '../../lib/shortening/draft.ts';
import { createdFor } from '../../lib/shortening/test-helpers/attempts.ts';
import { choices } from '../../lib/validity/validity.ts';
import { settings } from '../page.ts';
import { parts } from '../popup/Later.tsx';
import { Popup } from '../popup/Popup.tsx';
import { chosenFormat } from '../ui/copy-format.ts';
import { browser } from './browser.ts';
import { press } from './dom.ts';

export const pageLink = 'https://example.com/article';
export const shortLink = 'https://s.example/aB3dE6gH';

/** Unix seconds. */
export const now = Math.floor(Date.now() / 1000);

/** An attempt that created a link, as the history stores it. */
export const attempt = (patch: Partial<Attempt> = {}): Attempt =>
  testAttempt({
    link: pageLink,
    title: 'An article',
    shown: false,
    shortLink,
    expiresAt: now + 86_400,
    ...patch,
  });

type Answers = Partial<typeof background>;

/** How the background answers if everything succeeds, nothing is in the history, and no music plays. */
const successes: Answers = {
  shorten: (request) => Promise.resolve(createdFor(request, { shortLink, expiresAt: now + 86_400 })),
  undo: () =>
    Promise.resolve({ ok: true, attempt: attempt({ change: { kind: 'delete', state: 'done', at: 1 } }) }),
  changeLink: () => new Promise(() => undefined),
  setNote: () => Promise.resolve(true),
  acknowledge: () => Promise.resolve(null),
  unacknowledged: () => Promise.resolve(null),
  pendingAttempt: () => Promise.resolve(null),
  rateLimit: () => Promise.resolve(null),
  activeLinks: () => Promise.resolve([]),
  recent: () => Promise.resolve([]),
  jobs: () => Promise.resolve([]),
  expiringCount: () => Promise.resolve(0),
  shortOrigin: () => Promise.resolve('https://s.example'),
  playHere: () => Promise.resolve(true),
};

/** Lets the background answer a popup like that, except for these calls. `background.<name>` are spies from then on. */
export const answerPopup = (answers: Answers = {}): void => {
  const calls = background as unknown as Record<string, () => unknown>;
  for (const [name, answer] of Object.entries({ ...successes, ...answers }))
    vi.spyOn(calls, name).mockImplementation(answer as () => unknown);
  vi.spyOn(remote, 'findRunningPlayer').mockResolvedValue(null);
  // The list of tracking parameters in the package.
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ everywhere: ['fbclid'], sites: {} })));
};

/** The settings of a popup that is connected to one service, with these changes. */
export const setSettings = (changes: Partial<typeof settings.value> = {}): void => {
  chosenFormat.value = null;
  settings.value = {
    ...settingsUnderPolicy({ ...defaults, connections: [testInfo()] }, {}),
    offered: choices,
    ...changes,
  };
};

interface PopupOptions {
  page?: Partial<CurrentPage>;
  draft?: Draft;
  /** What the service of the only connection can do; nothing by default. */
  features?: readonly Feature[];
  settings?: Partial<typeof settings.value>;
  answers?: Answers;
}

/** Renders the popup over a page of the web, connected to a service, before what it loads later. */
export const renderPopup = ({
  page,
  draft,
  features = [],
  settings: changes,
  answers,
}: PopupOptions = {}): void => {
  answerPopup(answers);
  setSettings({ connections: [testInfo({ features })], ...changes });
  parts.value = null;
  const shown = { tabId: 1, link: pageLink, title: 'An article', private: false, ...page };
  render(<Popup page={shown} draft={draft ?? null} />);
};

/** The draft that is stored for the next popup; undefined before one was. */
export const storedDraft = (): unknown => browser.storage.session.values['popup-draft'];

/** A setting that was stored; undefined if none was. */
export const storedSetting = (name: string): unknown =>
  (browser.storage.local.values['settings'] as Record<string, unknown> | undefined)?.[name];

/** Types a text into the field Link, in the place of what it contains. */
export const typeLink = (value: string): void => {
  fireEvent.input(screen.getByRole('textbox', { name: 'Link' }), { target: { value } });
};

/** Sends the form, as the key Enter or a click on its button does. */
export const submit = (): void => {
  press(/^(Shorten|Try again|Too many)/);
};

/** The value of the field with the short link; waits for it. */
export const shownLink = async (): Promise<string> =>
  (await screen.findByRole<HTMLInputElement>('textbox', { name: 'Short link' })).value;

/** Sends the form; resolves with the short link once it is shown. */
export const shortened = (): Promise<string> => {
  submit();
  return shownLink();
};

/** The text of the alert above the form, once it is there. */
export const alertText = async (): Promise<string> => (await screen.findByRole('alert')).textContent;

/** The label of the focused element, or its own text. */
export const focusedName = (): string => {
  const { activeElement } = document;
  const labels = activeElement instanceof HTMLInputElement ? activeElement.labels : null;
  return activeElement?.ariaLabel ?? (labels?.[0] ?? activeElement)?.textContent.trim() ?? '';
};
