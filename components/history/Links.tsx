import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Entries } from '../../lib/history/search.ts';
import { text } from '../../lib/i18n/texts.ts';
import type { Choice, Preset } from '../../lib/validity/validity.ts';
import type { CreatedLink } from '../popup/use-shortening.ts';
import type { HistoryActions } from './history-actions.ts';
import { linkFailureSentence } from '../../lib/i18n/failure-sentence.ts';
import type { Outcome } from '../../lib/shortening/request.ts';
import { type Notice, NoticeBar, useNotice } from './NoticeBar.tsx';
import { Dialogs } from './Dialogs.tsx';
import { Files } from './Files.tsx';
import { CreatedCard } from './CreatedCard.tsx';
import { Header } from './Header.tsx';
import { Rows } from './Rows.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { Search, Toolbar } from './Toolbar.tsx';
import type { useEntries } from './use-entries.ts';
import { useFiles } from './use-files.ts';
import { useFocus } from './use-focus.ts';
import { useRemoval } from './use-removal.ts';
import { type OpenDialog, useRows } from './use-rows.ts';
import { useSelection } from './use-selection.ts';
import { useNow, useView, type View } from './use-view.ts';
import { useKeys } from './use-keys.ts';

interface LinksProps {
  history: Pick<ReturnType<typeof useEntries>, 'entries' | 'isReading' | 'changed'>;
  actions: HistoryActions;
  choice: Preset;
  /** The validities to choose from. */
  offered: readonly Choice[];
  /** Whether a new link is copied without a click on Copy. */
  copyAtOnce: boolean;
  /** The id of the link that is to be created again, if an expiry reminder opened the page. */
  recreate: string | null;
  /** A note about the whole history, above the list. */
  children: ComponentChildren;
}

const shortLinksOf = (entries: Entries, ids: readonly string[]): string[] =>
  ids.flatMap((id) => entries.get(id)?.attempt.shortLink ?? []);

/** The notice about a request whose dialog was closed meanwhile. */
const noticeOf = (outcome: Outcome): Notice =>
  outcome.ok
    ? { text: text('historyCreatedAfterCancel', outcome.shortLink) }
    : { text: linkFailureSentence(outcome.failure, text), isProblem: true };

/** The state that the list and the bars around it share. */
const useLinks = ({ history, actions }: Pick<LinksProps, 'history' | 'actions'>) => {
  const now = useNow();
  const view = useView(history.entries, now);
  const selection = useSelection(view.rows);
  const { notice, showNotice, dismiss } = useNotice();
  const { changed } = history;
  const removal = useRemoval({ actions, onChange: changed, showNotice });
  const files = useFiles({ actions, onChange: changed, showNotice });
  const beforeRemoval = useFocus({ rows: view.rows, notice });
  useKeys({ selection, notice });
  const rows = useRows({ actions, showNotice, removal, select: selection.select, beforeRemoval });
  const removeSelected = (): void => void removal.removeMany(selection.selected);
  const copySelected = (): Promise<void> => rows.copyMany(shortLinksOf(history.entries, selection.selected));
  return {
    now,
    view,
    selection,
    notice,
    showNotice,
    dismiss,
    removal,
    files,
    removeSelected,
    copySelected,
    ...rows,
  };
};

const NothingFound = ({ view }: { view: View }) => (
  <div class="empty">
    <h2>{text('historyNoneFoundTitle')}</h2>
    <p>{text('historyNoneFound')}</p>
    <button
      type="button"
      onClick={() => {
        view.showAll();
        document.querySelector<HTMLElement>('#search')?.focus();
      }}
    >
      {text('historyShowAll')}
    </button>
  </div>
);

const NoLinks = () => (
  <div class="empty">
    <img src="/icons/128.png" width="72" height="72" alt="" />
    <h2>{text('historyEmptyTitle')}</h2>
    <p>{text('historyEmpty')}</p>
  </div>
);

/** The new link; when its card is dismissed, the focus moves to the search. */
const useCreatedLink = (setDialog: (dialog: OpenDialog) => void) => {
  const [created, setCreated] = useState<CreatedLink | null>(null);
  const show = (next: CreatedLink): void => {
    setDialog(null);
    setCreated(next);
  };
  const dismiss = (): void => {
    setCreated(null);
    document.querySelector<HTMLElement>('#search')?.focus();
  };
  return { created, showCreated: show, dismissCreated: dismiss };
};

interface RecreateDialogOptions extends Pick<LinksProps, 'history' | 'recreate'> {
  setDialog(dialog: OpenDialog): void;
}

/** Opens the dialog for the link that the address of the page names, as soon as the history is read. */
const useRecreateDialog = ({ history, recreate, setDialog }: RecreateDialogOptions): void => {
  const { entries, isReading } = history;
  useEffect(() => {
    const entry = recreate !== null && !isReading && entries.get(recreate);
    if (entry) setDialog({ kind: 'recreate', attempt: entry.attempt });
  }, [isReading]);
};

/** In the place of the list, if nothing is listed. */
const Empty = ({ isEmpty, isReading, view }: { isEmpty: boolean; isReading: boolean; view: View }) => {
  if (isEmpty) return isReading ? null : <NoLinks />;
  return view.rows.length === 0 ? <NothingFound view={view} /> : null;
};

/** What the page says and offers at the bottom of the window. */
const Bars = ({ links }: { links: ReturnType<typeof useLinks> }) => (
  <div class="bars">
    <NoticeBar notice={links.notice} dismiss={links.dismiss} />
    <SelectionBar
      selection={links.selection}
      found={links.view.rows.length}
      files={links.files}
      copy={() => void links.copySelected()}
      remove={links.removeSelected}
    />
  </div>
);

/** All links, with search, sorting and the actions on them. */
export const Links = ({ history, actions, choice, offered, copyAtOnce, recreate, children }: LinksProps) => {
  const links = useLinks({ history, actions });
  const { view, selection, setDialog } = links;
  const { created, showCreated, dismissCreated } = useCreatedLink(setDialog);
  const { entries, isReading } = history;
  const isEmpty = entries.size === 0;
  useRecreateDialog({ history, recreate, setDialog });
  return (
    <>
      <div class="head">
        <Header>
          {!isEmpty && <Search view={view} />}
          <Files files={links.files} isEmpty={isEmpty} clear={() => setDialog({ kind: 'clear' })} />
        </Header>
        <Toolbar view={view} found={view.rows.length} total={entries.size} isReading={isReading} />
        {created && (
          <CreatedCard key={created.shortLink} {...created} copy={actions.copy} dismiss={dismissCreated} />
        )}
      </div>
      {children}
      <Empty isEmpty={isEmpty} isReading={isReading} view={view} />
      <Bars links={links} />
      <Rows
        rows={view.rows}
        order={view.order}
        now={links.now}
        isSelected={selection.isSelected}
        isSelecting={selection.selected.length > 0}
        actions={links.rowActions}
      />
      <Dialogs
        actions={actions}
        choice={choice}
        offered={offered}
        copyAtOnce={copyAtOnce}
        open={links.dialog}
        count={entries.size}
        onCreated={showCreated}
        onLateOutcome={(outcome) => links.showNotice(noticeOf(outcome))}
        onClose={() => setDialog(null)}
        clear={() => void links.removal.removeAll()}
      />
    </>
  );
};
