import { useEffect, useRef } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';

/** The popup before a service is connected: one sentence, and a button that opens the settings. */
export const NotConnected = ({ openSettings }: { openSettings(): void }) => {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <main class="empty">
      <img src="/icons/96.png" width="56" height="56" alt="" />
      <h1>{text('notConnectedTitle')}</h1>
      <p>{text('notConnected')}</p>
      <button ref={button} class="primary" type="button" onClick={openSettings}>
        {text('connect')}
      </button>
    </main>
  );
};
