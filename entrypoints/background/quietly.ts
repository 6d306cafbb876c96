import { withTimeout } from '../../lib/async/async.ts';
import { noticeOf } from '../../components/told/notice.ts';
import { notify, onNotice } from '../../lib/browser/notifications.ts';
import { ensureOffscreenDocument } from '../../lib/browser/offscreen.ts';
import { openPage } from '../../lib/browser/pages.ts';
import { send } from '../../lib/messaging/send.ts';
import { readSettingsOrDefaults } from '../../lib/settings/settings.ts';
import type { Told } from '../../lib/delivery/contract.ts';

/** Begins the name of every notice from here; behind it stands the id under which the page tells the same. */
const prefix = 'told:';

/** Milliseconds: a write to the clipboard may never settle. */
const patience = 5_000;

/** Firefox's background has a clipboard; a worker has none, but the document of the sound does. */
const copyOnce = async (text: string): Promise<boolean> => {
  if (!import.meta.env.FIREFOX) return (await ensureOffscreenDocument()) && send('copy', { text });
  await navigator.clipboard.writeText(text);
  return true;
};

const copy = (text: string): Promise<boolean> => {
  // That document may close in the very moment; then there is a new one.
  const copied = copyOnce(text).catch(() => copyOnce(text));
  return withTimeout(
    copied.catch(() => false),
    { milliseconds: patience, late: () => false },
  );
};

/** Tells by a notice, with the short link on the clipboard. Resolves with whether the browser showed it. */
export const tellQuietly = async (id: string, told: Told): Promise<boolean> => {
  const { outcome } = told;
  const isCopied =
    outcome.ok && (await readSettingsOrDefaults()).copyAtOnce && (await copy(outcome.shortLink));
  return notify({ id: prefix + id, ...noticeOf(told, isCopied) });
};

/** A click on such a notice opens the page that tells it. Registers at once. */
export const startNotices = (): void =>
  onNotice((id) => void (id.startsWith(prefix) && openPage(`/told.html#${id.slice(prefix.length)}`)));
