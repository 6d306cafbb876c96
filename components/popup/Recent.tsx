import { useEffect, useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import type { Attempt } from '../../lib/history/contract.ts';
import { timeLeftText } from '../../lib/i18n/dates.ts';
import type { PopupActions } from './popup-actions.ts';

interface RecentProps {
  isPrivate: boolean;
  /** The short link that was created last; when it changes, the list is read again. */
  newest: string | undefined;
  actions: Pick<PopupActions, 'recent' | 'copy' | 'open' | 'openPage'>;
}

interface Row {
  id: string;
  name: string;
  shortLink: string;
  end: number;
}

const rowsOf = (attempts: readonly Attempt[]): Row[] =>
  attempts.flatMap(({ id, title, link, shortLink, end }) =>
    shortLink !== undefined && end !== undefined ? [{ id, name: title || link, shortLink, end }] : [],
  );

const useRows = ({ isPrivate, newest, actions }: RecentProps): Row[] => {
  const [rows, setRows] = useState<Row[]>([]);
  useEffect(() => void actions.recent(isPrivate).then((found) => setRows(rowsOf(found))), [newest]);
  return rows;
};

interface RowProps extends Row {
  copy(): void;
  isCopied: boolean;
  open(url: string): void;
}

const RecentRow = ({ name, shortLink, end, copy, isCopied, open }: RowProps) => (
  <li>
    <a
      class="cut"
      href={shortLink}
      title={`${name}\n${shortLink}`}
      onClick={(event) => {
        event.preventDefault();
        open(shortLink);
      }}
    >
      <bdi>{name}</bdi>
    </a>
    <span class="left">{timeLeftText(end, Math.floor(Date.now() / 1000))}</span>
    <button class="quiet" type="button" aria-label={text('recentCopy', name)} onClick={copy}>
      {text(isCopied ? 'copied' : 'copy')}
    </button>
  </li>
);

const Head = ({ toHistory }: { toHistory: (() => void) | null }) => (
  <div class="head">
    <h2 id="recent-title">{text('recentTitle')}</h2>
    {toHistory && (
      <a
        href="/history.html"
        onClick={(event) => {
          event.preventDefault();
          toHistory();
        }}
      >
        {text('recentHistory')}
      </a>
    )}
  </div>
);

/** The newest links, each with buttons to copy and to open it, and a link to the history. */
export const Recent = (props: RecentProps) => {
  const { isPrivate, actions } = props;
  const rows = useRows(props);
  const [copied, setCopied] = useState<string | null>(null);
  const [announced, setAnnounced] = useState('');
  const copy = async ({ id, name, shortLink }: Row): Promise<void> => {
    const isDone = await actions.copy(shortLink);
    setCopied(isDone ? id : null);
    setAnnounced(text(isDone ? 'recentCopied' : 'recentNotCopied', name));
  };
  return (
    <section class="recent" aria-labelledby="recent-title" hidden={rows.length === 0}>
      <Head toHistory={isPrivate ? null : () => actions.openPage('/history.html')} />
      <ul>
        {rows.map((row) => (
          <RecentRow
            key={row.id}
            {...row}
            copy={() => void copy(row)}
            isCopied={copied === row.id}
            open={actions.open}
          />
        ))}
      </ul>
      <p role="status" class="unseen">
        {announced}
      </p>
    </section>
  );
};
