import { createHash } from 'node:crypto';
import { type ComponentChildren, h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { bird, type Language } from '../pages.ts';
import { printable } from '../start-error.ts';
import type { Operator } from './access.ts';
import { style } from './style.ts';
import { type Texts, texts } from './texts.ts';

/** The pages load nothing and run no script; their forms lead to this origin only, and the style is allowed by its hash. */
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
  'x-robots-tag': 'noindex',
  // A browser sends the Origin of a form only if it may send a referrer to this service.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  vary: 'accept-language, cookie',
};

const logo = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128">${bird}</svg>`,
)}`;

const Logo = () => h('img', { class: 'logo', src: logo, alt: '' });

/** As in the extension (components/ui). */
const shapes = {
  search: 'M3.4 9a5.6 5.6 0 1 0 11.2 0a5.6 5.6 0 1 0-11.2 0zM13.2 13.2l3.6 3.6',
  alert: 'M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0zM10 6.4v4.2M10 13.5v.1',
  check: 'm4 10.6 4 4 8-9',
  close: 'm5.2 5.2 9.6 9.6M14.8 5.2l-9.6 9.6',
};

export const Icon = ({ name }: { name: keyof typeof shapes }) =>
  h('svg', { class: 'icon', viewBox: '0 0 20 20', 'aria-hidden': true }, h('path', { d: shapes[name] }));

function documentOf(language: Language, title: string, body: ComponentChildren): string {
  const page = h('html', { lang: language }, [
    h('head', null, [
      h('meta', { charset: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('title', null, title),
      h('link', { rel: 'icon', href: logo }),
      h('style', null, style),
    ]),
    h('body', null, body),
  ]);
  return `<!doctype html>${renderToString(page)}`;
}

export interface Frame {
  language: Language;
  operator: Operator;
  /** The host in the heading. */
  host: string;
  /** What was searched for. */
  query?: string;
  body: ComponentChildren;
}

/** A page for an operator who is signed in. */
export function operatorPage({ language, operator, host, query = '', body }: Frame): string {
  const t = texts[language];
  return documentOf(language, `${t.title}: ${host}`, [
    h('header', { class: 'head' }, [
      h(Logo, null),
      h('h1', null, host),
      h('div', { class: 'meta grow' }, h(SignedIn, { t, operator })),
      h('search', null, h(SearchForm, { t, query })),
    ]),
    h('main', null, body),
  ]);
}

function SignedIn({ t, operator: { who, expiresAt } }: { t: Texts; operator: Operator }) {
  if (expiresAt === undefined) return t.signedInAs(printable(who));
  return [
    `${t.signedInUntil(t.clock(expiresAt))} `,
    h('form', { class: 'sign-out', method: 'post', action: '/operator/sign-out' }, [
      h('button', { class: 'quiet' }, t.signOut),
    ]),
  ];
}

function SearchForm({ t, query }: { t: Texts; query: string }) {
  return h('form', { class: 'search', action: '/operator' }, [
    h(Icon, { name: 'search' }),
    h('input', {
      name: 'q',
      value: printable(query),
      maxLength: 2000,
      'aria-label': t.searchName,
      placeholder: t.search,
    }),
    query !== '' &&
      h('a', { class: 'clear', href: '/operator', 'aria-label': t.clear }, h(Icon, { name: 'close' })),
  ]);
}

export interface Message {
  title: string;
  text: string;
  /** What comes below the text, instead of the command that creates a link. */
  body?: ComponentChildren;
}

/** A page for anybody: it shows nothing of the service. */
export function messagePage(language: Language, { title, text, body }: Message): string {
  return documentOf(language, title, [
    h('main', { class: 'message' }, [
      h(Logo, null),
      h('h1', null, title),
      h('p', { class: 'soft' }, text),
      body ?? h('code', null, 'npm run admin -- operator-link'),
    ]),
  ]);
}

/** Asks whether the link is to be used: a preview or a scanner only opens this page, and the link still works. */
export function openPage(language: Language, token: string): string {
  const t = texts[language];
  const body = h('form', { method: 'post' }, [
    h('input', { type: 'hidden', name: 'token', value: token }),
    h('button', { class: 'button primary', autofocus: true }, t.open),
  ]);
  return messagePage(language, { title: t.openTitle, text: t.openText, body });
}

export const Table = ({ heads, rows }: { heads: ComponentChildren; rows: ComponentChildren }) =>
  h('table', null, [h('thead', null, h('tr', null, heads)), h('tbody', null, rows)]);

interface CardProps {
  title: string;
  /** What stands at the end of the heading. */
  end?: ComponentChildren;
  children?: ComponentChildren;
}

export const Card = ({ title, end, children }: CardProps) =>
  h('section', { class: 'card part' }, [
    h('header', null, [h('h2', { class: 'grow' }, title), end]),
    children,
  ]);
