import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { background } from '../../lib/background.ts';
import { secondsUntil } from '../../lib/batch/batch.ts';
import type { MovePlan, MoveState } from '../../lib/moving/move.ts';
import { formatNumber, plural, text } from '../../lib/i18n/texts.ts';
import type { ListedConnection } from '../options/options-state.ts';
import { announce } from '../ui/announce.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { Alert, Problem } from '../ui/Problem.tsx';
import { Select } from '../ui/Select.tsx';
import { MovedTable } from './MovedTable.tsx';
import { countsOf, nameIn, progressOf, titleOf } from './use-move.ts';

/** A button that takes the focus when it is first shown. */
const MainButton = ({
  label,
  isOff = false,
  isPlain = false,
  press,
}: {
  label: string;
  isOff?: boolean;
  isPlain?: boolean;
  press(): void;
}) => {
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

const Choice = ({
  label,
  value,
  connections,
  choose,
}: {
  label: string;
  value: string;
  connections: readonly ListedConnection[];
  choose(id: string): void;
}) => {
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
const PlanForm = ({
  connections,
  initialFrom,
  start,
}: {
  connections: readonly ListedConnection[];
  initialFrom: string;
  start(from: string, to: string): Promise<void>;
}) => {
  const [from, setFrom] = useState(initialFrom);
  const others = connections.filter(({ id }) => id !== from);
  const [chosen, setChosen] = useState('');
  const to = others.find(({ id }) => id === chosen)?.id ?? others[0]?.id ?? '';
  /** Undefined until it is known; null if the history cannot be read. */
  const [plan, setPlan] = useState<MovePlan | null>();
  const [isStarting, setStarting] = useState(false);
  useEffect(() => {
    let isShown = true;
    setPlan(undefined);
    void background.planMove({ from, to }).then((next) => isShown && setPlan(next ?? null));
    return () => {
      isShown = false;
    };
  }, [from, to]);
  const press = (): void => {
    setStarting(true);
    void start(from, to);
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
          press={press}
        />
      </form>
    </>
  );
};

const RunningMove = ({ move, cancel }: { move: MoveState; cancel(): void }) => {
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

/** Why links are left, and what became of the others. `resume` moves the links that are left. */
const MoveResult = ({ move, resume, done }: { move: MoveState; resume(): void; done(): void }) => {
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
        <MovedTable links={links}>{buttons}</MovedTable>
      ) : (
        <div class="buttons">{buttons}</div>
      )}
    </>
  );
};

interface MoveDialogProps {
  /** Two or more, unless there is a move. */
  connections: readonly ListedConnection[];
  /** The id of the one from which links are moved if nothing else is chosen. */
  initialFrom: string;
  /** Null if none is running and none has a result; undefined until that is known. */
  move: MoveState | null | undefined;
  setMove(move: MoveState | null): void;
  onClose(): void;
}

/** Moves the active links of one connection to another: shows the plan, then the progress, then the result. */
export const MoveDialog = ({ connections, initialFrom, move, setMove, onClose }: MoveDialogProps) => {
  const [isLost, setLost] = useState(false);
  const dialog = useRef<HTMLDivElement>(null);
  const result = move && !move.isRunning ? plural('moveCreated', move.created) : '';
  useEffect(() => announce(result), [result]);

  /** Shows the state that the background answered; null if it gave no answer. */
  const show = (answer: MoveState | null = null): void => {
    setLost(answer === null);
    setMove(answer);
  };
  const start = async (from: string, to: string): Promise<void> =>
    show(await background.startMove({ from, to }));
  const cancel = async (): Promise<void> => show(await background.cancelMove({}));
  const done = async (): Promise<void> => {
    await background.closeMove({});
    dialog.current?.closest('dialog')?.close();
  };
  return (
    <Dialog title={titleOf(move, connections)} onClose={onClose}>
      <div ref={dialog} class="move">
        {move === null && <PlanForm connections={connections} initialFrom={initialFrom} start={start} />}
        {move?.isRunning && <RunningMove move={move} cancel={() => void cancel()} />}
        {move && !move.isRunning && (
          <MoveResult move={move} resume={() => void start(move.from, move.to)} done={() => void done()} />
        )}
        <Alert>{isLost && text('noAnswerFromBackground')}</Alert>
      </div>
    </Dialog>
  );
};
