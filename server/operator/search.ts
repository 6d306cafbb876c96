import { findMeantLink, meaningOf } from '../admin/links.ts';
import { isGone, isRevoked } from '../redirect/redirect-of.ts';
import { html } from '../pages/pages.ts';
import { printable } from '../config/errors.ts';
import type { OwnedLink, Store } from '../store/contract.ts';
import { longestReason, targetHost } from '../store/operator-contract.ts';
import { card, headOf, icon, table } from './page.ts';
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
  const page = { after: '', pageSize: longestList + 1 };
  const [byId, byHost] = await Promise.all([
    findMeantLink(store, id),
    // The store looks links up by their host without a port.
    host === '' ? [] : store.listLinks({ ...page, host: targetHost(`http://${host}`) }),
  ]);
  return [...(byId ? [byId] : []), ...byHost.filter((link) => link.id !== byId?.id)];
}

interface SearchResults {
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

export function resultsCard(results: SearchResults) {
  const { t, query, links, revoking } = results;
  if (links.length === 0) return card(t.noneFound(printable(query)), undefined);

  // The first ones by identifier, as the store lists them; only these are sorted by age.
  const listed = links.slice(0, longestList).toSorted((a, b) => b.createdAt - a.createdAt);
  const count = t.links(String(listed.length));
  const title = (links.length > longestList ? t.first : t.found)(count, printable(query));
  const heads = html`${headOf(t.identifier)}
    <th scope="col" class="wide">${t.leadsTo}</th>
    <th scope="col" class="wide">${t.application}</th>
    <th scope="col" class="wide">${t.created}</th>
    ${headOf(t.expires)}
    <th scope="col" class="wide end">${t.opens}</th>
    <th scope="col"><span class="unseen">${t.action}</span></th>`;
  const rows = listed.map((link) => [
    linkRow(link, results),
    link.id === revoking && revokeForm(t, link.id, query),
  ]);
  return card(title, html`<span class="meta">${t.noPaths}</span>`, table(heads, rows));
}

const pathOf = (parameters: Record<string, string>) =>
  `/operator?${new URLSearchParams(parameters).toString()}`;

function linkRow(link: OwnedLink, { t, query, revoking, names, countsOpens, now }: SearchResults) {
  const { id, secretId, createdAt, expiresAt, removedAt, maxOpens, opens } = link;
  const expiredOrRemoved = removedAt === null ? t.expired : t.removed;
  const whyGone = isRevoked(link) ? t.revoked : expiredOrRemoved;
  const href = pathOf({ q: query, revoke: id });
  const action = html`<a class="button small" href="${href}" aria-label="${t.revoke} ${id}">${t.revoke}</a>`;
  return html`<tr>
    <td class="breakable">${id}</td>
    <td class="wide breakable soft">${printable(targetHost(link.link))}</td>
    <td class="wide breakable">${printable(names.get(secretId ?? '') || (secretId ?? ''))}</td>
    <td class="wide num nowrap">${t.date(createdAt)}</td>
    <td class="num">${isGone(link, now) ? html`<span class="soft">${whyGone}</span>` : t.date(expiresAt)}</td>
    <td class="wide num end">${countsOpens || maxOpens !== null ? opens.toLocaleString('en') : '–'}</td>
    <td>${!isRevoked(link) && id !== revoking && action}</td>
  </tr>`;
}

const revokeForm = (t: Texts, id: string, query: string) =>
  html`<tr class="open">
    <td colspan="7">
      <form method="post" action="/operator/revoke">
        <input type="hidden" name="id" value="${id}" />
        <input type="hidden" name="q" value="${query}" />
        <label
          >${t.reason}<input name="reason" required maxlength="${longestReason}" autocomplete="off" autofocus
        /></label>
        <a class="button" href="${pathOf({ q: query })}">${t.cancel}</a>
        <button class="button danger">${t.revokeLink}</button>
        <p>${t.whatRevokeDoes}</p>
      </form>
    </td>
  </tr>`;

/** Says whether the link is revoked now; `found` is undefined if there is no such link. */
export function revokedNotice(t: Texts, id: string, found: OwnedLink | undefined) {
  const isDone = found !== undefined && isRevoked(found);
  return html`<p class="notice" role="status">
    <span class="${isDone ? 'good' : 'warn'}">${icon(isDone ? 'check' : 'alert')}</span>
    ${isDone ? t.isRevoked(id) : t.notRevoked(id)}
  </p>`;
}
