import { text } from '../../lib/browser/texts.ts';

/** Before a service is connected: one sentence and the way there. */
export const NotConnected = ({ openSettings }: { openSettings(): void }) => (
  <main class="popup welcome">
    <img src="/icons/96.png" width="48" height="48" alt="" />
    <p>{text('notConnected')}</p>
    <button class="primary" type="button" autoFocus onClick={openSettings}>
      {text('settings')}
    </button>
  </main>
);
