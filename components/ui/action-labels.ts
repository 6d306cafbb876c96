import { text, type TextKey } from '../../lib/i18n/texts.ts';
import type { OutcomeAction } from '../../lib/outcome/actions.ts';

export const actionLabels: Record<OutcomeAction, TextKey> = {
  history: 'checkHistory',
  'try-again': 'tryAgain',
  another: 'newLink',
  'without-password': 'useWithoutPassword',
  settings: 'settings',
  undo: 'historyUndo',
};

/**
 * The label of an action, with the seconds for which the service still wants no request, or for which the link can be undone.
 */
export const actionLabel = (action: OutcomeAction, wait: number): string => {
  if (action === 'undo' && wait > 0) return text('undoIn', String(wait));
  return action === 'try-again' && wait > 0 ? text('shortenWait', String(wait)) : text(actionLabels[action]);
};

/** The label of the button that shortens, or tries again; `wait` in seconds. */
export const shortenLabel = (
  { sending, wait }: { sending: boolean; wait: number },
  name: 'shorten' | 'tryAgain',
): string => {
  if (sending) return text('shortening');
  return wait > 0 ? text('tryAgainIn', String(wait)) : text(name);
};
