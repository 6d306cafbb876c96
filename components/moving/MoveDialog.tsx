import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { secondsUntil } from '../../lib/batch/batch.ts';
import type { MovePlan, MoveRequest, MoveState } from '../../lib/moving/move.ts';
import { formatNumber, plural, text } from '../../lib/i18n/texts.ts';
import type { ListedConnection } from '../connection/connection-form.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { Alert, Problem } from '../ui/Problem.tsx';
import { Select } from '../ui/Select.tsx';
import { MovedTable, type TableActions } from './MovedTable.tsx';
import { countsOf, nameIn, progressOf, type ReadMove, titleOf } from './use-move.ts';

/** The actions of the dialog. None rejects: they resolve with null if the background gives no answer. */
export interface MoveActions extends TableActions {
  plan(request: MoveRequest): Promise<MovePlan | null>;
  start(request: MoveRequest): Promise<MoveState | null>;
  readState: ReadMove;
  cancel(): Promise<MoveState | null>;
  /** Removes the result. */
  close(): Promise<unknown>;
}

interface MoveDialogProps {
  /** Two or more, unless there is a move. */
  connections: readonly ListedConnection[];
  /** The id of the one from which links are moved if nothing else is chosen. */
  initialFrom: string;
  actions: MoveActions;
  /** Null if none is running and none has a result; undefined until that is known. */
  move: MoveState | null | undefined;
  setMove(move: MoveState | null): void;
  onClose(): void;
}

/** A button that takes the focus when it is first shown. */
const MainButton = (props: { label: string; isOff?: boolean; isPlain?: boolean; press(): void }) => {
  const { label, isOff = false, isPlain = false, press } = props;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <button
      ref={button}
      type="button"
      data-autofocus
      class={isPlain ? undefined : 'primary'}
      aria-disabled={isOff}
      onClick={() => !isOff && press()}
    >
      {label}
    </button>
  );
};

const Fact = ({ icon, children }: { icon: IconName; children: string }) => (
  <li>
    <Icon name={icon} />
    <span class="num">{children}</span>
  </li>
);

const Facts = ({ plan }: { plan: MovePlan }) => (
  <ul class="facts">
    <Fact icon="check">{plan.links > 0 ? plural('movePlan', plan.links) : text('moveNone')}</Fact>
    {plan.limited > 0 && <Fact icon="info">{plural('moveLimited', plan.limited)}</Fact>}
    {plan.moved > 0 && <Fact icon="info">{plural('moveMovedBefore', plan.moved)}</Fact>}
    {plan.unknown > 0 && <Fact icon="alert">{plural('moveUnknown', plan.unknown)}</Fact>}
    <Fact icon="clock">{text('moveOldStay')}</Fact>
  </ul>
);

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

/** Asks for the two connections, and shows how many links a move would create. The same connection cannot be chosen twice. */
const PlanForm = (props: MoveDialogProps & { onStarted(state: MoveState | null): void }) => {
  const { connections, initialFrom, actions, onStarted } = props;
  const [from, setFrom] = useState(initialFrom);
  const others = connections.filter(({ id }) => id !== from);
  const [chosen, setChosen] = useState('');
  const to = others.find(({ id }) => id === chosen)?.id ?? others[0]?.id ?? '';
  /** Undefined until it is known. */
  const [plan, setPlan] = useState<MovePlan | null>();
  const [isStarting, setStarting] = useState(false);
  useEffect(() => {
    let isShown = true;
    setPlan(undefined);
    void actions.plan({ from, to }).then((next) => isShown && setPlan(next));
    return () => {
      isShown = false;
    };
  }, [from, to]);
  const start = (): void => {
    setStarting(true);
    void actions.start({ from, to }).then(onStarted);
  };
  return (
    <>
      <div class="from-to">
        <Choice label={text('moveFrom')} value={from} connections={connections} choose={setFrom} />
        <Choice label={text('moveTo')} value={to} connections={others} choose={setChosen} />
      </div>
      <div aria-live="polite">{plan && <Facts plan={plan} />}</div>
      <Alert>{plan === null && text('moveUnreadable')}</Alert>
      <form method="dialog" class="buttons">
        <button>{text('historyCancel')}</button>
        <MainButton
          label={plan ? plural('moveStart', plan.links) : text('moveTitle')}
          isOff={!plan || plan.links === 0 || isStarting}
          press={start}
        />
      </form>
    </>
  );
};

interface RunningMoveProps {
  move: MoveState;
  cancel(): void;
}

const RunningMove = ({ move, cancel }: RunningMoveProps) => {
  const { isCancelled, pausedUntil } = move;
  const { done, all } = countsOf(move);
  return (
    <>
      <div class="moving">
        <p class="num">{progressOf(move)}</p>
        <p class="meta num">
          {isCancelled && text('batchCancelling')}
          {!isCancelled && pausedUntil !== null && text('movePause', formatNumber(secondsUntil(pausedUntil)))}
        </p>
        <progress aria-label={text('batchProgress')} value={done} max={all} />
      </div>
      <p class="note">{text('moveContinues')}</p>
      <form method="dialog" class="buttons">
        <button type="button" aria-disabled={isCancelled} onClick={() => !isCancelled && cancel()}>
          {text('moveCancel')}
        </button>
        <button data-autofocus>{text('historyClose')}</button>
      </form>
    </>
  );
};

interface MoveResultProps {
  move: MoveState;
  actions: MoveActions;
  /** Moves the links that are left. */
  resume(): void;
  done(): void;
}

/** Why links are left, and what became of the others. */
const MoveResult = ({ move, actions, resume, done }: MoveResultProps) => {
  const { stopped, waiting, links } = move;
  const buttons = (
    <>
      <MainButton isPlain label={text('moveDone')} press={done} />
      {waiting > 0 && <MainButton isPlain label={plural('moveStart', waiting)} press={resume} />}
    </>
  );
  return (
    <>
      {stopped === 'no-answer' && <Alert>{text('moveNoAnswer')}</Alert>}
      {stopped !== null && stopped !== 'no-answer' && <Problem failure={stopped} place="history" />}
      {waiting > 0 && <p>{progressOf(move)}</p>}
      {links.length > 0 ? (
        <MovedTable links={links} actions={actions}>
          {buttons}
        </MovedTable>
      ) : (
        <div class="buttons">{buttons}</div>
      )}
    </>
  );
};

/** Moves the active links of one connection to another: shows the plan, then the progress, then the result. */
export const MoveDialog = (props: MoveDialogProps) => {
  const { connections, actions, move, setMove, onClose } = props;
  const [isLost, setLost] = useState(false);
  const dialog = useRef<HTMLDivElement>(null);
  const show = (next: MoveState | null): void => {
    setLost(next === null);
    setMove(next);
  };
  const done = (): void => {
    void actions.close().then(() => dialog.current?.closest('dialog')?.close());
  };
  return (
    <Dialog title={titleOf(move, connections)} onClose={onClose}>
      <div ref={dialog} class="move">
        {move === null && <PlanForm {...props} onStarted={show} />}
        {move?.isRunning && <RunningMove move={move} cancel={() => void actions.cancel().then(show)} />}
        {move && !move.isRunning && (
          <MoveResult
            move={move}
            actions={actions}
            resume={() => void actions.start({ from: move.from, to: move.to }).then(show)}
            done={done}
          />
        )}
        <Alert>{isLost && text('noAnswerFromBackground')}</Alert>
        <p role="status" class="unseen">
          {move && !move.isRunning && plural('moveCreated', move.created)}
        </p>
      </div>
    </Dialog>
  );
};
