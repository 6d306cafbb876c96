import { html } from '../pages/pages.ts';
import { printable } from '../config/errors.ts';
import type { AuditLine } from '../store/operator-contract.ts';
import { card, type Content } from './page.ts';
import type { Texts } from './texts.ts';

/** Who has done what a line says. */
function actorOf(t: Texts, { via, who, action }: AuditLine): string {
  if (action === 'page-opened') return t.byLink;
  return who === '' ? t.via[via] : t.by(who);
}

/** What a line is about, and in soft letters why, and by whom. */
function about(t: Texts, line: AuditLine, names: ReadonlyMap<string, string>) {
  const { linkId, secretId, linkCount, host, reason } = line;
  const what = [linkId, names.get(secretId) || secretId].filter((each) => each !== '').join(', ');
  const count = linkCount === null ? '' : t.links(linkCount.toLocaleString('en'));
  const rest = [count, host, reason === '' ? '' : t.quoted(reason), actorOf(t, line)]
    .filter((each) => each !== '')
    .join(' · ');
  return html`${printable(what)} <span class="soft">${what === '' ? '' : '· '}${printable(rest)}</span>`;
}

/** Lines of the audit log. `names` has those of applications by their SecretIDs, and `end` is a link to more lines. */
export function auditCard(
  t: Texts,
  lines: readonly AuditLine[],
  names: ReadonlyMap<string, string>,
  end: Content,
) {
  const items = lines.map(
    (line) =>
      html`<li>
        <span class="meta num">${t.moment(line.at)}</span>
        <span>${t.audit[line.action]}</span>
        <span class="breakable">${about(t, line, names)}</span>
      </li>`,
  );
  const list = html`<ol class="log">
    ${items}
  </ol>`;
  return card(t.auditLog, end, lines.length === 0 ? html`<p class="soft">${t.noLines}</p>` : list);
}
