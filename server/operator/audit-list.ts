import { html } from 'hono/html';
import type { AuditLine } from '../store/operator-contract.ts';
import { card, type Content, shown } from './page.ts';
import type { Texts } from './texts.ts';

/** Lines on a page of the whole log. */
export const auditPageSize = 100;

/** What a line is about, and in soft letters why, and by whom. */
function about(
  t: Texts,
  { via, who, action, linkId, secretId, detail }: AuditLine,
  names: ReadonlyMap<string, string>,
) {
  const what = [linkId, names.get(secretId) || secretId].filter((each) => each !== '').join(', ');
  const reason =
    detail === '' ? '' : action === 'link-revoked' ? t.quoted(detail) : t.links(t.number(Number(detail)));
  const by = action === 'page-opened' ? t.byLink : who === '' ? t.via[via] : t.by(who);
  const rest = [reason, by].filter((each) => each !== '').join(' · ');
  return html`${shown(what)} <span class="soft">${what === '' ? '' : '· '}${shown(rest)}</span>`;
}

interface AuditList {
  lines: readonly AuditLine[];
  /** The names of applications by their SecretIDs. */
  names: ReadonlyMap<string, string>;
  /** A link to more of it. */
  end?: Content;
}

export function auditCard(t: Texts, { lines, names, end }: AuditList): Content {
  const items = lines.map(
    (line) =>
      html`<li>
        <span class="meta num">${t.moment(line.at)}</span><span>${t.audit[line.action]}</span
        ><span class="any">${about(t, line, names)}</span>
      </li>`,
  );
  const body =
    lines.length === 0
      ? html`<p class="soft">${t.noLines}</p>`
      : html`<ol class="log">
          ${items}
        </ol>`;
  return card(t.auditLog, body, { end, isWhole: true });
}
