import { browser } from '../webextension/browser.ts';
import type { AttachedClient, PlayerClient, PlayerEvent } from './contract.ts';
import { knownSenderOf } from '../messaging/check-sender.ts';

/**
 * Connects the audio player with its remote controls over ports. Accepts ports of the top frame of a web page and of the
 * extension's own pages only. A closed port means that its page has gone. Registers its listener synchronously.
 */
export const servePlayer = (player: { attach(client: PlayerClient): AttachedClient }): void => {
  const self = { id: browser.runtime.id, origin: browser.runtime.getURL('/') };
  browser.runtime.onConnect.addListener((port) => {
    const sender = port.name === 'player' ? knownSenderOf(port.sender ?? {}, self) : null;
    if (!sender) {
      port.disconnect();
      return;
    }

    const send = (event: PlayerEvent): void => {
      try {
        port.postMessage(event);
      } catch {
        // The port has just closed: onDisconnect follows.
      }
    };
    const client = player.attach({
      tabId: sender.tab?.tabId ?? null,
      private: sender.tab?.private ?? false,
      send,
    });
    port.onMessage.addListener((command: unknown) => client.receive(command));
    port.onDisconnect.addListener(() => client.detach());
  });
};
