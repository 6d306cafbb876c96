import { useEffect, useState } from 'preact/hooks';
import type { Attempt } from '../../lib/history/contract.ts';
import type { CurrentPage } from '../../lib/browser/contract.ts';
import type { PopupActions } from './actions.ts';
import type { Earlier } from './Earlier.tsx';

interface Parts {
  page: CurrentPage;
  connected: boolean;
  actions: Pick<PopupActions, 'earlier' | 'arrival' | 'markShown'>;
}

/** A link that nobody was told of before it ended is no news. */
const hasEnded = ({ end }: Attempt): boolean => end !== undefined && end * 1000 <= Date.now();

/** The attempt of an earlier popup whose outcome nobody was told, kept up to date while it is on its way. */
export const useEarlier = ({ page, connected, actions }: Parts) => {
  const [earlier, setEarlier] = useState<Attempt | null>(null);
  // What shows it is read where there is something to show.
  const [notice, setNotice] = useState<{ Earlier: typeof Earlier } | null>(null);
  const tell = (attempt: Attempt): void => {
    setEarlier(hasEnded(attempt) ? null : attempt);
    if (attempt.state !== 'sending') actions.markShown(attempt.id, page.private);
  };
  const look = async (): Promise<void> => {
    const found = await actions.earlier(page.private);
    if (!found || !connected) return;
    void import('./Earlier.tsx').then(setNotice);
    tell(found);
    if (found.state !== 'sending') return;
    await actions.arrival(found.id);
    const settled = await actions.earlier(page.private);
    // Another popup may have told it meanwhile.
    if (settled?.id === found.id) tell(settled);
    else setEarlier(null);
  };
  // In any case: by this the background knows that a popup is there, and takes its sign from the toolbar button.
  useEffect(() => void look(), []);
  return { earlier, notice, dismiss: () => setEarlier(null) };
};
