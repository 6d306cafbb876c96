import { useEffect, useState } from 'preact/hooks';
import { logError } from '../../lib/errors/error-log.ts';
import type { HistoryProblem } from '../../lib/history/history.ts';
import { dateText } from '../../lib/i18n/dates.ts';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { progressOf, titleOf, useMove } from '../moving/use-move.ts';
import { Icon } from '../ui/Icon.tsx';
import { Alert } from '../ui/Problem.tsx';
import { saveHistory } from './Files.tsx';
import type { HistoryActions } from './history-actions.ts';
import { Links, type LinksProps } from './Links.tsx';
import { Header } from './Toolbar.tsx';
import { useEntries } from './use-entries.ts';
import { focusOn } from './use-list.ts';

const problemTexts: Record<Exclude<HistoryProblem, 'damaged'>, TextKey> = {
  newer: 'historyNewer',
  unreadable: 'historyUnreadable',
  private: 'historyPrivate',
};

type RepairActions = Pick<HistoryActions, 'salvage' | 'rebuild' | 'saveFile'>;

/** Saves what can be read in a file first, since the browser may refuse to write it to the new database. */
const repair = async ({ salvage, rebuild, saveFile }: RepairActions): Promise<void> => {
  const intact = await salvage();
  saveHistory(intact, 'json', saveFile);
  await rebuild(intact);
};

interface DamageNoteProps {
  actions: RepairActions;
  /** Called when the history can be read again. */
  onRepaired(): void;
}

/** Says that a part of the history is damaged, and repairs it. */
const DamageNote = ({ actions, onRepaired }: DamageNoteProps) => {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const start = (): void => {
    if (state === 'busy') return;
    setState('busy');
    const finish = (): void => {
      setState('idle');
      onRepaired();
    };
    const fail = (error: unknown): void => {
      logError(error);
      setState('failed');
    };
    repair(actions).then(finish, fail);
  };
  return (
    <div class="problem">
      <p role="alert">{text(state === 'failed' ? 'historyUnrepaired' : 'historyDamaged')}</p>
      <button type="button" aria-busy={state === 'busy'} onClick={start}>
        {text('historyRepair')}
      </button>
    </div>
  );
};

/** Says that the browser has lost the history, until the person dismisses it. Render it after the history was opened. */
const LossNote = ({ actions }: { actions: Pick<HistoryActions, 'readLoss' | 'acknowledgeLoss'> }) => {
  const [lostAt, setLostAt] = useState<number | null>(null);
  useEffect(() => void actions.readLoss().then(setLostAt, logError), []);
  const dismiss = (): void => {
    focusOn('#search');
    setLostAt(null);
    void actions.acknowledgeLoss().catch(logError);
  };
  if (lostAt === null) return null;
  return (
    <div class="problem loss">
      <p role="alert">{text('historyLost', dateText(lostAt, { dateStyle: 'medium' }))}</p>
      <button type="button" class="quiet" onClick={dismiss}>
        {text('dismiss')}
      </button>
    </div>
  );
};

type MoveNoteProps = Pick<LinksProps, 'connections'> & Pick<HistoryActions, 'readMove'>;

/** Shows the progress of a move of links until its result is closed, with a link to the move. */
const MoveNote = ({ readMove, connections }: MoveNoteProps) => {
  const { move } = useMove(readMove);
  return (
    move && (
      <p class="notice">
        <Icon name="info" />
        <span class="grow num parts">
          <bdi>{titleOf(move, connections)}</bdi> {progressOf(move) && <span>{progressOf(move)}</span>}
        </span>
        <a href="/options.html#move">{text('moveShow')}</a>
      </p>
    )
  );
};

type RegularHistoryProps = Omit<LinksProps, 'history' | 'children'>;

/** The history, or why it cannot be shown. */
const RegularHistory = (props: RegularHistoryProps) => {
  const { actions } = props;
  const { problem, ...history } = useEntries(actions);
  if (problem === null)
    return (
      <Links {...props} history={history}>
        {!history.isReading && (
          <>
            <LossNote actions={actions} />
            <MoveNote readMove={actions.readMove} connections={props.connections} />
          </>
        )}
      </Links>
    );
  return (
    <>
      <Header />
      {problem === 'damaged' ? (
        <DamageNote actions={actions} onRepaired={() => void history.changed(null)} />
      ) : (
        <Alert>{text(problemTexts[problem])}</Alert>
      )}
    </>
  );
};

interface HistoryProps extends RegularHistoryProps {
  /** A private window: the browser stores its databases separately and deletes them afterwards. */
  isPrivate: boolean;
  /** Every window is private, since the browser never remembers history. */
  isMemoryOnly?: boolean;
}

/** The page of the history: all links, except those of private windows. */
export const History = ({ isPrivate, isMemoryOnly, ...props }: HistoryProps) => (
  <main class="page history">
    {isPrivate ? (
      <>
        <Header />
        <Alert>{text(isMemoryOnly ? 'historyMemoryOnly' : problemTexts.private)}</Alert>
      </>
    ) : (
      <RegularHistory {...props} />
    )}
  </main>
);
