import { withTimeout } from '../../lib/async/timeout.ts';
import { copy as writeClipboard } from '../../lib/browser/clipboard.ts';
import { onNotificationClick } from '../../lib/browser/notifications.ts';
import { ensureOffscreenDocument, hasOffscreenDocument } from '../../lib/browser/offscreen.ts';
import { onLastPrivateWindowClosed, openPage } from '../../lib/browser/pages.ts';
import { Delivery, outcomePath } from '../../lib/delivery/delivery.ts';
import { outcomeNoticePrefix } from '../../lib/delivery/notify-and-copy.ts';
import { copyLimitMs } from '../../lib/delivery/copying.ts';
import { logAndReturn } from '../../lib/errors/error-log.ts';
import type { CopiedContent } from '../../lib/formats/formats.ts';
import type { LinkChanger } from '../../lib/managing/link-changer.ts';
import { createClient } from '../../lib/messaging/send.ts';
import type { Shortener } from '../../lib/shortening/shortening.ts';
import type { OffscreenMessages } from '../offscreen/messages.ts';

const offscreen = createClient<OffscreenMessages>();

/**
 * Chromium's worker has no clipboard, but the offscreen document that plays the music has one. Undefined without an answer, or
 * if that document has closed meanwhile: the browser may then drop what it wrote.
 */
const copyOffscreen = async (content: CopiedContent): Promise<boolean | undefined> => {
  const isOpen = await ensureOffscreenDocument().catch(logAndReturn(undefined));
  const copied = isOpen && (await offscreen.copy(content));
  return (await hasOffscreenDocument()) ? copied : undefined;
};

/** The background page of Firefox has a clipboard. */
const copyHere = async (content: CopiedContent): Promise<boolean> => {
  if (import.meta.env.FIREFOX) return writeClipboard(content.text, content.html);
  // The offscreen document may close at the same moment; the second try opens a new one.
  return (await copyOffscreen(content)) ?? (await copyOffscreen(content)) ?? false;
};

const copy = (content: CopiedContent): Promise<boolean> => {
  const copied = copyHere(content).catch(logAndReturn(false));
  return withTimeout(copied, { milliseconds: copyLimitMs, onTimeout: () => false });
};

/** Delivers the outcomes of links that were requested without the popup. Registers its listeners at once. */
export const startDelivery = (shortener: Shortener, undo: LinkChanger['undo']): Delivery => {
  const delivery = new Delivery(shortener, undo, copy);
  onNotificationClick((id) => {
    if (id.startsWith(outcomeNoticePrefix)) void openPage(outcomePath(id.slice(outcomeNoticePrefix.length)));
  });
  onLastPrivateWindowClosed(() => delivery.removePrivate());
  return delivery;
};
