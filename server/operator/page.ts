import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import { bird, type Language } from '../pages.ts';
import { printable } from '../start-error.ts';
import type { Operator } from './access.ts';
import { style } from './style.ts';
import { texts } from './texts.ts';

/** Escaped HTML, or anything that `html` writes as text. */
export type Content = ReturnType<typeof html> | string | undefined | readonly Content[];

/** The pages load and run nothing; their forms lead to this origin alone, and the style is allowed by its hash. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cache-control': 'no-store',
  // A browser sends the Origin of a form only if it may send a referrer to this service.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  vary: 'accept-language, cookie',
};

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128" aria-hidden="true">${bird}</svg>`;

const shapes = {
  search: '<circle cx="9" cy="9" r="5.6"/><path d="m13.2 13.2 3.6 3.6"/>',
  alert: '<circle cx="10" cy="10" r="7"/><path d="M10 6.4v4.2M10 13.5v.1"/>',
  check: '<path d="m4 10.6 4 4 8-9"/>',
  close: '<path d="m5.2 5.2 9.6 9.6M14.8 5.2l-9.6 9.6"/>',
};

export const icon = (name: keyof typeof shapes) =>
  raw(`<svg class="i" viewBox="0 0 20 20" aria-hidden="true">${shapes[name]}</svg>`);

/** A text from outside: nothing in it turns the direction of what is beside it. `html` escapes it. */
export const shown = printable;

interface Document {
  language: Language;
  title: string;
  body: Content;
}

async function documentOf({ language, title, body }: Document): Promise<string> {
  const page = await html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="data:image/svg+xml,${raw(encodeURIComponent(svg))}" />
        ${raw(`<style>${style}</style>`)}
      </head>
      <body>
        ${body}
      </body>
    </html> `;
  return page.toString();
}

export interface Frame {
  language: Language;
  operator: Operator;
  /** The host in the heading. */
  host: string;
  /** What was searched for; empty without a search. */
  query: string;
  body: Content;
}

/** A page for an operator who is signed in. */
export function operatorPage({ language, operator, host, query, body }: Frame): Promise<string> {
  const t = texts[language];
  const { who, expiresAt } = operator;
  const signedIn =
    expiresAt === undefined
      ? t.signedInAs(shown(who))
      : html`${t.signedInUntil(t.clock(expiresAt))}
          <form class="sign-out" method="post" action="/operator/sign-out">
            <button class="quiet">${t.signOut}</button>
          </form>`;
  const clear =
    query === '' ? '' : html`<a class="clear" href="/operator" aria-label="${t.clear}">${icon('close')}</a>`;
  return documentOf({
    language,
    title: `${t.title}: ${host}`,
    body: html`<header class="head">
        ${raw(svg)}
        <h1>${host}</h1>
        <div class="meta grow">${signedIn}</div>
        <search>
          <form class="search" action="/operator">
            ${icon('search')}<input
              name="q"
              value="${shown(query)}"
              maxlength="2000"
              aria-label="${t.searchName}"
              placeholder="${t.search}"
            />${clear}
          </form>
        </search>
      </header>
      <main>${body}</main>`,
  });
}

export interface Message {
  title: string;
  text: string;
  /** What comes below the text, instead of the command that creates a link. */
  body?: Content;
}

/** A page for anybody: it shows nothing of the service. */
export function messagePage(language: Language, { title, text, body }: Message): Promise<string> {
  return documentOf({
    language,
    title,
    body: html`<main class="message">
      ${raw(svg)}
      <h1>${title}</h1>
      <p class="soft">${text}</p>
      ${body ?? html`<code>npm run admin -- operator-link</code>`}
    </main>`,
  });
}

/** Asks whether the link is to be used: a preview or a scanner that opens it uses nothing up. */
export function openPage(language: Language, token: string): Promise<string> {
  const t = texts[language];
  const body = html`<form method="post">
    <input type="hidden" name="token" value="${token}" />
    <button class="b primary" autofocus>${t.open}</button>
  </form>`;
  return messagePage(language, { title: t.openTitle, text: t.openText, body });
}

export const table = (heads: Content, rows: Content) =>
  html`<table>
    <thead>
      <tr>
        ${heads}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;

/** A card with a heading, and what stands at its end. */
export const card = (
  title: Content,
  body: Content,
  { end = '', isWhole = false }: { end?: Content; isWhole?: boolean } = {},
) =>
  html`<section class="card part${isWhole ? ' whole' : ''}">
    <header>
      <h2 class="grow">${title}</h2>
      ${end}
    </header>
    ${body}
  </section>`;
