import { browser } from '@wxt-dev/webextension-polyfill/browser';
import type { Attached, Client, Word } from '../music/contract.ts';
import { knownSenderOf } from './sender.ts';

/** Name of the ports between remote controls and the sound. */
export const soundPort = 'sound';

/**
 * The one door of the sound: lets in the player of a web page's top frame and our own pages, nobody else. A port that
 * closes is a page that is gone. Registers at once.
 */
export const serveSound = (sound: { attach(client: Client): Attached }): void => {
  const self = { id: browser.runtime.id, origin: browser.runtime.getURL('/') };
  browser.runtime.onConnect.addListener((port) => {
    const speaker = port.name === soundPort ? knownSenderOf(port.sender ?? {}, self) : null;
    if (!speaker) {
      port.disconnect();
      return;
    }
    const tell = (word: Word): void => {
      try {
        port.postMessage(word);
      } catch {
        // Closed this very moment: onDisconnect follows.
      }
    };
    const attached = sound.attach({
      tabId: speaker.site?.tabId ?? null,
      private: speaker.site?.private ?? false,
      tell,
    });
    port.onMessage.addListener((command: unknown) => attached.obey(command));
    port.onDisconnect.addListener(() => attached.leave());
  });
};
