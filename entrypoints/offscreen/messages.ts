import * as z from 'zod/mini';
import { copyByEvent } from '../../components/toast/copy-event.ts';
import { message } from '../../lib/messaging/message.ts';
import type { createAudioPlayer } from '../../lib/music/audio-player.ts';

type LoadCover = (id: number) => Promise<string | null>;

/**
 * To the audio player, here or in Firefox's background: the picture of a track, as a PNG’s data address of at most 256 by 256
 * pixels.
 */
export const coverMessage = (loadCover: LoadCover) =>
  message({
    from: ['content-script'],
    request: z.object({ id: z.int() }),
    handle: ({ id }) => loadCover(id),
  });

export const offscreenMessages = (player: ReturnType<typeof createAudioPlayer>, loadCover: LoadCover) => ({
  cover: coverMessage(loadCover),

  /** Copies, as this document has a clipboard: whether that holds the content now. */
  copy: message({
    from: ['background'],
    request: z.object({ text: z.string(), html: z.optional(z.string()) }),
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
