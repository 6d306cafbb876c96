import { html } from 'hono/html';
import { linkId } from '../../lib/api/contract.ts';
import { hostOf } from '../admin/links.ts';
import { isGone } from '../links.ts';
import type { OwnedLink, Store } from '../store/contract.ts';
import { longestReason, targetHost } from '../store/operator-contract.ts';
import { card, type Content, icon, shown, table } from './page.ts';
import type { Texts } from './texts.ts';

/** Links that are shown at most. */
const longestList = 100;

/** What is searched for: the ending of a short link of this service, or the host of another address; `host` is empty without one. */
function wantedBy(query: string, publicHost: string): { id: string; host: string } {
  const url = /^https?:\/\//i.test(query) ? URL.parse(query) : null;
  if (url?.host === publicHost) return { id: url.pathname.slice(1), host: '' };
  return { id: query, host: targetHost(`http://${hostOf(url?.host ?? query) ?? ''}`) };
}

/** The link with an ending, and those to a host: at most one more than `longestList`. */
export async function searchLinks(
  store: Pick<Store, 'findOwnedLink' | 'listLinks'>,
  query: string,
  publicHost: string,
): Promise<OwnedLink[]> {
  const { id, host } = wantedBy(query, publicHost);
  const [named, leading] = await Promise.all([
    linkId.safeParse(id).success ? store.findOwnedLink(id) : undefined,
    host === '' ? [] : store.listLinks({ after: '', limit: longestList + 1, host }),
  ]);
  return [...(named ? [named] : []), ...leading.filter((link) => link.id !== named?.id)];
}

interface Results {
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

export function results(t: Texts, given: Results): Content {
  const { query, links, revoking } = given;
  const listed = links.slice(0, longestList).toSorted((a, b) => b.createdAt - a.createdAt);
  const count = t.number(listed.length);
  const title = links.length > longestList ? t.first(count, shown(query)) : t.found(count, shown(query));
  if (links.length === 0) return card(t.noneFound(shown(query)), '');

  const heads = html`<th scope="col">${t.ending}</th>
    <th scope="col" class="wide">${t.leadsTo}</th>
    <th scope="col" class="wide">${t.application}</th>
    <th scope="col" class="wide">${t.created}</th>
    <th scope="col">${t.expires}</th>
    <th scope="col" class="wide end">${t.opens}</th>
    <th scope="col"><span class="unseen">${t.action}</span></th>`;
  const rows = listed.map(
    (link) => html`${row(t, link, given)}${link.id === revoking && revokeForm(t, link.id, query)}`,
  );
  return card(title, table(heads, rows), { end: html`<span class="meta">${t.noPaths}</span>` });
}

function row(t: Texts, found: OwnedLink, { query, revoking, names, countsOpens, now }: Results): Content {
  const { id, link, secretId, createdAt, expiresAt, removedAt, maxOpens, opens } = found;
  const isRevoked = link === '';
  const state = isRevoked ? t.revoked : removedAt === null ? t.expired : t.removed;
  const expires = isGone(found, now) ? html`<span class="soft">${state}</span>` : t.date(expiresAt);
  const address = `/operator?${new URLSearchParams({ q: query, revoke: id }).toString()}`;
  const action = html`<a class="b small" href="${address}" aria-label="${`${t.revoke} ${id}`}"
    >${t.revoke}</a
  >`;
  return html`<tr>
    <td class="any">${id}</td>
    <td class="wide any soft">${shown(targetHost(link))}</td>
    <td class="wide any">${shown(names.get(secretId ?? '') || (secretId ?? ''))}</td>
    <td class="wide num nowrap">${t.date(createdAt)}</td>
    <td class="num">${expires}</td>
    <td class="wide num end">${countsOpens || maxOpens !== null ? t.number(opens) : '–'}</td>
    <td>${!isRevoked && id !== revoking && action}</td>
  </tr>`;
}

function revokeForm(t: Texts, id: string, query: string): Content {
  const back = `/operator?${new URLSearchParams({ q: query }).toString()}`;
  return html`<tr class="open">
    <td colspan="7">
      <form method="post" action="/operator/revoke">
        <input type="hidden" name="id" value="${id}" /><input type="hidden" name="q" value="${query}" />
        <label
          >${t.reason}<input name="reason" required maxlength="${longestReason}" autocomplete="off" autofocus
        /></label>
        <a class="b" href="${back}">${t.cancel}</a><button class="b danger">${t.revokeLink}</button>
        <p>${t.whatRevokeDoes}</p>
      </form>
    </td>
  </tr>`;
}

/** What became of the link that was to be revoked; `found` is that link now. */
export function notice(t: Texts, id: string, found: OwnedLink | undefined): Content {
  const isRevoked = found?.link === '';
  return html`<p class="notice" role="status">
    <span class="${isRevoked ? 'good' : 'warn'}">${icon(isRevoked ? 'check' : 'alert')}</span>
    ${isRevoked ? t.isRevoked(id) : t.notRevoked(id)}
  </p>`;
}
