import { useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import type { Shortcut } from '../../lib/browser/contract.ts';
import { type ShortcutActions, ShortcutList } from './ShortcutList.tsx';

/** The keyboard shortcuts, and a way to change them. */
export const Shortcuts = ({ first, actions }: { first: Shortcut[]; actions: ShortcutActions }) => {
  const [isRefused, setRefused] = useState(false);
  const { openShortcuts } = actions;
  return (
    <section aria-labelledby="keys-title">
      <h2 id="keys-title">{text('shorteningKeys')}</h2>
      <div class="form card shortcuts">
        <ShortcutList first={first} actions={actions} />
        {openShortcuts ? (
          <div class="buttons">
            <button type="button" onClick={() => void openShortcuts().then((isOpen) => setRefused(!isOpen))}>
              {text('shorteningKeyChange')}
            </button>
          </div>
        ) : (
          <p class="note">{text('shorteningKeyManual')}</p>
        )}
        <p role="alert" class="note warn">
          {isRefused && text('shorteningKeyRefused')}
        </p>
      </div>
    </section>
  );
};
