import { useEffect, useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import type { Choice, LastingChoice } from '../../lib/validity/validity.ts';
import type { CreatedLink } from '../popup/use-shortening.ts';
import type { HistoryActions } from './history-actions.ts';
import { NoticeBar, useNotice } from './NoticeBar.tsx';
import { Dialogs } from './Dialogs.tsx';
import { Files } from './Files.tsx';
import { ResultBar } from './ResultBar.tsx';
import { CreatedCard } from './CreatedCard.tsx';
import { Rows } from './Rows.tsx';
import { Toolbar } from './Toolbar.tsx';
import type { useEntries } from './use-entries.ts';
import { useFiles } from './use-files.ts';
import { useFocus } from './use-focus.ts';
import { useRemoval } from './use-removal.ts';
import { type OpenDialog, useRows } from './use-rows.ts';
import { useSelection } from './use-selection.ts';
import { useNow, useView, type View } from './use-view.ts';

interface LinksProps {
  history: Pick<ReturnType<typeof useEntries>, 'entries' | 'isReading' | 'changed'>;
  actions: HistoryActions;
  choice: LastingChoice;
  /** The validities to choose from. */
  offered: readonly Choice[];
  /** The id of the link that is to be created again, where an expiry reminder opened the page. */
  recreate: string | null;
}

/** The state that the list and the bars around it share. */
const useLinks = ({ history, actions }: Pick<LinksProps, 'history' | 'actions'>) => {
  const now = useNow();
  const view = useView(history.entries, now);
  const selection = useSelection(view.rows);
  const { notice, showNotice, dismiss } = useNotice();
  const { changed } = history;
  const removal = useRemoval({ actions, changed, showNotice });
  const files = useFiles({ actions, changed, showNotice });
  const beforeRemoval = useFocus({ rows: view.rows, notice });
  const rows = useRows({ actions, showNotice, removal, select: selection.select, beforeRemoval });
  const removeSelected = (): void => void removal.removeMany(selection.selected);
  return { now, view, selection, notice, dismiss, removal, files, removeSelected, ...rows };
};

const NothingFound = ({ view }: { view: View }) => (
  <div class="nothing">
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

/** The new link; when its card is dismissed, the focus moves to the search. */
const useCreatedLink = () => {
  const [created, setCreated] = useState<CreatedLink | null>(null);
  const dismiss = (): void => {
    setCreated(null);
    document.querySelector<HTMLElement>('#search')?.focus();
  };
  return { created, setCreated, dismissCreated: dismiss };
};

interface RecreateDialogOptions extends Pick<LinksProps, 'history' | 'recreate'> {
  openDialog(dialog: OpenDialog): void;
}

/** Opens the dialog for the link that the address of the page names, as soon as the history is read. */
const useRecreateDialog = ({ history, recreate, openDialog }: RecreateDialogOptions): void => {
  const { entries, isReading } = history;
  useEffect(() => {
    const entry = recreate !== null && !isReading && entries.get(recreate);
    if (entry) openDialog({ kind: 'recreate', attempt: entry.attempt });
  }, [isReading]);
};

/** All links, with search, sorting and the actions on them. */
export const Links = ({ history, actions, choice, offered, recreate }: LinksProps) => {
  const links = useLinks({ history, actions });
  const { view, selection, openDialog } = links;
  const { created, setCreated, dismissCreated } = useCreatedLink();
  const { entries, isReading } = history;
  const isEmpty = entries.size === 0;
  useRecreateDialog({ history, recreate, openDialog });
  const showCreated = (next: CreatedLink): void => {
    openDialog(null);
    setCreated(next);
  };
  return (
    <>
      <Files files={links.files} isEmpty={isEmpty} clear={() => openDialog({ kind: 'clear' })} />
      <div class="head">
        {!isEmpty && <Toolbar view={view} />}
        {created && (
          <CreatedCard key={created.shortLink} {...created} copy={actions.copy} dismiss={dismissCreated} />
        )}
        <ResultBar
          found={view.rows.length}
          total={entries.size}
          isReading={isReading}
          selection={selection}
          removeSelected={links.removeSelected}
        />
      </div>
      {isEmpty && !isReading && <p class="nothing">{text('historyEmpty')}</p>}
      {!isEmpty && view.rows.length === 0 && <NothingFound view={view} />}
      <Rows rows={view.rows} now={links.now} isSelected={selection.isSelected} actions={links.rowActions} />
      <NoticeBar notice={links.notice} dismiss={links.dismiss} />
      <Dialogs
        {...{ actions, choice, offered, open: links.open, count: entries.size }}
        onCreated={showCreated}
        onClose={() => openDialog(null)}
        clear={() => void links.removal.removeAll()}
      />
    </>
  );
};
