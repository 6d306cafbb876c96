import { useEffect, useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import type { Choice, LastingChoice } from '../../lib/validity/validity.ts';
import type { Made } from '../popup/use-shortening.ts';
import type { HistoryActions } from './actions.ts';
import { Bar } from './Bar.tsx';
import { Dialogs } from './Dialogs.tsx';
import { Files } from './Files.tsx';
import { Found } from './Found.tsx';
import { MadeCard } from './MadeCard.tsx';
import { Rows } from './Rows.tsx';
import { Toolbar } from './Toolbar.tsx';
import type { useEntries } from './use-entries.ts';
import { useFiles } from './use-files.ts';
import { useFocus } from './use-focus.ts';
import { useForgetting } from './use-forgetting.ts';
import { useNotice } from './use-notice.ts';
import { useNow } from './use-now.ts';
import { useRows } from './use-rows.ts';
import { useSelection } from './use-selection.ts';
import { useView, type View } from './use-view.ts';

interface LinksProps {
  history: Pick<ReturnType<typeof useEntries>, 'entries' | 'isReading' | 'changed'>;
  actions: HistoryActions;
  choice: LastingChoice;
  /** The validities to choose from. */
  offered: readonly Choice[];
  /** The id of the link that is to be made again, where the page was opened for that. */
  again: string | null;
}

/** Everything that the list and what stands around it share. */
const useLinks = ({ history, actions }: Pick<LinksProps, 'history' | 'actions'>) => {
  const now = useNow();
  const view = useView(history.entries, now);
  const selection = useSelection(view.rows);
  const { notice, tell, dismiss } = useNotice();
  const { changed } = history;
  const forgetting = useForgetting({ actions, changed, tell });
  const files = useFiles({ actions, changed, tell });
  const leaving = useFocus({ rows: view.rows, notice });
  const rows = useRows({ actions, tell, forgetting, select: selection.select, leaving });
  const forgetSelected = (): void => void forgetting.forgetMany(selection.selected);
  return { now, view, selection, notice, dismiss, forgetting, files, forgetSelected, ...rows };
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

/** The new link, with the focus, which goes to the search afterwards. */
const useMade = () => {
  const [made, setMade] = useState<Made | null>(null);
  const dismiss = (): void => {
    setMade(null);
    document.querySelector<HTMLElement>('#search')?.focus();
  };
  return { made, setMade, dismissMade: dismiss };
};

/** All links, to be searched, sorted, made again and forgotten. */
export const Links = ({ history, actions, choice, offered, again }: LinksProps) => {
  const { now, view, selection, acts, asked, ask, files, ...links } = useLinks({ history, actions });
  const { made, setMade, dismissMade } = useMade();
  const { entries, isReading } = history;
  const isEmpty = entries.size === 0;
  useEffect(() => {
    const wanted = again !== null && !isReading && entries.get(again);
    if (wanted) ask({ what: 'again', attempt: wanted.attempt });
  }, [isReading]);
  const take = (next: Made): void => {
    ask(null);
    setMade(next);
  };
  return (
    <>
      <Files files={files} isEmpty={isEmpty} clear={() => ask({ what: 'clear' })} />
      <div class="head">
        {!isEmpty && <Toolbar view={view} />}
        {made && <MadeCard key={made.shortLink} {...made} copy={actions.copy} dismiss={dismissMade} />}
        <Found
          {...{ found: view.rows.length, total: entries.size, isReading, selection }}
          forgetSelected={links.forgetSelected}
        />
      </div>
      {isEmpty && !isReading && <p class="nothing">{text('historyEmpty')}</p>}
      {!isEmpty && view.rows.length === 0 && <NothingFound view={view} />}
      <Rows rows={view.rows} now={now} isSelected={selection.isSelected} acts={acts} />
      <Bar notice={links.notice} dismiss={links.dismiss} />
      <Dialogs
        {...{ asked, actions, choice, offered, count: entries.size, made: take, closed: () => ask(null) }}
        clear={() => void links.forgetting.forgetAll()}
      />
    </>
  );
};
