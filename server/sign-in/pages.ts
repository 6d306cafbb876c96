import { contactLine, dayIn } from '../pages/link-pages.ts';
import { html, type Html, type Language, type Page, type PageTexts } from '../pages/pages.ts';
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
main { min-width: 0; }
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

/** A button in a form. */
const button = (action: string, label: string, look = 'button') =>
  html`<form method="post" action="${action}"><button class="${look}">${label}</button></form>`;

function pageWith(texts: Record<Language, PageTexts>, forms: Page['forms'] = 'own'): Page {
  return { ...texts, forms, style };
}

const signedInAs = { en: ['Signed in as ', 'Sign out'], 'zh-CN': ['已登录：', '退出'] } as const;

/** The last line of a page: who is signed in. */
function who(name: string, language: Language): Html {
  const [label, signOut] = signedInAs[language];
  return html`<div class="foot who">
    <span>${label}${printable(name)}</span>${button(connectPath.signOut, signOut, 'quiet')}
  </div>`;
}

/** Shown before the sign-in. */
export const signInPage: Page = pageWith(
  {
    en: {
      title: 'Connect Waylark',
      content: html`<p>
          Sign in with your company’s account. You get a connection code for Waylark’s settings.
        </p>
        ${button(connectPath.start, 'Sign in')}`,
    },
    'zh-CN': {
      title: '连接 Waylark',
      // The style sheet adds the spaces beside Latin letters, but not in the title of a tab.
      heading: '连接Waylark',
      content: html`<p>使用公司账户登录，即可获得用于Waylark设置的连接代码。</p>
        ${button(connectPath.start, '登录')}`,
    },
  },
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
export function codePage(code: string, name: string): Page {
  const content = (language: Language, label: string, [notice, ...steps]: readonly string[]) =>
    html`<div class="code">
        <code aria-hidden="true">${code}</code><input readonly aria-label="${label}" value="${code}" />
      </div>
      <p class="notice">${keyIcon}<span>${notice}</span></p>
      <ol>
        ${steps.map((step) => html`<li>${step}</li>`)}
      </ol>
      ${who(name, language)}`;
  return pageWith({
    en: {
      title: 'Your connection code',
      content: content('en', 'Connection code', [
        'It is shown only once. Keep it like a password.',
        'Click the code to select it, and copy it.',
        'Open Waylark’s settings, Connection.',
        'Paste the code into Connection code or service address, and press Connect.',
      ]),
    },
    'zh-CN': {
      title: '你的连接代码',
      content: content('zh-CN', '连接代码', [
        '仅显示这一次。请像密码一样妥善保管。',
        '点击代码将其选中，然后复制。',
        '打开Waylark设置中的“连接”。',
        '将代码粘贴到“连接代码或服务地址”，然后点击“连接”。',
      ]),
    },
  });
}

interface Connected {
  name: string;
  /** Unix seconds. */
  since: number;
  /** Short links that were created of the prepaid ones, and the number of prepaid ones, in all packages together. */
  used: number;
  total: number;
}

interface Confirmation {
  /** The label of the button that asks. */
  label: string;
  /** What the change means. */
  consequence: string;
  /** The label of the button that confirms. */
  confirm: string;
}

/** A button that asks for a confirmation, without a script. `look` is a list of classes. */
const confirmedButton = (look: string, { label, consequence }: Confirmation, form: Html) =>
  html`<details name="change">
    <summary class="button ${look}">${label}</summary>
    <p>${consequence}</p>
    ${form}
  </details>`;

/** The path that creates a new code, if the person's state is still that of this second. */
const codePath = (since: number) => `${connectPath.code}?since=${since}`;

const codeButtons = (since: number, replace: Confirmation, revoke: Confirmation) =>
  html`<div class="actions">
    ${confirmedButton('outlined', replace, button(codePath(since), replace.confirm))}
    ${confirmedButton('outlined warn', revoke, button(connectPath.revoke, revoke.confirm, 'button outlined warn'))}
  </div>`;

/** For a later visit: the code cannot be shown again, but replaced and revoked. */
export function connectedPage({ name, since, used, total }: Connected): Page {
  const day = dayIn(since);
  const number = (count: number) => count.toLocaleString('en');
  const facts = (label: string, value: string) =>
    html`<dl>
      <dt>${label}</dt>
      <dd>${value}</dd>
    </dl>`;
  return pageWith({
    en: {
      title: 'You are connected',
      content: html`<p>Your connection code from ${day.en} is in use. It cannot be shown again.</p>
        ${facts('Links created', `${number(used)} of ${number(total)}`)}
        ${codeButtons(
          since,
          {
            label: 'Replace the code…',
            consequence: 'Every browser with the present code is disconnected, until you paste the new one.',
            confirm: 'Replace the code',
          },
          {
            label: 'Revoke…',
            consequence: 'Every browser with the code is disconnected. Your short links still work.',
            confirm: 'Revoke the code',
          },
        )}
        ${who(name, 'en')}`,
    },
    'zh-CN': {
      title: '已连接',
      content: html`<p>${day['zh-CN']}的连接代码正在使用，无法再次显示。</p>
        ${facts('已创建的链接', `${number(used)} / ${number(total)}`)}
        ${codeButtons(
          since,
          {
            label: '更换代码…',
            consequence: '使用现有代码的所有浏览器都会断开连接，直到你粘贴新代码。',
            confirm: '更换代码',
          },
          {
            label: '吊销…',
            consequence: '使用此代码的所有浏览器都会断开连接。你的短链接仍然有效。',
            confirm: '吊销代码',
          },
        )}
        ${who(name, 'zh-CN')}`,
    },
  });
}

export function disconnectedPage({ name, since }: Pick<Connected, 'name' | 'since'>): Page {
  return pageWith({
    en: {
      title: 'You are not connected',
      content: html`<p>No connection code is in use. Your short links still work.</p>
        ${button(codePath(since), 'Create a connection code')} ${who(name, 'en')}`,
    },
    'zh-CN': {
      title: '未连接',
      content: html`<p>没有正在使用的连接代码。你的短链接仍然有效。</p>
        ${button(codePath(since), '创建连接代码')} ${who(name, 'zh-CN')}`,
    },
  });
}

const toStart = (label: string) => html`<a class="button" href="${connectPath.page}">${label}</a>`;

/** Shown instead of a new code, if another tab or browser was first. */
export const changedPage: Page = pageWith({
  en: {
    title: 'No new code was created',
    content: html`<p>
        Your connection code has just been changed in another tab or browser. If a code is shown there, use
        that one.
      </p>
      ${toStart('Continue')}`,
  },
  'zh-CN': {
    title: '未创建新代码',
    content: html`<p>你的连接代码刚刚在其他标签页或浏览器中更改过。如果那里显示了代码，请使用该代码。</p>
      ${toStart('继续')}`,
  },
});

/** For a person whose application the operator has removed. */
export const removedPage = (contact: string): Page =>
  pageWith({
    en: {
      title: 'Your access was revoked',
      content: html`<p>The operator of this service revoked it.</p>
        ${contactLine(contact, 'en')}`,
    },
    'zh-CN': {
      title: '你的访问权限已被吊销',
      content: html`<p>此服务的运营者吊销了该权限。</p>
        ${contactLine(contact, 'zh-CN')}`,
    },
  });

const problems: Readonly<Record<SignInProblem | 'expired' | 'another-tab', Record<Language, string>>> = {
  refused: { en: 'The sign-in provider did not sign you in.', 'zh-CN': '登录提供方没有让你登录。' },
  clock: {
    en: 'The clocks of the sign-in provider and of this service differ. Its operator has to correct one of them.',
    'zh-CN': '登录提供方与此服务的时钟不一致，需要由运营者校正。',
  },
  down: {
    en: 'The sign-in provider does not answer. If you are already connected, Waylark still works.',
    'zh-CN': '登录提供方没有响应。如果你已经连接，Waylark仍可正常使用。',
  },
  unusable: {
    en: 'The answer of the sign-in provider cannot be used. The log of this service says why.',
    'zh-CN': '无法使用登录提供方的响应。原因记录在此服务的日志中。',
  },
  expired: {
    en: 'The sign-in took longer than ten minutes, or began in another browser.',
    'zh-CN': '登录时间超过了十分钟，或是在其他浏览器中开始的。',
  },
  'another-tab': {
    en: 'A later sign-in began in another tab. Finish that one, or try again here.',
    'zh-CN': '之后又在其他标签页中开始了登录。请在那里完成，或在此重试。',
  },
};

export type ConnectProblem = keyof typeof problems;

export function problemPage(problem: ConnectProblem): Page {
  const words = problems[problem];
  return pageWith({
    en: {
      title: 'You are not signed in',
      content: html`<p>${words.en}</p>
        ${toStart('Try again')}`,
    },
    'zh-CN': {
      title: '未能登录',
      content: html`<p>${words['zh-CN']}</p>
        ${toStart('重试')}`,
    },
  });
}
