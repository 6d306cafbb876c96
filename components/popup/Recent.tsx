import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { plural, text } from '../../lib/i18n/texts.ts';
import { countText } from '../../lib/history/expiring-count.ts';
import { filteredPath, linkStatus } from '../../lib/history/search.ts';
import type { Attempt } from '../../lib/history/types.ts';
import type { CopiedLink } from '../../lib/i18n/copied-link.ts';
import { expiryText, timeLeftText } from '../../lib/i18n/dates.ts';
import { withLimit } from '../../lib/i18n/opens.ts';
import { withoutScheme } from '../../lib/url/readable.ts';
import { announce } from '../ui/announce.tsx';
import { Icon } from '../ui/Icon.tsx';
import { goToAddress, goToPage } from '../page.ts';
import { copyLinks } from '../ui/copying.ts';
import { Menu, type MenuItem } from '../ui/Menu.tsx';

interface Row {
  id: string;
  name: string;
  link: CopiedLink;
  /** What stands below the name. */
  detail: ComponentChildren;
  /** Without one, the name is a short link. */
  menu?: readonly MenuItem[];
}

/** Cuts each host for which its row has no room, letter by letter: an ellipsis of CSS would leave a gap before the code. */
const useFittingHosts = (list: RefObject<HTMLElement | null>): void =>
  useLayoutEffect(() => {
    if (!list.current) return undefined;
    const fit = (box: HTMLElement): void => {
      const { host = '' } = box.dataset;
      const [name] = box.children;
      // In fractions of pixels, unlike scrollWidth.
      const isCut = (): boolean =>
        name !== undefined && name.getBoundingClientRect().width > box.getBoundingClientRect().width + 0.05;
      // Only the text of Preact's node changes, so that it can show another host later.
      const show = (shown: string): void => {
        if (name?.firstChild) name.firstChild.nodeValue = shown;
      };
      show(host);
      for (let end = host.length - 1; end > 0 && isCut(); end -= 1)
        show(`${host.slice(0, end).replace(/\.$/, '')}…`);
    };
    const boxes = [...list.current.querySelectorAll<HTMLElement>('[data-host]')];
    const observer = new ResizeObserver(() => boxes.forEach(fit));
    observer.observe(list.current);
    return () => observer.disconnect();
  });

/** A short link, whose host gives way to its code and to what follows; read whole by a screen reader. */
const CutShortLink = ({ shown, children }: { shown: string; children?: ComponentChildren }) => {
  const [host = ''] = shown.split('/');
  return (
    <>
      <span class="unseen">{shown}</span>
      <span class="cut" data-host={host} aria-hidden="true">
        <bdi dir="ltr">{host}</bdi>
      </span>
      <span>
        <bdi dir="ltr" aria-hidden="true">
          {shown.slice(host.length)}
        </bdi>
        {children}
      </span>
    </>
  );
};

/** Links of which each is copied by a press on its row. */
const CopyRows = ({ rows }: { rows: readonly Row[] }) => {
  const [copied, setCopied] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  useFittingHosts(list);
  const copyRow = async ({ id, name, link }: Row): Promise<void> => {
    const isDone = await copyLinks([link]);
    setCopied(isDone ? id : null);
    announce(text(isDone ? 'recentCopied' : 'recentNotCopied', name));
  };
  return (
    <ul ref={list}>
      {rows.map((row) => (
        <li key={row.id} class="line">
          <button
            class="row"
            type="button"
            title={`${row.name}\n${row.link.shortLink}`}
            onClick={() => void copyRow(row)}
          >
            <span class="grow">
              <span class="unseen">{`${text('copy')} `}</span>
              {row.menu ? (
                <bdi class="cut">{row.name}</bdi>
              ) : (
                <span>
                  <CutShortLink shown={row.name} />
                </span>
              )}{' '}
              <span
                id={row.menu && `detail-${row.id}`}
                class={copied === row.id ? 'meta cut good' : 'meta cut num'}
              >
                {copied === row.id ? text('copied') : row.detail}
              </span>
            </span>
            <Icon name={copied === row.id ? 'check' : 'copy'} small />
          </button>
          {row.menu && <Menu small name={text('more')} describedBy={`detail-${row.id}`} items={row.menu} />}
        </li>
      ))}
    </ul>
  );
};

/**
 * The newest links: a press copies one, and its menu opens it or its page. Above them, the way to those that expire within a week;
 * `expiring`: their number in the history.
 */
export const Recent = ({ attempts, expiring }: { attempts: readonly Attempt[]; expiring: number }) => {
  const now = Math.floor(Date.now() / 1000);
  const rows = attempts.flatMap((attempt): Row[] => {
    const { id, title, link, shortLink, expiresAt, limit, change } = attempt;
    const isDeleted = change?.kind === 'delete' && change.state === 'done';
    if (shortLink === undefined || expiresAt === undefined || isDeleted) return [];
    const detail = (
      <CutShortLink shown={withoutScheme(shortLink)}>
        {' · '}
        <span class={linkStatus(attempt, now)}>{withLimit(timeLeftText(expiresAt, now), limit)}</span>
      </CutShortLink>
    );
    const menu: MenuItem[] = [
      { icon: 'open', name: text('historyOpenShortLink'), choose: () => goToAddress(shortLink) },
      { icon: 'link', name: text('historyOpenPage'), choose: () => goToAddress(link) },
    ];
    return [{ id, name: title || link, link: { ...attempt, shortLink }, detail, menu }];
  });
  return (
    <section class="recent" aria-labelledby="recent-title" hidden={rows.length === 0}>
      <div class="head">
        <h2 id="recent-title" class="label grow">
          {text('recentTitle')}
        </h2>
        {expiring > 0 && (
          <button class="quiet small num" type="button" onClick={() => goToPage(filteredPath('week'))}>
            {countText('expiringThisWeek', expiring)}
          </button>
        )}
      </div>
      <CopyRows rows={rows} />
    </section>
  );
};

/** The number of active short links to the page, which unfolds to a list with the expiry of each. */
export const ActiveLinks = ({ attempts }: { attempts: readonly Attempt[] }) => {
  const rows = attempts.map((attempt): Row => {
    const { id, shortLink = '', expiresAt = 0, limit } = attempt;
    const detail = withLimit(expiryText(expiresAt), limit);
    return { id, name: withoutScheme(shortLink), link: { ...attempt, shortLink }, detail };
  });
  return (
    <details class="links active-links">
      <summary class="head line">
        <Icon name="history" />
        <span class="grow">{plural('activeLinks', attempts.length)}</span>
      </summary>
      <CopyRows rows={rows} />
    </details>
  );
};
