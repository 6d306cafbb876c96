import { html, documentOf, type Html, icon as logo, type Language } from '../pages/pages.ts';
import { printable } from '../config/errors.ts';
import type { Operator } from './access.ts';
import { style } from './style.ts';
import { type Texts, texts } from './texts.ts';

/** What stands in a place of a page; `false` and undefined are nothing. */
export type Content = Html | string | false | undefined | readonly Content[];

const logoImage = html`<img class="logo" src="${logo}" alt="" />`;

/** As in the extension (components/ui). */
const shapes = {
  search: 'M3.4 9a5.6 5.6 0 1 0 11.2 0a5.6 5.6 0 1 0-11.2 0zM13.2 13.2l3.6 3.6',
  alert: 'M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0zM10 6.4v4.2M10 13.5v.1',
  check: 'm4 10.6 4 4 8-9',
  close: 'm5.2 5.2 9.6 9.6M14.8 5.2l-9.6 9.6',
};

export const icon = (name: keyof typeof shapes) =>
  html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="${shapes[name]}" /></svg>`;

interface Frame {
  language: Language;
  operator: Operator;
  /** The host in the heading. */
  host: string;
  /** What was searched for. */
  query: string;
  body: Content;
}

/** A page for an operator who is signed in. */
export function operatorPage({ language, operator, host, query, body: content }: Frame): string {
  const t = texts[language];
  const body = html`<header class="head">
      ${logoImage}
      <h1>${host}</h1>
      <div class="meta grow">${signedIn(t, operator)}</div>
      <search>${searchForm(t, query)}</search>
    </header>
    <main>${content}</main>`;
  return documentOf({ language, title: `${t.title}: ${host}`, style, body });
}

function signedIn(t: Texts, { who, expiresAt }: Operator): Content {
  if (expiresAt === undefined) return t.signedInAs(printable(who));
  return html`${t.signedInUntil(t.clock(expiresAt))}
    <form class="sign-out" method="post" action="/operator/sign-out">
      <button class="quiet">${t.signOut}</button>
    </form>`;
}

const searchForm = (t: Texts, query: string) =>
  html`<form class="search" action="/operator">
    ${icon('search')}
    <input
      name="q"
      value="${printable(query)}"
      maxlength="2000"
      aria-label="${t.searchName}"
      placeholder="${t.search}"
    />
    ${query !== '' && html`<a class="clear" href="/operator" aria-label="${t.clear}">${icon('close')}</a>`}
  </form>`;

export interface Message {
  title: string;
  text: string;
  /** What comes below the text, instead of the command that creates a link. */
  content?: Content;
}

const command = html`<code>npm run admin -- operator-link</code>`;

/** A page for anybody: it shows nothing of the service. */
export function messagePage(language: Language, { title, text, content = command }: Message): string {
  const body = html`<main class="message">
    ${logoImage}
    <h1>${title}</h1>
    <p class="soft">${text}</p>
    ${content}
  </main>`;
  return documentOf({ language, title, style, body });
}

/** Asks whether the link is to be used: a preview or a scanner only opens this page, and the link still works. */
export function openPage(language: Language, token: string): string {
  const t = texts[language];
  const content = html`<form method="post">
    <input type="hidden" name="token" value="${token}" />
    <button class="button primary" autofocus>${t.open}</button>
  </form>`;
  return messagePage(language, { title: t.openTitle, text: t.openText, content });
}

/** A table with a row of heads. */
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

export const headOf = (name: string) => html`<th scope="col">${name}</th>`;

/** Part of a page; `end` stands at the end of its heading. */
export const card = (title: string, end: Content, content?: Content) =>
  html`<section class="card part">
    <header>
      <h2 class="grow">${title}</h2>
      ${end}
    </header>
    ${content}
  </section>`;
