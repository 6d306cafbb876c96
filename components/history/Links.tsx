import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { expiryText } from '../../lib/i18n/dates.ts';
import type { Attempt } from '../../lib/history/types.ts';
import { linkFailureSentence } from '../../lib/i18n/failure-sentence.ts';
import { text } from '../../lib/i18n/texts.ts';
import type { Outcome } from '../../lib/shortening/request.ts';
import type { CreatedLink } from '../ui/Result.tsx';
import { CopiedNote, useCopy } from '../ui/CopyButton.tsx';
import { Bars } from './Bars.tsx';
import { Dialogs, type OpenDialog, type RecreateOptions } from './Dialogs.tsx';
import { Files, useFiles } from './Files.tsx';
import type { HistoryActions } from './history-actions.ts';
import { mainAction, type RowActions } from './Row.tsx';
import { Rows } from './Rows.tsx';
import { Lark } from './Lark.tsx';
import { Header, Search, Toolbar } from './Toolbar.tsx';
import { useNow, useView, type useEntries, type View } from './use-entries.ts';
import { useActiveRow } from './use-active-row.ts';
import { useKeys } from './use-keys.ts';
import { focusOn, type List, type Notice, useList } from './use-list.ts';

export interface LinksProps extends RecreateOptions {
  history: Pick<ReturnType<typeof useEntries>, 'entries' | 'isReading' | 'changed'>;
  actions: HistoryActions;
  /** The id of the link that is to be created again, if an expiry reminder opened the page. */
  recreate: string | null;
  /** A note about the whole history, above the list. */
  children: ComponentChildren;
}

/** The notice about a request whose dialog was closed meanwhile. */
const noticeOf = (outcome: Outcome): Notice =>
  outcome.ok
    ? { text: text('historyCreatedAfterCancel', outcome.shortLink) }
    : { text: linkFailureSentence(outcome.failure, text), isProblem: true };

interface EmptyProps {
  isReading: boolean;
  /** The number of entries. */
  total: number;
  view: View;
  importFile(): void;
}

/** In the place of the list, if nothing is listed. */
const Empty = ({ isReading, total, view, importFile }: EmptyProps) => {
  if (view.rows.length > 0 || (total === 0 && isReading)) return null;
  if (total === 0)
    return (
      <div class="empty">
        <Lark />
        <p>{text('historyEmpty')}</p>
        <button type="button" onClick={importFile}>
          {text('historyImport')}
        </button>
      </div>
    );
  const showAll = (): void => {
    view.showAll();
    focusOn('#search');
  };
  return (
    <div class="empty">
      <h2>{text('historyNoneFoundTitle')}</h2>
      <p>{text('historyNoneFound')}</p>
      <button type="button" onClick={showAll}>
        {text('historyShowAll')}
      </button>
    </div>
  );
};

interface CreatedCardProps {
  created: CreatedLink;
  copy(shortLink: string): Promise<boolean>;
  dismiss(): void;
}

/** The short link that was just created, selected. */
const CreatedCard = ({ created: { shortLink, expiresAt, ...created }, copy, dismiss }: CreatedCardProps) => {
  const { copied, copyNow } = useCopy(() => copy(shortLink), created.copied);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  return (
    <section class="created notice" aria-labelledby="created-label">
      <label id="created-label" for="created">
        {text('historyCreated')}
      </label>
      <div class="line">
        <input
          id="created"
          ref={field}
          dir="ltr"
          readOnly
          autocomplete="off"
          value={shortLink}
          aria-describedby="created-note"
        />
        <button type="button" onClick={copyNow}>
          {text('copy')}
        </button>
        <button type="button" class="quiet" onClick={dismiss}>
          {text('dismiss')}
        </button>
      </div>
      <p id="created-note" class="note" role="status">
        {expiresAt !== undefined && expiryText(expiresAt)} <CopiedNote copied={copied} />
      </p>
    </section>
  );
};

interface RowActionsOptions {
  actions: Pick<HistoryActions, 'open'>;
  list: List;
  setDialog(dialog: OpenDialog): void;
}

const rowActionsOf = ({ actions, list, setDialog }: RowActionsOptions): RowActions => ({
  select: list.selection.select,
  copy: ({ shortLink = '' }) => list.copy(shortLink),
  copyAddress: ({ link }) => list.copy(link),
  openShortLink: ({ shortLink }) => shortLink !== undefined && actions.open(shortLink),
  openPage: ({ link }) => actions.open(link),
  showQr: (attempt) => setDialog({ kind: 'qr', attempt }),
  recreate: (attempt) => setDialog({ kind: 'recreate', attempt }),
  remove: list.removeOne,
});

/** The dialog that is open: at first that of the link that the address of the page names, as soon as the history is read. */
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

/** All links, with search, sorting and the actions on them. */
export const Links = (props: LinksProps) => {
  const { actions, children } = props;
  const { entries, isReading, changed } = props.history;
  const now = useNow();
  const view = useView(entries, now);
  const active = useActiveRow(view.rows);
  const list = useList({ entries, rows: view.rows, active, actions, onChange: changed });
  const files = useFiles({ actions, onChange: changed, showNotice: list.showNotice });
  const [dialog, setDialog] = useDialog(props);
  const [created, setCreated] = useState<CreatedLink | null>(null);
  const isEmpty = entries.size === 0;
  const counts = { found: view.rows.length, total: entries.size, isReading };
  const rowActions = rowActionsOf({ actions, list, setDialog });
  const act = (attempt: Attempt): void => mainAction({ attempt, actions: rowActions, now })?.choose();
  useKeys({ view, list, active, act });
  useSearchFocus(isEmpty);
  const showCreated = (next: CreatedLink): void => {
    setDialog(null);
    setCreated(next);
  };
  const dismissCreated = (): void => {
    setCreated(null);
    focusOn('#search');
  };
  return (
    <>
      <div class="head">
        <Header>
          {!isEmpty && <Search view={view} />}
          <Files files={files} isEmpty={isEmpty} clear={() => setDialog({ kind: 'clear' })} />
        </Header>
        <Toolbar view={view} {...counts} />
        {created && (
          <CreatedCard
            key={created.shortLink}
            created={created}
            copy={actions.copy}
            dismiss={dismissCreated}
          />
        )}
      </div>
      {children}
      <Empty view={view} {...counts} importFile={files.choose} />
      <Rows view={view} now={now} selection={list.selection} active={active} actions={rowActions} />
      <Bars list={list} found={counts.found} exportItems={files.exportItems(list.selection.selected)} />
      <Dialogs
        {...props}
        open={dialog}
        count={entries.size}
        onCreated={showCreated}
        onLateOutcome={(outcome) => list.showNotice(noticeOf(outcome))}
        onClose={() => setDialog(null)}
        clear={list.removeAll}
      />
    </>
  );
};
