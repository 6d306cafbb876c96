import { useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import type { Attempt } from '../../lib/history/types.ts';
import { timeLeftText } from '../../lib/i18n/dates.ts';
import { Icon } from '../ui/Icon.tsx';
import type { PopupActions } from './popup-actions.ts';

interface RecentProps {
  attempts: readonly Attempt[];
  actions: Pick<PopupActions, 'copy' | 'open'>;
}

interface Row {
  id: string;
  name: string;
  shortLink: string;
  expiresAt: number;
}

const rowsOf = (attempts: readonly Attempt[]): Row[] =>
  attempts.flatMap(({ id, title, link, shortLink, expiresAt }) =>
    shortLink !== undefined && expiresAt !== undefined
      ? [{ id, name: title || link, shortLink, expiresAt }]
      : [],
  );

interface RowProps extends Row {
  copy(): void;
  isCopied: boolean;
  open(url: string): void;
}

const RecentRow = ({ name, shortLink, expiresAt, copy, isCopied, open }: RowProps) => (
  <li>
    <a
      class="grow"
      href={shortLink}
      title={`${name}\n${shortLink}`}
      onClick={(event) => {
        event.preventDefault();
        open(shortLink);
      }}
    >
      <bdi class="cut">{name}</bdi>
      <span class="meta cut num">
        <bdi dir="ltr">{shortLink.replace(/^https?:\/\//, '')}</bdi>
        {' · '}
        <span>{timeLeftText(expiresAt, Math.floor(Date.now() / 1000))}</span>
      </span>
    </a>
    <button
      class={isCopied ? 'only-icon small copied' : 'only-icon small'}
      type="button"
      aria-label={text('recentCopy', name)}
      title={text(isCopied ? 'copied' : 'copy')}
      onClick={copy}
    >
      <Icon name={isCopied ? 'check' : 'copy'} small />
    </button>
  </li>
);

/** The newest links, each with a button to copy it; its name opens it. */
export const Recent = ({ attempts, actions }: RecentProps) => {
  const rows = rowsOf(attempts);
  const [copied, setCopied] = useState<string | null>(null);
  const [announced, setAnnounced] = useState('');
  const copy = async ({ id, name, shortLink }: Row): Promise<void> => {
    const isDone = await actions.copy(shortLink);
    setCopied(isDone ? id : null);
    setAnnounced(text(isDone ? 'recentCopied' : 'recentNotCopied', name));
  };
  return (
    <section class="recent" aria-labelledby="recent-title" hidden={rows.length === 0}>
      <h2 id="recent-title" class="label">
        {text('recentTitle')}
      </h2>
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
