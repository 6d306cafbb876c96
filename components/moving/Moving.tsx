import { useSignal } from '@preact/signals';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { background } from '../../lib/background.ts';
import { copy } from '../../lib/browser/clipboard.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { oneLine } from '../../lib/characters/text.ts';
import { byteOrderMark, csvRow, escapeFormula, escapeSeparators } from '../../lib/csv/contract.ts';
import { logAndReturn } from '../../lib/errors/error-log.ts';
import { openHistory } from '../../lib/history/history.ts';
import { type CreatedAttempt, isCreated } from '../../lib/history/outcome.ts';
import type { Attempt } from '../../lib/history/types.ts';
import { plural, text } from '../../lib/i18n/texts.ts';
import type { JobView } from '../../lib/jobs/job.ts';
import type { MovePlan } from '../../lib/jobs/moving.ts';
import { nameIn } from '../../lib/jobs/job-texts.ts';
import { withoutScheme } from '../../lib/url/readable.ts';
import { localDate } from '../../lib/validity/validity.ts';
import { Job } from '../jobs/Job.tsx';
import { JobState } from '../jobs/job-state.ts';
import { listed, type ListedConnection, movedFrom, readConnections } from '../options/options-state.ts';
import { CopyButton, useCopy } from '../ui/CopyButton.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Alert } from '../ui/Problem.tsx';
import { Select } from '../ui/Select.tsx';
import { useAction } from '../ui/use-action.ts';
import { useSubscription } from '../ui/use-subscription.ts';

/** A link of a move, and what has become of it. */
interface MovedLink {
  old: CreatedAttempt;
  next: Attempt;
}

/** The links of a move that were sent and whose old short link is in the history. */
const readMoved = async ({ job, outcomes }: JobView): Promise<MovedLink[]> => {
  const ids = job.kind === 'move' ? job.items.map(({ input }) => input.oldId) : [];
  const found = new Map((await openHistory().find(ids)).map((each) => [each.id, each]));
  return ids.flatMap((id, index): MovedLink[] => {
    const [old, next] = [found.get(id), outcomes[index]];
    return next && old && isCreated(old) ? [{ old, next }] : [];
  });
};

/** The cells of a moved link, safe in a spreadsheet. */
const cellsOf = ({ old, next }: MovedLink): string[] => [
  escapeFormula(oneLine(old.title)),
  escapeSeparators(old.shortLink),
  escapeSeparators(next.shortLink ?? ''),
];

/** Title, old and new short link of each as rows that can be pasted into a spreadsheet. */
const toTsv = (links: readonly MovedLink[]): string =>
  links.map((each) => `${cellsOf(each).join('\t')}\n`).join('');

/** Title, old and new short link of each as a CSV file. */
const toCsv = (links: readonly MovedLink[]): string =>
  byteOrderMark + [['title', 'old', 'new'], ...links.map(cellsOf)].map(csvRow).join('');

/** The most rows that are shown; all of them are copied and saved. */
const maxRows = 50;

const Row = ({ old: { title, link, shortLink }, next }: MovedLink) => (
  <tr>
    <td class="cut" title={title}>
      <bdi>{title || withoutScheme(link)}</bdi>
    </td>
    <td class="soft">
      <span class="cut tail">
        <bdi dir="ltr">{withoutScheme(shortLink)}</bdi>
      </span>
    </td>
    <td>
      {next.shortLink === undefined ? (
        text(next.state === 'unknown' ? 'historyUnknownMark' : 'moveNotMoved')
      ) : (
        <a class="cut tail" href={next.shortLink} target="_blank" rel="noreferrer">
          <bdi dir="ltr">{withoutScheme(next.shortLink)}</bdi>
        </a>
      )}
    </td>
  </tr>
);

/** Title, old and new short link of each, to copy. */
const MovedTable = ({ links }: { links: readonly MovedLink[] }) => {
  const { copied, copyNow } = useCopy(() => copy(toTsv(links)));
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
              <Row key={each.old.id} {...each} />
            ))}
          </tbody>
        </table>
      </div>
      <div class="setting">
        <p class="meta num grow">
          {links.length > maxRows && plural('moveMore', links.length - maxRows)} {text('moveInHistory')}
        </p>
        <CopyButton copied={copied} copy={copyNow} label="moveCopy" />
      </div>
    </>
  );
};

/** A move that is running, or its result with the moved links, to copy or save. */
const Move = ({ state, close }: { state: JobState; close(): void }) => {
  const { isRunning } = state.view.value.status;
  const [links, setLinks] = useState<readonly MovedLink[]>([]);
  useEffect(() => {
    if (isRunning) setLinks([]);
    else void readMoved(state.view.value).catch(logAndReturn([])).then(setLinks);
    // Links that were moved are no longer counted for their connection.
    if (!isRunning) void readConnections();
  }, [isRunning]);
  const save = (): void =>
    saveFile(`waylark-moved-${localDate(Date.now())}.csv`, new Blob([toCsv(links)], { type: 'text/csv' }));
  return (
    <>
      <Job state={state} close={close}>
        {links.length > 0 && (
          <button type="button" class="small" onClick={save}>
            {text('moveSave')}
          </button>
        )}
      </Job>
      {links.length > 0 && <MovedTable links={links} />}
    </>
  );
};

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
  started(job: JobState): void;
  onClose(): void;
}

/** Asks for the two connections, and shows how many links a move would create. The same connection cannot be chosen twice. */
const PlanDialog = ({ initialFrom, started, onClose }: PlanDialogProps) => {
  const connections = listed.value ?? [];
  const [from, setFrom] = useState(initialFrom);
  const others = connections.filter(({ id }) => id !== from);
  const [chosen, setChosen] = useState('');
  const to = others.find(({ id }) => id === chosen)?.id ?? others[0]?.id ?? '';
  /** Undefined until it is known; null if the history cannot be read. */
  const [plan, setPlan] = useState<MovePlan | null>();
  const start = useAction(async (): Promise<string | null> => {
    const id = await background.startMove({ from, to });
    const job = id === undefined ? null : await JobState.open(id, true);
    if (job) started(job);
    return job ? null : text('jobLost');
  });
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  useEffect(() => {
    let isShown = true;
    setPlan(undefined);
    void background.planMove({ from, to }).then((next) => isShown && setPlan(next ?? null));
    return () => {
      isShown = false;
    };
  }, [from, to]);
  const isOff = !plan || plan.links === 0 || start.isRunning;
  return (
    <Dialog title={text('moveTitle')} onClose={onClose}>
      <div class="move">
        <div class="from-to columns">
          <Choice label={text('moveFrom')} value={from} connections={connections} choose={setFrom} />
          <Choice label={text('moveTo')} value={to} connections={others} choose={setChosen} />
        </div>
        <div aria-live="polite">{plan && <Facts plan={plan} />}</div>
        <Alert>{plan === null && text('moveUnreadable')}</Alert>
        <form method="dialog" class="buttons">
          <button>{text('historyCancel')}</button>
          <button
            ref={button}
            type="button"
            data-autofocus
            class="primary"
            aria-disabled={isOff}
            onClick={() => !isOff && void start.run()}
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
  const move = useSignal<JobState | null>(null);
  const connections = listed.value ?? [];
  const from = movedFrom.value;
  const read = async (): Promise<void> => {
    const found = (await background.jobs({ private: false }))?.find(({ kind }) => kind === 'move');
    if (found?.id !== move.peek()?.id) move.value = found ? await JobState.open(found.id) : null;
  };
  useSubscription((signal) => {
    void read();
    document.addEventListener('visibilitychange', () => void read(), { signal });
  });
  useEffect(() => {
    if (!move.value) return;
    // The history leads to the move, and there is one at a time.
    if (location.hash === '#move' || from !== null) document.querySelector('#move')?.scrollIntoView();
    movedFrom.value = null;
  }, [move.value, from]);
  const close = async (state: JobState): Promise<void> => {
    await state.close();
    await read();
    // The row disappears if there is only one connection.
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('#move button, .connection button')?.focus();
  };

  const state = move.value;
  if (state)
    return (
      <div id="move" class="rows">
        <Move key={state.id} state={state} close={() => void close(state)} />
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
        <PlanDialog
          initialFrom={from}
          started={(job) => (move.value = job)}
          onClose={() => (movedFrom.value = null)}
        />
      )}
    </>
  );
};
