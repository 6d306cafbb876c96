import { useEffect, useState } from 'preact/hooks';
import type { Attempt } from '../../lib/history/contract.ts';
import type { CurrentPage } from '../../lib/browser/contract.ts';
import type { PopupActions } from './popup-actions.ts';

interface EarlierOptions {
  page: CurrentPage;
  connected: boolean;
  actions: Pick<PopupActions, 'unacknowledged' | 'pendingOutcome' | 'acknowledge'>;
}

/** A link that has expired before its outcome was seen is not shown. */
const isExpired = ({ expiresAt }: Attempt): boolean =>
  expiresAt !== undefined && expiresAt * 1000 <= Date.now();

/** The attempt of an earlier popup whose outcome was not seen, updated when its outcome arrives. */
export const useEarlier = ({ page, connected, actions }: EarlierOptions) => {
  const [earlier, setEarlier] = useState<Attempt | null>(null);
  const show = (attempt: Attempt): void => {
    setEarlier(isExpired(attempt) ? null : attempt);
    if (attempt.state !== 'sending') actions.acknowledge(attempt.id, page.private);
  };
  const load = async (): Promise<void> => {
    const found = await actions.unacknowledged(page.private);
    if (!found || !connected) return;
    show(found);
    if (found.state !== 'sending') return;
    await actions.pendingOutcome(found.id);
    const settled = await actions.unacknowledged(page.private);
    // Another popup may have shown it meanwhile.
    if (settled?.id === found.id) show(settled);
    else setEarlier(null);
  };
  // Always sent, even without a connection: the background clears its badge when it gets this message.
  useEffect(() => void load(), []);
  return { earlier, dismiss: () => setEarlier(null) };
};
