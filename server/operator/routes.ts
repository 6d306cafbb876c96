import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as z from 'zod/mini';
import { linkId } from '../../lib/api/contract.ts';
import { hashOf } from '../api/credentials.ts';
import { html, languageFor, pageHeaders } from '../pages/pages.ts';
import { StoreUnavailableError } from '../store/contract.ts';
import { longestReason } from '../store/operator-contract.ts';
import { createAccess, type Env, openPath } from './access.ts';
import { type Message, messagePage, openPage } from './page.ts';
import { type OperatorDeps, showAudit, showStart, wordsOf } from './readings.ts';
import { style } from './style.ts';

/** Bytes: a form has little more than a reason. */
const maxSize = 16 * 1024;

const ownHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  vary: 'accept-language, cookie',
};

function message(c: Context<Env>, status: 400 | 403 | 404 | 503, text: Message): Response {
  return c.html(messagePage(c.get('language'), text), status);
}

function refuseForm(c: Context<Env>, status: 400 | 403): Response {
  const { refusedTitle: title, refusedText: text } = wordsOf(c);
  return message(c, status, { title, text, content: '' });
}

/** The operator's page, as a function of a request. It shows nothing to anybody who is not signed in. */
export function createOperatorPage(deps: OperatorDeps): Hono<Env> {
  const { store, now, report } = deps;
  const access = createAccess(deps);
  const app = new Hono<Env>();

  app.use(async (c, next) => {
    const language = languageFor(c.req.header('accept-language'));
    c.set('language', language);
    await next();
    const headers = { ...pageHeaders(language, style, 'own'), ...ownHeaders };
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
  });
  app.use(bodyLimit({ maxSize, onError: (c: Context<Env>) => refuseForm(c, 400) }));
  app.post('*', async (c, next) => (access.isOwnForm(c) ? next() : refuseForm(c, 403)));

  addOpening(app, deps, access);

  const requireOperator: MiddlewareHandler<Env> = async (c, next) => {
    const operator = await access.operatorOf(c);
    if (!operator) return message(c, 403, { title: wordsOf(c).title, text: wordsOf(c).signIn });
    c.set('operator', operator);
    return next();
  };
  app.use(requireOperator);
  app.get('/operator', (c) => showStart(c, deps));
  app.get('/operator/audit', (c) => showAudit(c, deps));

  app.post('/operator/sign-out', async (c) => {
    await access.signOut(c);
    return c.redirect('/operator', 303);
  });

  app.post('/operator/revoke', async (c) => {
    const form = revokeForm.safeParse(await c.req.parseBody());
    if (!form.success) return refuseForm(c, 400);
    const { id, reason, q } = form.data;
    const revocation = { via: 'page', who: c.get('operator').who, reason } as const;
    await store.revokeLinks([id], now() / 1000, revocation);
    return c.redirect(`/operator?${new URLSearchParams({ q, revoked: id }).toString()}`, 303);
  });

  app.notFound((c) => {
    const { missingTitle, title } = wordsOf(c);
    return message(c, 404, {
      title: missingTitle,
      text: '',
      content: html`<a href="/operator">${title}</a>`,
    });
  });
  app.onError((error, c) => {
    if (!(error instanceof StoreUnavailableError)) report(error);
    const { unavailableTitle: title, unavailableText: text } = wordsOf(c);
    return message(c, 503, { title, text, content: '' });
  });
  return app;
}

const revokeForm = z.object({
  id: linkId,
  // PostgreSQL cannot store all control characters, and a line break would end the line of the log.
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(longestReason), z.regex(/^\P{Cc}*$/u)),
  q: z.string(),
});

/** Adds the page of the link that works once. Opening the page does not use the link: only its button does. */
function addOpening(
  app: Hono<Env>,
  { store, now }: OperatorDeps,
  access: ReturnType<typeof createAccess>,
): void {
  const invalidLink = (c: Context<Env>) => ({ title: wordsOf(c).invalidTitle, text: wordsOf(c).invalidText });

  /** Why a link opens nothing; undefined if it does. */
  const refusalOf = async (c: Context<Env>, token: string) => {
    const { usedTitle, usedText, moment } = wordsOf(c);
    const link = await store.findOperatorLink(hashOf(token));
    if (typeof link?.usedAt === 'number') return { title: usedTitle, text: usedText(moment(link.usedAt)) };
    return link && link.expiresAt > now() / 1000 ? undefined : invalidLink(c);
  };

  app.get(openPath, async (c) => {
    const token = c.req.query('token') ?? '';
    const refusal = await refusalOf(c, token);
    return refusal ? message(c, 403, refusal) : c.html(openPage(c.get('language'), token));
  });

  app.post(openPath, async (c) => {
    const body = await c.req.parseBody();
    const token = typeof body['token'] === 'string' ? body['token'] : '';
    if (await access.open(c, token)) return c.redirect('/operator', 303);
    return message(c, 403, (await refusalOf(c, token)) ?? invalidLink(c));
  });
}
