import { text, type TextKey } from '../../lib/i18n/texts.ts';
import type { Trouble } from '../../lib/history/history.ts';
import type { Choice, LastingChoice } from '../../lib/validity/validity.ts';
import type { HistoryActions } from './actions.ts';
import { Links } from './Links.tsx';
import { useEntries } from './use-entries.ts';

interface HistoryProps {
  actions: HistoryActions;
  /** The validity that is offered where a link had an end of its own. */
  choice: LastingChoice;
  /** The validities to choose from. */
  offered: readonly Choice[];
  /** The id of the link that is to be made again, where the page was opened for that. */
  again: string | null;
  /** A private window: the browser keeps its databases apart, and throws them away. */
  isPrivate: boolean;
}

const troubles: Record<Trouble, TextKey> = {
  newer: 'historyNewer',
  unreadable: 'historyUnreadable',
  private: 'historyPrivate',
};

const Shown = ({ actions, ...wishes }: Omit<HistoryProps, 'isPrivate'>) => {
  const { trouble, ...history } = useEntries(actions);
  return trouble ? <Refusal trouble={trouble} /> : <Links {...{ history, actions, ...wishes }} />;
};

const Refusal = ({ trouble }: { trouble: Trouble }) => (
  <p role="alert" class="problem">
    {text(troubles[trouble])}
  </p>
);

/** The page of the history: all links that were made, apart from those of private windows. */
export const History = ({ isPrivate, ...wishes }: HistoryProps) => (
  <main class="page history">
    <header>
      <img src="/icons/96.png" width="40" height="40" alt="" />
      <h1>{text('historyTitle')}</h1>
      <a href="/options.html">{text('settings')}</a>
    </header>
    {isPrivate ? <Refusal trouble="private" /> : <Shown {...wishes} />}
  </main>
);
