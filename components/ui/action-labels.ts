import { text, type TextKey } from '../../lib/i18n/texts.ts';
import type { OutcomeAction } from '../../lib/delivery/types.ts';

export const actionLabels: Record<OutcomeAction, TextKey> = {
  'try-again': 'tryAgain',
  another: 'createAnother',
  'without-password': 'useWithoutPassword',
  settings: 'settings',
};

/** The label of an action; for a retry, with the seconds for which the service still wants no request. */
export const actionLabel = (action: OutcomeAction, wait: number): string =>
  action === 'try-again' && wait > 0 ? text('tryAgainIn', String(wait)) : text(actionLabels[action]);

/** The label of the button that shortens; `wait` in seconds. */
export const shortenLabel = ({ sending, wait }: { sending: boolean; wait: number }): string => {
  if (sending) return text('shortening');
  return wait > 0 ? text('shortenWait', String(wait)) : text('shorten');
};
