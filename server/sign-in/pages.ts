import { contactLine, dayIn } from '../pages/link-pages.ts';
import { html, type Html, inEachLanguage, type Language, type Page, type PageTexts } from '../pages/pages.ts';
import { printable } from '../config/errors.ts';
import { type SignInProblem, signInPath } from './provider.ts';

export const connectPath = {
  page: '/connect',
  ...signInPath,
  code: '/connect/code',
  revoke: '/connect/revoke',
  signOut: '/connect/sign-out',
} as const;

const style = `
.outlined { border-color: var(--line); background: none; color: var(--ink); }
.warn { color: var(--warn); }
.quiet { padding: 0; border: 0; background: none; color: var(--accent); font: inherit; white-space: nowrap; cursor: pointer; }
.code { position: relative; margin-bottom: 12px; padding: 12px 16px; border: 1px solid var(--line); border-radius: 10px;
  background: var(--paper); font: .75rem/1.25rem ui-monospace, monospace; word-break: break-all; }
.code code { font: inherit; -webkit-user-select: all; user-select: all; }
.code input { position: absolute; inset: 0; width: 100%; opacity: 0; pointer-events: none; }
.code:focus-within { outline: 2px solid var(--accent); outline-offset: 2px; }
.notice { display: flex; gap: 12px; padding: 12px 16px; border-radius: 10px; background: var(--warn-paper); color: var(--ink); }
.notice svg { flex: none; width: 20px; height: 24px; margin: 0; fill: none; stroke: var(--warn); stroke-width: 1.75;
  stroke-linecap: round; }
.actions { display: flex; flex-wrap: wrap; gap: 8px; margin-bottom: 16px; }
details[open] { flex-basis: 100%; }
summary.button { margin: 0; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary + p { margin-top: 8px; }
details form .button { margin: 0; }
.who { display: flex; justify-content: space-between; gap: 16px; color: var(--soft); }
.who > :first-child { min-width: 0; overflow-wrap: anywhere; }
`;

const english = {
  signedInAs: 'Signed in as ',
  signOut: 'Sign out',
  connect: 'Connect Waylark',
  connectText: 'Sign in with your company’s account. You get a connection code for Waylark’s settings.',
  signIn: 'Sign in',
  yourCode: 'Your connection code',
  code: 'Connection code',
  shownOnce: 'Shown only once. Keep it like a password.',
  steps: [
    'Click the code to select it, and copy it.',
    'Open Waylark’s settings, Connection.',
    'Paste the code into Connection code or service address, and press Connect.',
  ],
  connected: 'You are connected',
  inUse: (day: string) => `Your connection code from ${day} is in use. It cannot be shown again.`,
  created: 'Links created',
  of: (used: string, total: string) => `${used} of ${total}`,
  replace: 'Replace the code…',
  whatReplaceDoes: 'Every browser with the present code is disconnected, until you paste the new one.',
  replaceCode: 'Replace the code',
  revoke: 'Revoke…',
  whatRevokeDoes: 'Every browser with the code is disconnected. Your short links still work.',
  revokeCode: 'Revoke the code',
  disconnected: 'You are not connected',
  noCode: 'No connection code is in use. Your short links still work.',
  createCode: 'Create a connection code',
  changed: 'No new code was created',
  changedText:
    'Your connection code has just been changed in another tab or browser. If a code is shown there, use that one.',
  goOn: 'Continue',
  removed: 'Your access was revoked',
  removedText: 'The operator of this service revoked it.',
  problem: 'You are not signed in',
  tryAgain: 'Try again',
};

type Words = typeof english;

const chinese: Words = {
  signedInAs: '已登录：',
  signOut: '退出',
  connect: '连接Waylark',
  connectText: '使用公司账户登录，即可获得用于Waylark设置的连接代码。',
  signIn: '登录',
  yourCode: '你的连接代码',
  code: '连接代码',
  shownOnce: '仅显示这一次。请像密码一样妥善保管。',
  steps: [
    '点击代码将其选中，然后复制。',
    '打开Waylark设置中的“连接”。',
    '将代码粘贴到“连接代码或服务地址”，然后点击“连接”。',
  ],
  connected: '已连接',
  inUse: (day) => `${day}的连接代码正在使用，无法再次显示。`,
  created: '已创建的链接',
  of: (used, total) => `${used} / ${total}`,
  replace: '更换代码…',
  whatReplaceDoes: '使用现有代码的所有浏览器都会断开连接，直到你粘贴新代码。',
  replaceCode: '更换代码',
  revoke: '吊销…',
  whatRevokeDoes: '使用此代码的所有浏览器都会断开连接。你的短链接仍然有效。',
  revokeCode: '吊销代码',
  disconnected: '未连接',
  noCode: '没有正在使用的连接代码。你的短链接仍然有效。',
  createCode: '创建连接代码',
  changed: '未创建新代码',
  changedText: '你的连接代码刚刚在其他标签页或浏览器中更改过。如果那里显示了代码，请使用该代码。',
  goOn: '继续',
  removed: '你的访问权限已被吊销',
  removedText: '此服务的运营者吊销了该权限。',
  problem: '未能登录',
  tryAgain: '重试',
};

const words: Readonly<Record<Language, Words>> = { en: english, 'zh-CN': chinese };

/** A page that is the same in each language but for its words. */
const pageWith = (
  textsIn: (words: Words, language: Language) => PageTexts,
  forms: Page['forms'] = 'own',
): Page => inEachLanguage((language) => textsIn(words[language], language), { forms, style });

/** A button in a form. */
const button = (action: string, label: string, look = 'button') =>
  html`<form method="post" action="${action}"><button class="${look}">${label}</button></form>`;

/** The last line of a page: who is signed in. */
const who = (t: Words, name: string) =>
  html`<div class="foot who">
    <span>${t.signedInAs}${printable(name)}</span>${button(connectPath.signOut, t.signOut, 'quiet')}
  </div>`;

/** Shown before the sign-in. */
export const signInPage = pageWith(
  (t) => ({
    title: t.connect,
    content: html`<p>${t.connectText}</p>
      ${button(connectPath.start, t.signIn)}`,
  }),
  // The form leads to the site of the sign-in provider.
  'leading-away',
);

const keyIcon = html`<svg viewBox="0 0 20 20" aria-hidden="true">
  <circle cx="6.8" cy="13.2" r="3.6" />
  <path d="m9.4 10.6 6.8-6.8M13.4 6.6l2.4 2.4M11.2 8.8l1.6 1.6" />
</svg>`;

/**
 * Shows the connection code, which is shown only once. The page has no script to copy it, so the code is in it twice: a click
 * selects the text, and the Tab key selects the same code in an invisible field.
 */
export const codePage = (code: string, name: string): Page =>
  pageWith((t) => ({
    title: t.yourCode,
    content: html`<div class="code">
        <code aria-hidden="true">${code}</code><input readonly aria-label="${t.code}" value="${code}" />
      </div>
      <p class="notice">${keyIcon}<span>${t.shownOnce}</span></p>
      <ol>
        ${t.steps.map((step) => html`<li>${step}</li>`)}
      </ol>
      ${who(t, name)}`,
  }));

interface Connected {
  name: string;
  /** Unix seconds. */
  since: number;
  /** Short links that were created of the prepaid ones, and the number of prepaid ones, in all packages together. */
  used: number;
  total: number;
}

/** A button that asks for a confirmation, without a script: `label` and `consequence`, then the form with the button that confirms. */
const confirmedButton = (look: string, label: string, consequence: string, form: Html) =>
  html`<details name="change">
    <summary class="button ${look}">${label}</summary>
    <p>${consequence}</p>
    ${form}
  </details>`;

/** The path that creates a new code, if the person's state is still that of this second. */
const codePath = (since: number) => `${connectPath.code}?since=${since}`;

/** For a later visit: the code cannot be shown again, but replaced and revoked. */
export function connectedPage({ name, since, used, total }: Connected): Page {
  const day = dayIn(since);
  const number = (count: number) => count.toLocaleString('en');
  return pageWith((t, language) => {
    const replaceForm = button(codePath(since), t.replaceCode);
    const revokeForm = button(connectPath.revoke, t.revokeCode, 'button outlined warn');
    return {
      title: t.connected,
      content: html`<p>${t.inUse(day[language])}</p>
        <dl>
          <dt>${t.created}</dt>
          <dd>${t.of(number(used), number(total))}</dd>
        </dl>
        <div class="actions">
          ${confirmedButton('outlined', t.replace, t.whatReplaceDoes, replaceForm)}
          ${confirmedButton('outlined warn', t.revoke, t.whatRevokeDoes, revokeForm)}
        </div>
        ${who(t, name)}`,
    };
  });
}

export const disconnectedPage = ({ name, since }: Pick<Connected, 'name' | 'since'>): Page =>
  pageWith((t) => ({
    title: t.disconnected,
    content: html`<p>${t.noCode}</p>
      ${button(codePath(since), t.createCode)} ${who(t, name)}`,
  }));

const toStart = (label: string) => html`<a class="button" href="${connectPath.page}">${label}</a>`;

/** Shown instead of a new code, if another tab or browser was first. */
export const changedPage = pageWith((t) => ({
  title: t.changed,
  content: html`<p>${t.changedText}</p>
    ${toStart(t.goOn)}`,
}));

/** For a person whose application the operator has removed. */
export const removedPage = (contact: string): Page =>
  pageWith((t, language) => ({
    title: t.removed,
    content: html`<p>${t.removedText}</p>
      ${contactLine(contact, language)}`,
  }));

export type ConnectProblem = SignInProblem | 'expired' | 'another-tab';

type ProblemRow = Readonly<Record<Language, string>> & { status: 400 | 502 };

/** Why a person is not signed in, with the HTTP status. */
export const problems: Readonly<Record<ConnectProblem, ProblemRow>> = {
  refused: {
    status: 400,
    en: 'The sign-in provider did not sign you in.',
    'zh-CN': '登录提供方没有让你登录。',
  },
  expired: {
    status: 400,
    en: 'The sign-in took longer than ten minutes, or began in another browser.',
    'zh-CN': '登录时间超过了十分钟，或是在其他浏览器中开始的。',
  },
  'another-tab': {
    status: 400,
    en: 'A later sign-in began in another tab. Finish that one, or try again here.',
    'zh-CN': '之后又在其他标签页中开始了登录。请在那里完成，或在此重试。',
  },
  clock: {
    status: 502,
    en: 'The clocks of the sign-in provider and of this service differ. Its operator has to correct one of them.',
    'zh-CN': '登录提供方与此服务的时钟不一致，需要由运营者校正。',
  },
  down: {
    status: 502,
    en: 'The sign-in provider does not answer. If you are already connected, Waylark still works.',
    'zh-CN': '登录提供方没有响应。如果你已经连接，Waylark仍可正常使用。',
  },
  unusable: {
    status: 502,
    en: 'The answer of the sign-in provider cannot be used. The log of this service says why.',
    'zh-CN': '无法使用登录提供方的响应。原因记录在此服务的日志中。',
  },
};

export const problemPage = (problem: ConnectProblem): Page =>
  pageWith((t, language) => ({
    title: t.problem,
    content: html`<p>${problems[problem][language]}</p>
      ${toStart(t.tryAgain)}`,
  }));
