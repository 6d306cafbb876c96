import { html } from '../pages/pages.ts';
import type { Context } from 'hono';
import { linkId } from '../../lib/api/contract.ts';
import { dayOf, type Store } from '../store/contract.ts';
import type { Deps } from '../deps.ts';
import { printable } from '../config/errors.ts';
import type { AuditLine } from '../store/operator-contract.ts';
import type { Env } from './access.ts';
import { chartDays, overview, packageTable } from './overview.ts';
import { packagesNearEnd, packageStates } from './packages.ts';
import { card, type Content, type Frame, operatorPage } from './page.ts';
import { resultsCard, revokedNotice, searchLinks } from './search.ts';
import { type Texts, texts } from './texts.ts';

/** Lines on a page of the whole log. */
const auditPageSize = 100;

/** Rows of packages and lines of the audit log beside other parts. */
const shortList = 5;

export interface OperatorDeps extends Deps {
  /** The host of short links. */
  publicHost: string;
}

export const wordsOf = (c: Context<Env>) => texts[c.get('language')];

const overviewLink = (c: Context<Env>) => html`<a href="/operator">${wordsOf(c).overview}</a>`;

function show(c: Context<Env>, frame: Omit<Frame, 'language' | 'operator'>): Response {
  return c.html(operatorPage({ language: c.get('language'), operator: c.get('operator'), ...frame }));
}

/** The names of applications by their SecretIDs. */
async function namesOf(store: Store): Promise<ReadonlyMap<string, string>> {
  return new Map((await store.listApplications()).map(({ secretId, name }) => [secretId, name]));
}

/** The overview, or what a search finds. */
export async function showStart(c: Context<Env>, deps: OperatorDeps): Promise<Response> {
  const { store, now, publicHost } = deps;
  const { countOpens: countsOpens } = deps.configuration;
  const t = wordsOf(c);
  const query = (c.req.query('q') ?? '').trim();
  const [names, lines] = await Promise.all([
    namesOf(store),
    store.listAudit({ before: undefined, pageSize: shortList }),
  ]);
  const end = html`<a href="/operator/audit">${t.everything}</a>`;
  const audit = auditCard(t, lines, names, end);
  if (query === '') return show(c, { host: publicHost, body: [await overviewOf(c, deps, names), audit] });

  const links = await searchLinks(store, query, publicHost);
  const revoked = linkId.safeParse(c.req.query('revoked'));
  const notice = revoked.success && revokedNotice(t, revoked.data, await store.findOwnedLink(revoked.data));
  const revoking = c.req.query('revoke') ?? '';
  const results = resultsCard({ t, query, links, revoking, names, countsOpens, now: now() / 1000 });
  return show(c, { host: publicHost, body: [notice, results, audit], query });
}

async function overviewOf(c: Context<Env>, { store, now }: OperatorDeps, names: ReadonlyMap<string, string>) {
  const seconds = now() / 1000;
  const [links, counts, packages, instances] = await Promise.all([
    store.countLinks(seconds),
    store.listDayCounts(dayOf(seconds) - chartDays + 1),
    store.listPackages(),
    store.listInstances(),
  ]);
  const states = packageStates(packages, names, seconds);
  return overview({
    t: wordsOf(c),
    links,
    counts,
    packages: packagesNearEnd(states).slice(0, shortList),
    packageCount: states.length,
    instances,
    now: seconds,
  });
}

export async function showPackages(
  c: Context<Env>,
  { store, now, publicHost }: OperatorDeps,
): Promise<Response> {
  const states = packageStates(await store.listPackages(), await namesOf(store), now() / 1000);
  const t = wordsOf(c);
  const body = card(t.allPackages, overviewLink(c), packageTable(t, states));
  return show(c, { host: publicHost, body });
}

export async function showAudit(c: Context<Env>, { store, publicHost }: OperatorDeps): Promise<Response> {
  const before = Number(c.req.query('before'));
  const isLineId = Number.isSafeInteger(before) && before > 0;
  const page = { before: isLineId ? before : undefined, pageSize: auditPageSize };
  const [names, lines] = await Promise.all([namesOf(store), store.listAudit(page)]);
  const t = wordsOf(c);
  const older = html`<a href="/operator/audit?before=${lines.at(-1)?.id}">${t.older}</a>`;
  const end = [overviewLink(c), lines.length === auditPageSize && older];
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
  const count = linkCount === null ? '' : t.links(t.number(linkCount));
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
