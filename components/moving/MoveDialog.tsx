import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { background } from '../../lib/background.ts';
import { secondsUntil } from '../../lib/batch/batch.ts';
import { copy } from '../../lib/browser/clipboard.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { oneLine } from '../../lib/characters/text.ts';
import { byteOrderMark, csvRow, escapeFormula, escapeSeparators } from '../../lib/csv/contract.ts';
import { formatNumber, plural, text, type TextKey } from '../../lib/i18n/texts.ts';
import type { MovedLink, MovePlan, MoveState } from '../../lib/moving/move.ts';
import { withoutScheme } from '../../lib/url/readable.ts';
import { localDate } from '../../lib/validity/validity.ts';
import { listed, type ListedConnection } from '../options/options-state.ts';
import { CopyButton, useCopy } from '../ui/CopyButton.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { Alert, Problem } from '../ui/Problem.tsx';
import { Select } from '../ui/Select.tsx';
import { announce } from '../ui/announce.tsx';
import { countsOf, nameIn, progressOf, titleOf } from './use-move.ts';

/** The cells of a moved link, safe in a spreadsheet. */
const cellsOf = ({ title, oldShortLink, newShortLink }: MovedLink): string[] => [
  escapeFormula(oneLine(title)),
  escapeSeparators(oldShortLink),
  escapeSeparators(newShortLink ?? ''),
];

/** Title, old and new short link of each as rows that can be pasted into a spreadsheet. */
const toTsv = (links: readonly MovedLink[]): string =>
  links.map((each) => `${cellsOf(each).join('\t')}\n`).join('');

/** Title, old and new short link of each as a CSV file. */
const toCsv = (links: readonly MovedLink[]): string =>
  byteOrderMark + [['title', 'old', 'new'], ...links.map(cellsOf)].map(csvRow).join('');

/** The most rows that are shown; all of them are copied and saved. */
const maxRows = 50;

const marks: Record<Exclude<MovedLink['kind'], 'created'>, TextKey> = {
  failed: 'moveNotMoved',
  unknown: 'historyUnknownMark',
};

const Row = ({ title, link, oldShortLink, newShortLink, kind }: MovedLink) => (
  <tr>
    <td class="cut" title={title}>
      <bdi>{title || withoutScheme(link)}</bdi>
    </td>
    <td class="cut soft" dir="ltr">
      {withoutScheme(oldShortLink)}
    </td>
    <td class="cut">
      {newShortLink === null ? (
        kind !== 'created' && text(marks[kind])
      ) : (
        <a href={newShortLink} target="_blank" rel="noreferrer" dir="ltr">
          {withoutScheme(newShortLink)}
        </a>
      )}
    </td>
  </tr>
);

/** Title, old and new short link of each, to copy or save. `children` are the buttons before those of the table. */
const MovedTable = ({ links, children }: { links: readonly MovedLink[]; children: ComponentChildren }) => {
  const { copied, copyNow } = useCopy(() => copy(toTsv(links)));
  const save = (): void =>
    saveFile(`waylark-moved-${localDate(Date.now())}.csv`, new Blob([toCsv(links)], { type: 'text/csv' }));
  return (
    <>
      <div class="moved" tabIndex={0} role="region" aria-label={text('moveTable')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{text('moveColumnTitle')}</th>
              <th scope="col">{text('moveColumnOld')}</th>
              <th scope="col">{text('moveColumnNew')}</th>
            </tr>
          </thead>
          <tbody>
            {links.slice(0, maxRows).map((each) => (
              <Row key={each.oldShortLink} {...each} />
            ))}
          </tbody>
        </table>
      </div>
      <p class="meta num">
        {links.length > maxRows && plural('moveMore', links.length - maxRows)} {text('moveInHistory')}
      </p>
      <div class="buttons">
        {children}
        <button type="button" onClick={save}>
          <Icon name="save" />
          {text('moveSave')}
        </button>
        <CopyButton copied={copied} copy={copyNow} label="moveCopy" />
      </div>
    </>
  );
};

interface MainButtonProps {
  label: string;
  isOff?: boolean;
  isPlain?: boolean;
  press(): void;
}

/** A button that takes the focus when it is first shown. */
const MainButton = ({ label, isOff = false, isPlain = false, press }: MainButtonProps) => {
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
const PlanForm = ({
  initialFrom,
  start,
}: {
  initialFrom: string;
  start(from: string, to: string): Promise<void>;
}) => {
  const connections = listed.value ?? [];
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
  const { isCanceled, pausedUntil } = move;
  const { done, all } = countsOf(move);
  return (
    <>
      <div class="moving">
        <p class="num">{progressOf(move)}</p>
        <p class="meta num">
          {isCanceled && text('batchCanceling')}
          {!isCanceled && pausedUntil !== null && text('movePause', formatNumber(secondsUntil(pausedUntil)))}
        </p>
        <progress aria-label={text('batchProgress')} value={done} max={all} />
      </div>
      <p class="note">{text('moveContinues')}</p>
      <form method="dialog" class="buttons">
        <button type="button" aria-disabled={isCanceled} onClick={() => !isCanceled && cancel()}>
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
  /** The id of the connection from which links are moved if nothing else is chosen. */
  initialFrom: string;
  /** Null if none is running and none has a result; undefined until that is known. */
  move: MoveState | null | undefined;
  setMove(move: MoveState | null): void;
  onClose(): void;
}

/** Moves the active links of one connection to another: shows the plan, then the progress, then the result. */
export const MoveDialog = ({ initialFrom, move, setMove, onClose }: MoveDialogProps) => {
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
    <Dialog title={titleOf(move, listed.value ?? [])} onClose={onClose}>
      <div ref={dialog} class="move">
        {move === null && <PlanForm initialFrom={initialFrom} start={start} />}
        {move?.isRunning && <RunningMove move={move} cancel={() => void cancel()} />}
        {move && !move.isRunning && (
          <MoveResult move={move} resume={() => void start(move.from, move.to)} done={() => void done()} />
        )}
        <Alert>{isLost && text('noAnswerFromBackground')}</Alert>
      </div>
    </Dialog>
  );
};
