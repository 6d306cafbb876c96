import { computed, signal } from '@preact/signals';
import { logAndReturn } from '../lib/errors/error-log.ts';
import { openOptions, openPage, openTab } from '../lib/browser/pages.ts';
import { settingsUnderPolicy } from '../lib/settings/policy.ts';
import { unreadSettings } from '../lib/settings/schema.ts';
import { onSettingsChange, readSettingsOrDefaults } from '../lib/settings/settings.ts';

// What every part of a page of the extension may need. A page reads it once, before it renders.

/** The settings in effect; they follow the changes of other pages and of the policy. */
export const settings = signal(settingsUnderPolicy(unreadSettings, {}));

/** What pages know of the connections, the default one first. */
export const connections = computed(() => settings.value.connections);

const seconds = (): number => Math.floor(Date.now() / 1000);

/** Unix seconds, updated every 15 s while the page is visible, and whenever it becomes visible. */
export const now = signal(seconds());

export const updateNow = (): void => {
  now.value = seconds();
};

/** Keeps the time and the settings up to date until the signal aborts. Registers synchronously. */
export const followChanges = (signal?: AbortSignal): void => {
  onSettingsChange((changed) => {
    settings.value = changed;
  }, signal);
  // A page that is being left becomes hidden first: an update would delay the next page.
  const tick = (): void => {
    if (document.visibilityState === 'visible') updateNow();
  };
  const timer = setInterval(tick, 15_000);
  document.addEventListener('visibilitychange', tick, signal && { signal });
  signal?.addEventListener('abort', () => clearInterval(timer));
};

/** Reads the settings of a page that is opening, and follows their changes. Never rejects. */
export const readSettingsOfPage = async (): Promise<void> => {
  followChanges();
  settings.value = await readSettingsOrDefaults();
};

/** A popup that opens a page closes: not every browser closes it by itself. */
const leave = (opening: Promise<unknown>): void => {
  const close = (): void => {
    // In a tab, the popup has the fragment of an outcome, and stays.
    if (location.pathname === '/popup.html' && location.hash === '') window.close();
  };
  void opening.catch(logAndReturn(null)).finally(close);
};

/** Opens a page of the extension, such as "/history.html". */
export const goToPage = (path: string): void => leave(openPage(path));

export const goToAddress = (url: string): void => leave(openTab(url));

export const goToSettings = (): void => leave(openOptions());
