import { useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import type { Shortcut } from '../../lib/browser/contract.ts';
import { type ShortcutActions, ShortcutList } from './ShortcutList.tsx';

/** The keyboard shortcuts, and a way to change them. */
export const Shortcuts = ({ initial, actions }: { initial: Shortcut[]; actions: ShortcutActions }) => {
  const [isRefused, setRefused] = useState(false);
  const { openShortcuts } = actions;
  return (
    <section class="section" aria-labelledby="keys-title">
      <h2 id="keys-title">{text('shorteningKeys')}</h2>
      <div class="card rows">
        <ShortcutList initial={initial} actions={actions} />
        {openShortcuts ? (
          <div class="setting more">
            <button
              type="button"
              class="quiet small"
              onClick={() => void openShortcuts().then((isOpen) => setRefused(!isOpen))}
            >
              {text('shorteningKeyChange')}
            </button>
          </div>
        ) : (
          <div class="setting more">
            <p class="note">{text('shorteningKeyManual')}</p>
          </div>
        )}
      </div>
      <p role="alert" class="problem">
        {isRefused && text('shorteningKeyRefused')}
      </p>
    </section>
  );
};
