import { useEffect, useId, useState } from 'preact/hooks';
import { logAndReturn } from '../../lib/errors/error-log.ts';
import { openJournal } from '../../lib/history/journal.ts';
import { plural, text } from '../../lib/i18n/texts.ts';
import type { ItemOf } from '../../lib/jobs/job.ts';
import { nameIn } from '../../lib/jobs/job-texts.ts';
import { type MovePlan, planMove } from '../../lib/jobs/moving.ts';
import { Job } from '../jobs/Job.tsx';
import { createJobList, type JobList, type JobState } from '../jobs/job-state.ts';
import { listed, type ListedConnection, movedFrom, readConnections } from '../options/options-state.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Alert } from '../ui/Problem.tsx';
import { Select } from '../ui/Select.tsx';
import { useAction } from '../ui/use-action.ts';
import { useSubscription } from '../ui/use-subscription.ts';

const Facts = ({ plan }: { plan: MovePlan }) => {
  const facts = [
    plan.links > 0 ? plural('movePlan', plan.links) : text('moveNone'),
    plan.limited > 0 && plural('moveLimited', plan.limited),
    plan.moved > 0 && plural('moveMovedBefore', plan.moved),
    plan.unknown > 0 && plural('moveUnknown', plan.unknown),
    text('moveOldStay'),
  ];
  return <ul class="facts form num">{facts.map((fact) => fact && <li key={fact}>{fact}</li>)}</ul>;
};

interface ChoiceProps {
  label: string;
  value: string;
  connections: readonly ListedConnection[];
  choose(id: string): void;
}

const Choice = ({ label, value, connections, choose }: ChoiceProps) => {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <Select
        id={id}
        value={value}
        options={connections.map((each) => each.id)}
        nameOf={(option) => nameIn(connections, option)}
        choose={choose}
      />
    </div>
  );
};

interface PlanDialogProps {
  /** The id of the connection from which links are moved if nothing else is chosen. */
  initialFrom: string;
  /** Gets the move in the place of this dialog. */
  list: JobList;
  onClose(): void;
}

/** Asks for the two connections, and shows how many links a move would create. The same connection cannot be chosen twice. */
const PlanDialog = ({ initialFrom, list, onClose }: PlanDialogProps) => {
  const connections = listed.value ?? [];
  const [from, setFrom] = useState(initialFrom);
  const others = connections.filter(({ id }) => id !== from);
  const [chosen, setChosen] = useState('');
  const to = others.find(({ id }) => id === chosen)?.id ?? others[0]?.id ?? '';
  /** Undefined until it is known; null if the history cannot be read. */
  const [planned, setPlanned] = useState<Awaited<ReturnType<typeof planMove>> | null>();
  const plan = planned?.plan;
  const start = useAction(async (items: ItemOf<'move'>[]): Promise<string | null> => {
    if (await list.start({ kind: 'move', private: false, from, to, items })) return null;
    // Another page may have begun one.
    await list.read();
    return list.jobs.value.length > 0 ? null : text('jobLost');
  });
  useEffect(() => {
    let isShown = true;
    setPlanned(undefined);
    void planMove(from, openJournal())
      .catch(logAndReturn(null))
      .then((next) => isShown && setPlanned(next));
    return () => {
      isShown = false;
    };
  }, [from]);
  const isOff = !plan || plan.links === 0 || start.isRunning;
  return (
    <Dialog title={text('moveTitle')} onClose={onClose}>
      <div class="move form">
        <div class="columns">
          <Choice label={text('moveFrom')} value={from} connections={connections} choose={setFrom} />
          <Choice label={text('moveTo')} value={to} connections={others} choose={setChosen} />
        </div>
        <div aria-live="polite">{plan && <Facts plan={plan} />}</div>
        <Alert>{planned === null && text('moveUnreadable')}</Alert>
        <form method="dialog" class="buttons">
          <button>{text('historyCancel')}</button>
          <button
            type="button"
            data-autofocus
            class="primary"
            aria-disabled={isOff}
            onClick={() => !isOff && void start.run(planned.items)}
          >
            {plan ? plural('moveStart', plan.links) : text('moveTitle')}
          </button>
        </form>
        <Alert>{start.failure}</Alert>
      </div>
    </Dialog>
  );
};

/** Moves links from one of several connections to another, and shows a move that is running or has a result. */
export const Moving = () => {
  const [list] = useState(() => createJobList(false, ({ kind }) => kind === 'move'));
  const connections = listed.value ?? [];
  const from = movedFrom.value;
  useSubscription((signal) => {
    void list.read();
    document.addEventListener('visibilitychange', () => void list.read(), { signal });
  });
  const [move] = list.jobs.value;
  useEffect(() => {
    if (!move) return;
    // The dialog was opened elsewhere on the page.
    if (from !== null) document.querySelector('#move')?.scrollIntoView();
    movedFrom.value = null;
  }, [move, from]);
  const isRunning = move?.view.value.status.isRunning;
  useEffect(() => {
    // Links that were moved are no longer counted for their connection.
    if (isRunning === false) void readConnections();
  }, [isRunning]);
  const close = async (ended: JobState): Promise<void> => {
    await list.close(ended);
    // The row disappears if there is only one connection.
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('#move button, .connection button')?.focus();
  };

  if (move)
    return (
      <div id="move" class="rows">
        <Job key={move.id} state={move} close={() => void close(move)} />
      </div>
    );
  if (connections.length < 2) return null;
  return (
    <>
      <div id="move" class="setting">
        <span class="soft">
          <Icon name="move" />
        </span>
        <div class="grow apart wrap">
          <h3 class="num">{text('moveTitle')}</h3>
          <p class="note num">{text('moveHint')}</p>
        </div>
        <button type="button" class="small" onClick={() => (movedFrom.value = connections[0]?.id ?? '')}>
          {text('moveOpen')}
        </button>
      </div>
      {from !== null && connections.some(({ id }) => id === from) && (
        <PlanDialog initialFrom={from} list={list} onClose={() => (movedFrom.value = null)} />
      )}
    </>
  );
};
