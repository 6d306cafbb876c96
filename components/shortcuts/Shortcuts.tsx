import { useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import type { Shortcut } from '../../lib/browser/types.ts';
import { Icon } from '../ui/Icon.tsx';
import { Alert } from '../ui/Problem.tsx';
import { useSubscription } from '../ui/use-subscription.ts';

/** The actions of the section. Nothing rejects. */
export interface ShortcutActions {
  /** Null if the browser has no shortcuts. */
  readShortcuts(): Promise<Shortcut[] | null>;
  /** Opens the browser's page for shortcuts, and resolves with whether it did; null if extensions cannot open it. */
  openShortcuts: (() => Promise<boolean>) | null;
}

interface ShortcutListProps {
  initial: Shortcut[];
  actions: Pick<ShortcutActions, 'readShortcuts'>;
}

/** The keys of a shortcut as the browser writes them, such as "Alt+G", or "⌃⇧G" if it writes signs. */
export const Keys = ({ keys }: { keys: string }) => (
  <kbd>
    {keys.split('+').map((key, index) => (
      <>
        {index > 0 && <span class="unseen">+</span>}
        <kbd translate={false}>{key}</kbd>
      </>
    ))}
  </kbd>
);

/** The keyboard shortcuts, read again whenever the page gets the focus, such as after the browser's page for shortcuts. */
const ShortcutList = ({ initial, actions }: ShortcutListProps) => {
  const [shortcuts, setShortcuts] = useState(initial);
  useSubscription((signal) => {
    const refresh = (): void => void actions.readShortcuts().then((found) => setShortcuts(found ?? []));
    addEventListener('focus', refresh, { signal });
  });
  return (
    <dl class="keys">
      {shortcuts.map(({ name, keys }) => (
        <div key={name} class="setting">
          <dt class="grow">{text(name === 'shorten-page' ? 'commandShortenPage' : 'shorteningKeyPopup')}</dt>
          <dd>{keys === '' ? text('shorteningKeyNone') : <Keys keys={keys} />}</dd>
        </div>
      ))}
    </dl>
  );
};

/** The keyboard shortcuts, and a way to change them. */
export const Shortcuts = ({ initial, actions }: { initial: Shortcut[]; actions: ShortcutActions }) => {
  const [isRefused, setRefused] = useState(false);
  const { openShortcuts } = actions;
  return (
    <section class="section" aria-labelledby="keys-title">
      <h2 id="keys-title">{text('optionsShortcuts')}</h2>
      <div class="card rows">
        <ShortcutList initial={initial} actions={actions} />
        <div class="setting more">
          {openShortcuts ? (
            <button
              type="button"
              class="quiet small"
              onClick={() => void openShortcuts().then((isOpen) => setRefused(!isOpen))}
            >
              {text('shorteningKeyChange')}
              <Icon name="open" small />
            </button>
          ) : (
            <p class="note">{text('shorteningKeyManual')}</p>
          )}
        </div>
      </div>
      <p class="note">{text('shorteningKeyPages')}</p>
      <Alert>{isRefused && text('shorteningKeyRefused')}</Alert>
    </section>
  );
};
