import { useEffect, useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import type { Shortcut } from '../../lib/browser/contract.ts';

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

const nameOf = ({ name }: Shortcut): string =>
  text(name === 'shorten-page' ? 'commandShortenPage' : 'shorteningKeyPopup');

/** The shortcuts, read again whenever the page gets the focus, such as after the browser's page for shortcuts. */
const useShortcuts = ({ initial, actions }: ShortcutListProps): Shortcut[] => {
  const [shortcuts, setShortcuts] = useState(initial);
  useEffect(() => {
    const refresh = (): void => void actions.readShortcuts().then((found) => setShortcuts(found ?? []));
    addEventListener('focus', refresh);
    return () => removeEventListener('focus', refresh);
  }, []);
  return shortcuts;
};

/** The keys of a shortcut as the browser writes them, such as "Alt+Shift+K", or "⌥⇧K" if it writes signs. */
const Keys = ({ keys }: { keys: string }) => (
  <kbd>
    {keys.split('+').map((key, index) => (
      <>
        {index > 0 && <span class="unseen">+</span>}
        <kbd translate={false}>{key}</kbd>
      </>
    ))}
  </kbd>
);

/** The keyboard shortcuts. */
export const ShortcutList = (props: ShortcutListProps) => (
  <dl class="keys">
    {useShortcuts(props).map((shortcut) => (
      <div key={shortcut.name} class="setting">
        <dt class="grow">{nameOf(shortcut)}</dt>
        <dd>{shortcut.keys === '' ? text('shorteningKeyNone') : <Keys keys={shortcut.keys} />}</dd>
      </div>
    ))}
  </dl>
);
