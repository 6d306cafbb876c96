import { fireEvent, render, screen } from '@testing-library/preact';
import { vi } from 'vitest';
import type { Feature } from '../../lib/api/links/contract.ts';
import type { Attempt } from '../../lib/history/types.ts';
import { testInfo } from '../../lib/settings/test-helpers/connection-info.ts';
import { Popup, type PopupProps } from '../popup/Popup.tsx';
import type { PopupActions } from '../popup/popup-actions.ts';
import { copy, press } from './dom.ts';

export const pageLink = 'https://example.com/article';
export const shortLink = 'https://s.example/aB3dE6gH';

/** Unix seconds. */
export const now = Math.floor(Date.now() / 1000);

/** An attempt that created a link, as the history stores it. */
export const attempt = (patch: Partial<Attempt> = {}): Attempt => ({
  id: crypto.randomUUID(),
  link: pageLink,
  title: 'An article',
  account: 'account',
  createdAt: now * 1000,
  validity: { kind: 'duration', seconds: 86_400 },
  state: 'created',
  shown: false,
  shortLink,
  expiresAt: now + 86_400,
  ...patch,
});

/** Actions that all succeed, as spies. */
export const popupActions = (patch: Partial<PopupActions> = {}): PopupActions => ({
  shorten: vi.fn<PopupActions['shorten']>(({ id }) =>
    Promise.resolve({ ok: true, id, shortLink, expiresAt: now + 86_400 }),
  ),
  copy: vi.fn(copy),
  copyImage: vi.fn(copy),
  saveFile: vi.fn(),
  open: vi.fn(),
  share: null,
  openSettings: vi.fn(),
  shortHost: vi.fn(() => Promise.resolve('s.example')),
  undo: vi.fn<PopupActions['undo']>(() => Promise.resolve({ ok: true, isDeleted: true })),
  findAttempt: vi.fn<PopupActions['findAttempt']>(() => Promise.resolve(null)),
  setNote: vi.fn<PopupActions['setNote']>(() => Promise.resolve(true)),
  changeLink: vi.fn<PopupActions['changeLink']>(() => new Promise(() => undefined)),
  rememberChoice: vi.fn(),
  rememberFormat: vi.fn(),
  editTemplate: vi.fn(),
  saveDraft: vi.fn(),
  tracking: vi.fn(() => Promise.resolve(null)),
  activeLinks: vi.fn(() => Promise.resolve([])),
  recent: vi.fn(() => Promise.resolve([])),
  expiringCount: vi.fn(() => Promise.resolve(0)),
  windowTabs: vi.fn(() => Promise.resolve(null)),
  openPage: vi.fn(),
  unacknowledged: vi.fn(() => Promise.resolve(null)),
  rateLimit: vi.fn(() => Promise.resolve(null)),
  pendingOutcome: vi.fn(() => Promise.resolve(null)),
  acknowledge: vi.fn(),
  findRunningPlayer: vi.fn(() => Promise.resolve(null)),
  playHere: vi.fn(() => Promise.resolve(true)),
  showTab: vi.fn(),
  close: vi.fn(),
  ...patch,
});

interface PopupOptions extends Partial<Omit<PopupProps, 'page' | 'actions'>> {
  /** What the service of the only connection can do; nothing by default. */
  features?: Feature[];
  page?: Partial<PopupProps['page']>;
  actions?: Partial<PopupActions>;
}

/** Renders the popup over a page of the web, connected to a service; returns its actions. */
export const renderPopup = ({
  page,
  actions: patch,
  features,
  ...options
}: PopupOptions = {}): PopupActions => {
  const actions = popupActions(patch);
  render(
    <Popup
      connected
      choice="month"
      format="plain"
      template="{title}: {short}"
      defaultValidity="month"
      lastValidity="month"
      offered={['hour', 'day', 'week', 'month', 'custom']}
      copyAtOnce
      removeTracking={false}
      musicOff={false}
      draft={null}
      connections={[testInfo({ features })]}
      {...options}
      page={{ tabId: 1, link: pageLink, title: 'An article', private: false, ...page }}
      actions={actions}
      lazyActions={() => Promise.resolve(actions)}
    />,
  );
  return actions;
};

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

/** The text of the alert above the form, once it is there. */
export const alertText = async (): Promise<string> => (await screen.findByRole('alert')).textContent;

/** The label of the focused element, or its own text. */
export const focusedName = (): string => {
  const { activeElement } = document;
  const labels = activeElement instanceof HTMLInputElement ? activeElement.labels : null;
  return (labels?.[0] ?? activeElement)?.textContent.trim() ?? '';
};
