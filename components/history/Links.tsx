import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { CopyFormat } from '../../lib/formats/names.ts';
import type { Entries } from '../../lib/history/search.ts';
import type { Attempt } from '../../lib/history/types.ts';
import { failureSentence } from '../../lib/i18n/failure-sentence.ts';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { type ChangeableLinks, possibleChanges } from '../../lib/managing/extension.ts';
import type { RequestedChange } from '../../lib/managing/request.ts';
import type { Outcome } from '../../lib/shortening/request.ts';
import type { Validity } from '../../lib/validity/schema.ts';
import { canAny, type ConnectionInfo } from '../../lib/settings/connection-info.ts';
import { extendItems } from '../ui/change-items.ts';
import { useCopier } from '../ui/link-copier.ts';
import type { CreatedLink } from '../ui/Result.tsx';
import { Bars } from './Bars.tsx';
import { Dialogs, type OpenDialog, type RecreateOptions } from './Dialogs.tsx';
import { Files, useFiles } from './Files.tsx';
import type { HistoryActions } from './history-actions.ts';
import { mainAction, type RowActions } from './Row.tsx';
import { Rows } from './Rows.tsx';
import { Header, Search, Toolbar } from './Toolbar.tsx';
import { useNow, useView, type useEntries, type View } from './use-entries.ts';
import { retryableIn, useRuns } from './use-runs.ts';
import { type LinkChanges, useLinkChanges } from './use-link-changes.ts';
import { useActiveRow } from './use-active-row.ts';
import { useKeys } from './use-keys.ts';
import { focusOn, type List, type Notice, useList } from './use-list.ts';

export interface LinksProps extends RecreateOptions {
  history: Pick<ReturnType<typeof useEntries>, 'entries' | 'isReading' | 'changed'>;
  actions: HistoryActions;
  connections: readonly ConnectionInfo[];
  /** The id of the link that is to be created again, if an expiry reminder opened the page. */
  recreate: string | null;
  /** The format that the settings offer. */
  copyFormat: CopyFormat;
  /** A note about the whole history, above the list. */
  children: ComponentChildren;
}

const createdNotice = ({ shortLink, copied }: Pick<CreatedLink, 'shortLink' | 'copied'>): Notice => ({
  text: text(copied ? 'historyCreatedCopied' : 'historyCreated', shortLink),
});

/** The notice about a request whose dialog was closed meanwhile. */
const lateNotice = (outcome: Outcome): Notice =>
  outcome.ok
    ? createdNotice({ ...outcome, copied: null })
    : { text: failureSentence(outcome.failure, 'popup'), isProblem: true };

/** The bird of the extension's icon, above the fields at dusk. */
const Lark = () => (
  <svg width="160" height="112" viewBox="0 0 160 112" aria-hidden="true">
    <path data-hue="1" fill="var(--tile)" d="M28 108c24-22 84-26 132 0Z" />
    <path data-hue="5" fill="var(--tile)" d="M0 108c34-18 92-16 136 0Z" />
    <g transform="translate(42 4) scale(0.6)">
      <path fill="#d98a62" d="M50 58C46 42 48 24 59 8c11 11 17 25 18 40Z" />
      <path
        fill="light-dark(#34388a, #f3ecdf)"
        d="M119 48 105 42c-2-7-7-11-13-11-4-5-10-8-17-8 3 4 5 8 5 12-6 5-11 11-18 20C51 72 34 85 11 93l14 5-7 10c30 2 60-7 77-27 8-10 12-19 12-30Z"
      />
      <path fill="#ffb27f" d="M82 66C71 46 48 28 19 22c1 13 6 24 13 33 6 9 14 17 24 23 11 7 24 1 26-12Z" />
      <circle fill="var(--paper)" cx="97" cy="43" r="3.4" />
    </g>
  </svg>
);

interface EmptyProps {
  isReading: boolean;
  /** The number of entries. */
  total: number;
  view: View;
  importFile(): void;
  load: (() => void) | null;
}

const noneFoundText = ({ query, filter, connection }: View): TextKey => {
  if (filter === 'all' && connection === undefined) return 'historyNoneFoundWords';
  return query.trim() === '' ? 'historyNoneFoundFilter' : 'historyNoneFound';
};

/** In the place of the list, if nothing is listed. */
const Empty = ({ isReading, total, view, importFile, load }: EmptyProps) => {
  if (view.rows.length > 0 || (total === 0 && isReading)) return null;
  if (total === 0)
    return (
      <div class="empty">
        <Lark />
        <h2>{text('historyEmptyTitle')}</h2>
        <p>{text('historyEmpty')}</p>
        <div class="buttons">
          <button type="button" onClick={importFile}>
            {text('historyImport')}
          </button>
          {load && (
            <button type="button" onClick={load}>
              {text('historyLoad')}
            </button>
          )}
        </div>
      </div>
    );
  const showAll = (): void => {
    view.showAll();
    focusOn('#search');
  };
  return (
    <div class="empty">
      <h2>{text('historyNoneFoundTitle')}</h2>
      <p>{text(noneFoundText(view))}</p>
      <button type="button" onClick={showAll}>
        {text('historyShowAll')}
      </button>
    </div>
  );
};

interface RowActionsOptions extends Pick<LinksProps, 'connections' | 'offered'> {
  actions: Pick<HistoryActions, 'open'>;
  list: List;
  changes: LinkChanges;
  setDialog(dialog: OpenDialog): void;
}

const rowActionsOf = ({ actions, list, changes, setDialog, ...props }: RowActionsOptions): RowActions => ({
  select: list.selection.select,
  copy: list.copyLink,
  copyAsItems: list.copyAsItems,
  copyAddress: ({ link }) => list.copy(link),
  openShortLink: ({ shortLink }) => shortLink !== undefined && actions.open(shortLink),
  openPage: ({ link }) => actions.open(link),
  showQr: (attempt) => setDialog({ kind: 'qr', attempt }),
  recreate: (attempt) => setDialog({ kind: 'recreate', attempt }),
  remove: list.removeOne,
  possible: (attempt, now) => possibleChanges({ ...props, selected: [attempt], now }),
  change: changes.change,
  askForDate: (attempt) => setDialog({ kind: 'extend', attempts: [attempt] }),
  changeAddress: (attempt) => setDialog({ kind: 'address', attempt }),
  editNote: (attempt) => setDialog({ kind: 'note', attempt }),
  deleteLink: (attempt) => setDialog({ kind: 'delete', attempt }),
});

/** The open dialog. If the page was opened to create a link again, its dialog opens as soon as the history is read. */
const useDialog = ({ history: { entries, isReading }, recreate }: LinksProps) => {
  const [dialog, setDialog] = useState<OpenDialog>(null);
  useEffect(() => {
    const entry = recreate !== null && !isReading && entries.get(recreate);
    if (entry) setDialog({ kind: 'recreate', attempt: entry.attempt });
  }, [isReading]);
  return [dialog, setDialog] as const;
};

/** The search has the focus as soon as there is something to search, unless something else has it. */
const useSearchFocus = (isEmpty: boolean): void =>
  useEffect(() => {
    if (!isEmpty && document.activeElement === document.body) focusOn('#search');
  }, [isEmpty]);

interface SelectionActionsOptions extends ChangeableLinks {
  entries: Entries;
  startChange(attempts: readonly Attempt[], change: RequestedChange): void;
  setDialog(dialog: OpenDialog): void;
}

/** Trying the selected links again, and the changes that are possible for each of them. */
const useSelectionActions = (options: SelectionActionsOptions) => {
  const { entries, selected, now, connections, offered, startChange, setDialog } = options;
  const retryable = useMemo(() => retryableIn(selected, entries), [selected, entries]);
  const possible = useMemo(() => possibleChanges(options), [selected, now, connections, offered]);
  const extend = (change: RequestedChange): void => startChange(selected, change);
  const askForDate = (): void => setDialog({ kind: 'extend', attempts: selected });
  return {
    retry: retryable.length === 0 ? null : () => setDialog({ kind: 'retry', attempts: retryable }),
    extendItems: extendItems({ attempts: selected, possible, now, extend, askForDate }),
    expire: possible.canExpire ? () => startChange(selected, { kind: 'expire' }) : null,
  };
};

/** What the parts of the page share. */
const useLinks = (props: LinksProps) => {
  const { actions } = props;
  const { entries, changed } = props.history;
  const now = useNow(entries);
  const view = useView(entries, { ...props, now, stored: actions.view });
  const active = useActiveRow(view.rows);
  const copier = useCopier({ initial: props.copyFormat, actions });
  const list = useList({ entries, view, active, copier, actions, onChange: changed });
  const changes = useLinkChanges({ ...props, showNotice: list.showNotice });
  const runs = useRuns({ ...props, showNotice: list.showNotice, reveal: list.reveal });
  const [dialog, setDialog] = useDialog(props);
  const startChange = (attempts: readonly Attempt[], change: RequestedChange): void => {
    setDialog(null);
    const [single, ...others] = attempts;
    if (single && others.length === 0) {
      changes.change(single, change);
      return;
    }
    list.selection.selectAll(false);
    const planned = attempts.map((attempt) => ({ attempt, change }));
    runs.change(planned, change.kind === 'expire' ? 'expire' : 'extend');
  };
  const selectionActions = useSelectionActions({
    ...props,
    entries,
    now,
    selected: list.selectedAttempts,
    startChange,
    setDialog,
  });
  const showCreated = (created: CreatedLink): void => {
    setDialog(null);
    list.showNotice(createdNotice(created));
  };
  const rowActions = rowActionsOf({ ...props, list, changes, setDialog });
  const act = (attempt: Attempt): void => mainAction({ attempt, actions: rowActions, now })?.choose();
  useKeys({ view, list, active, act });
  useSearchFocus(entries.size === 0);
  return {
    now,
    view,
    active,
    copier,
    list,
    runs,
    changes,
    dialog,
    setDialog,
    rowActions,
    selectionActions,
    startChange,
    showCreated,
  };
};

/** All links, with search, sorting and the actions on them. */
export const Links = (props: LinksProps) => {
  const { actions, connections, children } = props;
  const { entries, isReading, changed } = props.history;
  const shared = useLinks(props);
  const { view, list, runs, setDialog, startChange } = shared;
  const { showNotice } = list;
  const files = useFiles({ actions, onChange: changed, showNotice });
  const startRetry = (attempts: readonly Attempt[], validity: Validity): void => {
    setDialog(null);
    list.selection.selectAll(false);
    runs.retry(attempts, validity);
  };
  const isEmpty = entries.size === 0;
  const load = canAny(connections, 'manage') ? () => setDialog({ kind: 'load' }) : null;
  const counts = { found: view.rows.length, total: entries.size, isReading };
  return (
    <>
      <div class="head">
        <Header>
          {!isEmpty && <Search view={view} />}
          <Files files={files} isEmpty={isEmpty} load={load} clear={() => setDialog({ kind: 'clear' })} />
        </Header>
        <Toolbar view={view} hasOpens={canAny(connections, 'opens')} connections={connections} {...counts} />
      </div>
      {children}
      <Empty view={view} {...counts} importFile={files.choose} load={load} />
      <Rows
        view={view}
        now={shared.now}
        selection={list.selection}
        active={shared.active}
        actions={shared.rowActions}
        connections={connections}
        refresh={actions.refreshLinks}
      />
      <Bars
        list={list}
        found={counts.found}
        exportItems={files.exportItems(list.selection.selected)}
        {...shared.selectionActions}
        runs={runs}
      />
      <Dialogs
        {...props}
        copier={shared.copier}
        open={shared.dialog}
        count={entries.size}
        onCreated={shared.showCreated}
        onLateOutcome={(outcome) => showNotice(lateNotice(outcome))}
        onClose={() => setDialog(null)}
        retry={startRetry}
        extend={(attempts, extension) => startChange(attempts, { kind: 'extend', extension })}
        changes={shared.changes}
        clear={list.removeAll}
        load={runs.load}
      />
    </>
  );
};
