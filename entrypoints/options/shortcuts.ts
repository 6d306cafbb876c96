import type { ShortcutActions } from '../../components/shortcuts/actions.ts';
import { readShortcuts, shortcutSettings } from '../../lib/browser/shortcuts.ts';
import { succeeds } from './succeeds.ts';

const open = shortcutSettings();

export const shortcutActions: ShortcutActions = {
  readShortcuts: () => readShortcuts().catch(() => null),
  openShortcuts: open && (() => succeeds(open())),
};
