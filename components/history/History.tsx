import { text, type TextKey } from '../../lib/i18n/texts.ts';
import type { HistoryProblem } from '../../lib/history/history.ts';
import type { Choice, LastingChoice } from '../../lib/validity/validity.ts';
import type { HistoryActions } from './history-actions.ts';
import { DamageNote } from './DamageNote.tsx';
import { Links } from './Links.tsx';
import { LossNote } from './LossNote.tsx';
import { useEntries } from './use-entries.ts';

interface HistoryProps {
  actions: HistoryActions;
  /** The validity that is offered where a link had a custom expiry time. */
  choice: LastingChoice;
  /** The validities to choose from. */
  offered: readonly Choice[];
  /** The id of the link to create again, where an expiry reminder opened the page. */
  recreate: string | null;
  /** A private window: the browser stores its databases separately and deletes them afterwards. */
  isPrivate: boolean;
}

const problemTexts: Record<HistoryProblem, TextKey> = {
  newer: 'historyNewer',
  damaged: 'historyDamaged',
  unreadable: 'historyUnreadable',
  private: 'historyPrivate',
};

const Shown = ({ actions, ...options }: Omit<HistoryProps, 'isPrivate'>) => {
  const { problem, ...history } = useEntries(actions);
  if (problem === 'damaged')
    return <DamageNote actions={actions} repaired={() => void history.changed(null)} />;
  if (problem) return <HistoryProblemNote problem={problem} />;
  return (
    <>
      {!history.isReading && <LossNote actions={actions} />}
      <Links {...{ history, actions, ...options }} />
    </>
  );
};

const HistoryProblemNote = ({ problem }: { problem: HistoryProblem }) => (
  <p role="alert" class="problem">
    {text(problemTexts[problem])}
  </p>
);

/** The page of the history: all links, except those of private windows. */
export const History = ({ isPrivate, ...options }: HistoryProps) => (
  <main class="page history">
    <header>
      <img src="/icons/96.png" width="40" height="40" alt="" />
      <h1>{text('historyTitle')}</h1>
      <a href="/options.html">{text('settings')}</a>
    </header>
    {isPrivate ? <HistoryProblemNote problem="private" /> : <Shown {...options} />}
  </main>
);
