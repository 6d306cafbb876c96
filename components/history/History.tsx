import { text, type TextKey } from '../../lib/i18n/texts.ts';
import type { HistoryProblem } from '../../lib/history/history.ts';
import type { Choice, Preset } from '../../lib/validity/validity.ts';
import { Header } from './Header.tsx';
import type { HistoryActions } from './history-actions.ts';
import { DamageNote } from './DamageNote.tsx';
import { Links } from './Links.tsx';
import { LossNote } from './LossNote.tsx';
import { useEntries } from './use-entries.ts';

interface HistoryProps {
  actions: HistoryActions;
  /** The validity that is offered if a link had a custom expiry time. */
  choice: Preset;
  /** The validities to choose from. */
  offered: readonly Choice[];
  /** Whether a new link is copied without a click on Copy. */
  copyAtOnce: boolean;
  /** The id of the link to create again, if an expiry reminder opened the page. */
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

const HistoryProblemNote = ({ problem }: { problem: HistoryProblem }) => (
  <>
    <Header />
    <p role="alert" class="problem">
      {text(problemTexts[problem])}
    </p>
  </>
);

const Shown = ({ actions, ...options }: Omit<HistoryProps, 'isPrivate'>) => {
  const { problem, ...history } = useEntries(actions);
  if (problem === 'damaged')
    return (
      <>
        <Header />
        <DamageNote actions={actions} onRepaired={() => void history.changed(null)} />
      </>
    );
  if (problem) return <HistoryProblemNote problem={problem} />;
  return (
    <Links {...{ history, actions, ...options }}>
      {!history.isReading && <LossNote actions={actions} />}
    </Links>
  );
};

/** The page of the history: all links, except those of private windows. */
export const History = ({ isPrivate, ...options }: HistoryProps) => (
  <main class="page history">
    {isPrivate ? <HistoryProblemNote problem="private" /> : <Shown {...options} />}
  </main>
);
