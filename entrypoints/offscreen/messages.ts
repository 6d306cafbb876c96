import * as z from 'zod/mini';
import { copyByEvent } from '../../components/toast/copy-event.ts';
import { message } from '../../lib/messaging/message.ts';
import type { createAudioPlayer } from '../../lib/music/audio-player.ts';

/** To the offscreen document, beside those to the audio player in it. */
export const offscreenMessages = (player: ReturnType<typeof createAudioPlayer>) => ({
  /** Copies, as this document has a clipboard: whether that holds the content now. */
  copy: message({
    from: ['background'],
    request: () => z.object({ text: z.string(), html: z.optional(z.string()) }),
    handle(content) {
      // A client for a moment: it restarts the idle timer, so that the document does not close before the copy is done.
      const { detach } = player.attach({ tabId: null, private: false, send: () => undefined });
      const copied = copyByEvent(content, document);
      detach();
      return Promise.resolve(copied);
    },
  }),
});

export type OffscreenMessages = ReturnType<typeof offscreenMessages>;
