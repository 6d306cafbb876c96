import { useEffect, useState } from 'preact/hooks';
import { text } from '../../lib/browser/texts.ts';
import type { Shortcut, ShorteningActions } from './actions.ts';

interface ShortcutsProps {
  first: Shortcut[];
  actions: Pick<ShorteningActions, 'readShortcuts' | 'openShortcuts'>;
}

const nameOf = ({ name }: Shortcut): string =>
  text(name === 'shorten-page' ? 'commandShortenPage' : 'shorteningKeyPopup');

/** The keys as they are: who comes back from the browser's page for them sees the new ones. */
const useShortcuts = ({ first, actions }: ShortcutsProps): Shortcut[] => {
  const [shortcuts, setShortcuts] = useState(first);
  useEffect(() => {
    const look = (): void => void actions.readShortcuts().then((found) => setShortcuts(found ?? []));
    addEventListener('focus', look);
    return () => removeEventListener('focus', look);
  }, []);
  return shortcuts;
};

/** What can be done by keyboard, and the way to change it. */
export const Shortcuts = (props: ShortcutsProps) => {
  const shortcuts = useShortcuts(props);
  const [isRefused, setRefused] = useState(false);
  const { openShortcuts } = props.actions;
  return (
    <section class="keys" aria-labelledby="keys-title">
      <h3 id="keys-title">{text('shorteningKeys')}</h3>
      <dl>
        {shortcuts.map((shortcut) => (
          <div key={shortcut.name}>
            <dt>{nameOf(shortcut)}</dt>
            <dd>{shortcut.keys === '' ? text('shorteningKeyNone') : <kbd>{shortcut.keys}</kbd>}</dd>
          </div>
        ))}
      </dl>
      {openShortcuts ? (
        <button type="button" onClick={() => void openShortcuts().then((isOpen) => setRefused(!isOpen))}>
          {text('shorteningKeyChange')}
        </button>
      ) : (
        <p class="note">{text('shorteningKeyAlone')}</p>
      )}
      <p role="alert" class="note warn">
        {isRefused && text('shorteningKeyRefused')}
      </p>
    </section>
  );
};
