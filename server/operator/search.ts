import { h } from 'preact';
import { findMeantLink, meaningOf } from '../admin/links.ts';
import { isGone, isRevoked } from '../links.ts';
import { printable } from '../start-error.ts';
import type { OwnedLink, Store } from '../store/contract.ts';
import { longestReason, targetHost } from '../store/operator-contract.ts';
import { Card, Icon, Table } from './page.ts';
import type { Texts } from './texts.ts';

/** Links that are shown at most. */
const longestList = 100;

/** The links that a query finds: the one with this identifier, and at most `longestList` + 1 to this host. */
export async function searchLinks(
  store: Pick<Store, 'findOwnedLink' | 'findEnding' | 'listLinks'>,
  query: string,
  publicHost: string,
): Promise<OwnedLink[]> {
  const { id, host } = meaningOf(query, publicHost);
  const page = { after: '', limit: longestList + 1 };
  const [byId, byHost] = await Promise.all([
    findMeantLink(store, id),
    // The store looks links up by their host without a port.
    host === '' ? [] : store.listLinks({ ...page, host: targetHost(`http://${host}`) }),
  ]);
  return [...(byId ? [byId] : []), ...byHost.filter((link) => link.id !== byId?.id)];
}

interface ResultsProps {
  t: Texts;
  query: string;
  links: readonly OwnedLink[];
  /** The identifier of the link whose form is open; empty without one. */
  revoking: string;
  /** The names of applications by their SecretIDs. */
  names: ReadonlyMap<string, string>;
  /** Whether opens are counted. */
  countsOpens: boolean;
  /** Unix seconds. */
  now: number;
}

export function Results(props: ResultsProps) {
  const { t, query, links, revoking } = props;
  if (links.length === 0) return h(Card, { title: t.noneFound(printable(query)) });

  // The first ones by identifier, as the store lists them; only these are sorted by age.
  const listed = links.slice(0, longestList).toSorted((a, b) => b.createdAt - a.createdAt);
  const count = t.number(listed.length);
  const title = (links.length > longestList ? t.first : t.found)(count, printable(query));
  const heads = [
    h('th', { scope: 'col' }, t.identifier),
    h('th', { scope: 'col', class: 'wide' }, t.leadsTo),
    h('th', { scope: 'col', class: 'wide' }, t.application),
    h('th', { scope: 'col', class: 'wide' }, t.created),
    h('th', { scope: 'col' }, t.expires),
    h('th', { scope: 'col', class: 'wide end' }, t.opens),
    h('th', { scope: 'col' }, h('span', { class: 'unseen' }, t.action)),
  ];
  const rows = listed.map((link) => [
    h(LinkRow, { ...props, link }),
    link.id === revoking && h(RevokeForm, { t, id: link.id, query }),
  ]);
  const noteBesideTitle = h('span', { class: 'meta' }, t.noPaths);
  return h(Card, { title, end: noteBesideTitle }, h(Table, { heads, rows }));
}

function LinkRow({ t, link, query, revoking, names, countsOpens, now }: ResultsProps & { link: OwnedLink }) {
  const { id, secretId, createdAt, expiresAt, removedAt, maxOpens, opens } = link;
  const expiredOrRemoved = removedAt === null ? t.expired : t.removed;
  const whyGone = isRevoked(link) ? t.revoked : expiredOrRemoved;
  const expires = isGone(link, now) ? h('span', { class: 'soft' }, whyGone) : t.date(expiresAt);
  const href = `/operator?${new URLSearchParams({ q: query, revoke: id }).toString()}`;
  const action = h('a', { class: 'button small', href, 'aria-label': `${t.revoke} ${id}` }, t.revoke);
  return h('tr', null, [
    h('td', { class: 'breakable' }, id),
    h('td', { class: 'wide breakable soft' }, printable(targetHost(link.link))),
    h('td', { class: 'wide breakable' }, printable(names.get(secretId ?? '') || (secretId ?? ''))),
    h('td', { class: 'wide num nowrap' }, t.date(createdAt)),
    h('td', { class: 'num' }, expires),
    h('td', { class: 'wide num end' }, countsOpens || maxOpens !== null ? t.number(opens) : '–'),
    h('td', null, !isRevoked(link) && id !== revoking && action),
  ]);
}

function RevokeForm({ t, id, query }: { t: Texts; id: string; query: string }) {
  const back = `/operator?${new URLSearchParams({ q: query }).toString()}`;
  const reason = {
    name: 'reason',
    required: true,
    maxLength: longestReason,
    autocomplete: 'off',
    autofocus: true,
  };
  return h('tr', { class: 'open' }, [
    h('td', { colSpan: 7 }, [
      h('form', { method: 'post', action: '/operator/revoke' }, [
        h('input', { type: 'hidden', name: 'id', value: id }),
        h('input', { type: 'hidden', name: 'q', value: query }),
        h('label', null, [t.reason, h('input', reason)]),
        h('a', { class: 'button', href: back }, t.cancel),
        h('button', { class: 'button danger' }, t.revokeLink),
        h('p', null, t.whatRevokeDoes),
      ]),
    ]),
  ]);
}

/** Says whether the link is revoked now; `found` is undefined if there is no such link. */
export function Notice({ t, id, found }: { t: Texts; id: string; found: OwnedLink | undefined }) {
  const isDone = found !== undefined && isRevoked(found);
  return h('p', { class: 'notice', role: 'status' }, [
    h('span', { class: isDone ? 'good' : 'warn' }, h(Icon, { name: isDone ? 'check' : 'alert' })),
    ` ${isDone ? t.isRevoked(id) : t.notRevoked(id)}`,
  ]);
}
