import { useEffect, useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import type { Shortcut, ShortcutActions } from './actions.ts';

interface ShortcutListProps {
  first: Shortcut[];
  actions: Pick<ShortcutActions, 'readShortcuts'>;
}

const nameOf = ({ name }: Shortcut): string =>
  text(name === 'shorten-page' ? 'commandShortenPage' : 'shorteningKeyPopup');

/** The keys as they are: who comes back from the browser's page for them sees the new ones. */
const useShortcuts = ({ first, actions }: ShortcutListProps): Shortcut[] => {
  const [shortcuts, setShortcuts] = useState(first);
  useEffect(() => {
    const look = (): void => void actions.readShortcuts().then((found) => setShortcuts(found ?? []));
    addEventListener('focus', look);
    return () => removeEventListener('focus', look);
  }, []);
  return shortcuts;
};

/** What can be done by keyboard. */
export const ShortcutList = (props: ShortcutListProps) => (
  <dl class="keys">
    {useShortcuts(props).map((shortcut) => (
      <div key={shortcut.name}>
        <dt>{nameOf(shortcut)}</dt>
        <dd>{shortcut.keys === '' ? text('shorteningKeyNone') : <kbd>{shortcut.keys}</kbd>}</dd>
      </div>
    ))}
  </dl>
);
