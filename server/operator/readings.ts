import { html } from '../pages/pages.ts';
import type { Context } from 'hono';
import { linkId } from '../../lib/api/contract.ts';
import type { Store } from '../store/contract.ts';
import type { Deps } from '../deps.ts';
import { printable } from '../config/errors.ts';
import type { AuditLine } from '../store/operator-contract.ts';
import type { Env } from './access.ts';
import { packagesCard } from './packages.ts';
import { card, type Content, type Frame, operatorPage } from './page.ts';
import { resultsCard, revokedNotice, searchLinks } from './search.ts';
import { type Texts, texts } from './texts.ts';

/** Lines on a page of the whole log. */
const auditPageSize = 100;

/** Lines of the audit log beside other parts. */
const shortList = 5;

export interface OperatorDeps extends Deps {
  /** The host of short links. */
  publicHost: string;
}

export const wordsOf = (c: Context<Env>) => texts[c.get('language')];

function show(c: Context<Env>, frame: Omit<Frame, 'language' | 'operator'>): Response {
  return c.html(operatorPage({ language: c.get('language'), operator: c.get('operator'), ...frame }));
}

/** The names of applications by their SecretIDs. */
async function namesOf(store: Store): Promise<ReadonlyMap<string, string>> {
  return new Map((await store.listApplications()).map(({ secretId, name }) => [secretId, name]));
}

/** The packages that are near their end, or what a search finds, and the newest lines of the audit log. */
export async function showStart(c: Context<Env>, deps: OperatorDeps): Promise<Response> {
  const { store, publicHost } = deps;
  const { countOpens: countsOpens } = deps.configuration;
  const t = wordsOf(c);
  const now = deps.now() / 1000;
  const query = (c.req.query('q') ?? '').trim();
  const [names, lines] = await Promise.all([
    namesOf(store),
    store.listAudit({ before: undefined, pageSize: shortList }),
  ]);
  const audit = auditCard(t, lines, names, html`<a href="/operator/audit">${t.everything}</a>`);
  if (query === '') {
    const packages = packagesCard(t, await store.listPackages(), { names, now });
    return show(c, { host: publicHost, body: [packages, audit] });
  }

  const links = await searchLinks(store, query, publicHost);
  const revoked = linkId.safeParse(c.req.query('revoked'));
  const notice = revoked.success && revokedNotice(t, revoked.data, await store.findOwnedLink(revoked.data));
  const revoking = c.req.query('revoke') ?? '';
  const results = resultsCard({ t, query, links, revoking, names, countsOpens, now });
  return show(c, { host: publicHost, body: [notice, results, audit], query });
}

export async function showAudit(c: Context<Env>, { store, publicHost }: OperatorDeps): Promise<Response> {
  const before = Number(c.req.query('before'));
  const isLineId = Number.isSafeInteger(before) && before > 0;
  const page = { before: isLineId ? before : undefined, pageSize: auditPageSize };
  const [names, lines] = await Promise.all([namesOf(store), store.listAudit(page)]);
  const t = wordsOf(c);
  const older = html`<a href="/operator/audit?before=${lines.at(-1)?.id}">${t.older}</a>`;
  const end = [html`<a href="/operator">${t.overview}</a>`, lines.length === auditPageSize && older];
  return show(c, { host: publicHost, body: auditCard(t, lines, names, end) });
}

/** What a line is about, and in soft letters why, and by whom. */
function about(
  t: Texts,
  { via, who, action, linkId, secretId, linkCount, host, reason }: AuditLine,
  names: ReadonlyMap<string, string>,
) {
  const what = [linkId, names.get(secretId) || secretId].filter((each) => each !== '').join(', ');
  const by = action === 'page-opened' ? t.byLink : who === '' ? t.via[via] : t.by(who);
  const count = linkCount === null ? '' : t.links(linkCount.toLocaleString('en'));
  const rest = [count, host, reason === '' ? '' : t.quoted(reason), by]
    .filter((each) => each !== '')
    .join(' · ');
  return html`${printable(what)} <span class="soft">${what === '' ? '' : '· '}${printable(rest)}</span>`;
}

/** Lines of the audit log. `names` has those of applications by their SecretIDs, and `end` is a link to more lines. */
function auditCard(t: Texts, lines: readonly AuditLine[], names: ReadonlyMap<string, string>, end: Content) {
  const items = lines.map(
    (line) =>
      html`<li>
        <span class="meta num">${t.moment(line.at)}</span>
        <span>${t.audit[line.action]}</span>
        <span class="breakable">${about(t, line, names)}</span>
      </li>`,
  );
  const list =
    lines.length === 0
      ? html`<p class="soft">${t.noLines}</p>`
      : html`<ol class="log">
          ${items}
        </ol>`;
  return card(t.auditLog, end, list);
}
