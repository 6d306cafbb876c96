import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as z from 'zod/mini';
import { linkId } from '../../lib/api/contract.ts';
import { hashOf } from '../api/credentials.ts';
import type { Deps } from '../deps.ts';
import { html, languageFor, pageHeaders } from '../pages/pages.ts';
import { StoreUnavailableError } from '../store/contract.ts';
import { longestReason } from '../store/operator-contract.ts';
import { createAccess, type Env, openPath } from './access.ts';
import { auditCard } from './audit.ts';
import { packagesCard } from './packages.ts';
import { type Content, type Message, messagePage, openPage, operatorPage } from './page.ts';
import { resultsCard, revokedNotice, searchLinks } from './search.ts';
import { style } from './style.ts';
import { texts } from './texts.ts';

/** Bytes: a form has little more than a reason. */
const maxSize = 16 * 1024;

/** Lines on a page of the whole audit log, and beside other parts. */
const auditPageSize = 100;
const newestLines = 5;

const ownHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  vary: 'accept-language, cookie',
};

const revokeForm = z.object({
  id: linkId,
  // PostgreSQL cannot store all control characters, and a line break would end the line of the log.
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(longestReason), z.regex(/^\P{Cc}*$/u)),
  q: z.string(),
});

const openForm = z.object({ token: z.catch(z.string(), '') });

export interface OperatorDeps extends Deps {
  /** The host of short links. */
  publicHost: string;
}

const wordsOf = (c: Context<Env>) => texts[c.get('language')];

function message(c: Context<Env>, status: 400 | 403 | 404 | 503, text: Message): Response {
  return c.html(messagePage(c.get('language'), text), status);
}

function refuseForm(c: Context<Env>, status: 400 | 403): Response {
  const { refusedTitle: title, refusedText: text } = wordsOf(c);
  return message(c, status, { title, text, content: '' });
}

/** The operator's page, as a function of a request. It shows nothing to anybody who is not signed in. */
export function createOperatorPage(deps: OperatorDeps): Hono<Env> {
  const { store, report, publicHost } = deps;
  const { countOpens: countsOpens } = deps.configuration;
  const seconds = () => deps.now() / 1000;
  const access = createAccess(deps);
  const app = new Hono<Env>();

  const show = (c: Context<Env>, body: Content, query = '') => {
    const [language, operator] = [c.get('language'), c.get('operator')];
    return c.html(operatorPage({ language, operator, host: publicHost, body, query }));
  };

  /** The names of applications by their SecretIDs. */
  const listNames = async () =>
    new Map((await store.listApplications()).map(({ secretId, name }) => [secretId, name]));

  app.use(async (c, next) => {
    const language = languageFor(c.req.header('accept-language'));
    c.set('language', language);
    await next();
    const headers = { ...pageHeaders(language, style, 'own'), ...ownHeaders };
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
  });
  app.use(bodyLimit({ maxSize, onError: (c: Context<Env>) => refuseForm(c, 400) }));
  app.post('*', async (c, next) => (access.isOwnForm(c) ? next() : refuseForm(c, 403)));

  /** Says that a link was used, or that it does not work any more. */
  const answerInvalidLink = (c: Context<Env>, usedAt: number | null = null) => {
    const { usedTitle, usedText, moment, invalidTitle, invalidText } = wordsOf(c);
    if (usedAt === null) return message(c, 403, { title: invalidTitle, text: invalidText });
    return message(c, 403, { title: usedTitle, text: usedText(moment(usedAt)) });
  };

  // The link that works once. Opening its page does not use it: only its button does.
  app.get(openPath, async (c) => {
    const token = c.req.query('token') ?? '';
    const link = await store.findOperatorLink(hashOf(token));
    const isValid = link !== undefined && link.usedAt === null && link.expiresAt > seconds();
    return isValid ? c.html(openPage(c.get('language'), token)) : answerInvalidLink(c, link?.usedAt);
  });

  app.post(openPath, async (c) => {
    const { token } = openForm.parse(await c.req.parseBody());
    if (await access.open(c, token)) return c.redirect('/operator', 303);
    return answerInvalidLink(c, (await store.findOperatorLink(hashOf(token)))?.usedAt);
  });

  app.use(async (c, next) => {
    const operator = await access.operatorOf(c);
    if (!operator) return message(c, 403, { title: wordsOf(c).title, text: wordsOf(c).signIn });
    c.set('operator', operator);
    return next();
  });

  // The packages that are near their end, or what a search finds, and the newest lines of the audit log.
  app.get('/operator', async (c) => {
    const t = wordsOf(c);
    const now = seconds();
    const query = (c.req.query('q') ?? '').trim();
    const names = await listNames();
    const lines = await store.listAudit({ before: undefined, pageSize: newestLines });
    const audit = auditCard(t, lines, names, html`<a href="/operator/audit">${t.everything}</a>`);
    if (query === '') return show(c, [packagesCard(t, await store.listPackages(), { names, now }), audit]);

    const links = await searchLinks(store, query, publicHost);
    const revoked = linkId.safeParse(c.req.query('revoked'));
    const notice = revoked.success && revokedNotice(t, revoked.data, await store.findOwnedLink(revoked.data));
    const revoking = c.req.query('revoke') ?? '';
    const results = resultsCard({ t, query, links, revoking, names, countsOpens, now });
    return show(c, [notice, results, audit], query);
  });

  app.get('/operator/audit', async (c) => {
    const t = wordsOf(c);
    const before = Number(c.req.query('before'));
    const isLineId = Number.isSafeInteger(before) && before > 0;
    const lines = await store.listAudit({ before: isLineId ? before : undefined, pageSize: auditPageSize });
    const older = html`<a href="/operator/audit?before=${lines.at(-1)?.id}">${t.older}</a>`;
    const end = [html`<a href="/operator">${t.overview}</a>`, lines.length === auditPageSize && older];
    return show(c, auditCard(t, lines, await listNames(), end));
  });

  app.post('/operator/sign-out', async (c) => {
    await access.signOut(c);
    return c.redirect('/operator', 303);
  });

  app.post('/operator/revoke', async (c) => {
    const form = revokeForm.safeParse(await c.req.parseBody());
    if (!form.success) return refuseForm(c, 400);
    const { id, reason, q } = form.data;
    await store.revokeLinks([id], seconds(), { via: 'page', who: c.get('operator').who, reason });
    return c.redirect(`/operator?${new URLSearchParams({ q, revoked: id }).toString()}`, 303);
  });

  app.notFound((c) => {
    const { missingTitle: title, title: start } = wordsOf(c);
    return message(c, 404, { title, text: '', content: html`<a href="/operator">${start}</a>` });
  });
  app.onError((error, c) => {
    if (!(error instanceof StoreUnavailableError)) report(error);
    const { unavailableTitle: title, unavailableText: text } = wordsOf(c);
    return message(c, 503, { title, text, content: '' });
  });
  return app;
}
