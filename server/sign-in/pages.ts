import { contactLine, dayIn, escaped, pageOf, type Texts } from '../link-pages.ts';
import type { Language, Page, PageTexts } from '../pages.ts';
import { type SignInProblem, signInPath } from './provider.ts';

export const connectPath = {
  page: '/connect',
  ...signInPath,
  code: '/connect/code',
  revoke: '/connect/revoke',
  signOut: '/connect/sign-out',
} as const;

/** The colors are those of the extension, as in the style of all pages. */
const style = `
:root { --warn: #9c2f14; --warn-paper: #fdeee6; --control: #8a8db0; }
@media (prefers-color-scheme: dark) {
  :root { --warn: #ff9a9a; --warn-paper: #3a2233; --control: #686da3; }
}
main { min-width: 0; }
.outlined { border-color: var(--control); background: none; color: var(--ink); }
.warn { color: var(--warn); }
.quiet { padding: 0; border: 0; background: none; color: var(--accent); font: inherit; white-space: nowrap; cursor: pointer; }
.code { position: relative; margin-bottom: 12px; padding: 12px 16px; border: 1px solid var(--control); border-radius: 10px;
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

type Words = Readonly<Record<Language, string>>;

/** A button in a form. */
function button(action: string, label: string, look = 'button'): string {
  return `<form method="post" action="${action}"><button class="${look}">${label}</button></form>`;
}

function pageWith(content: Record<Language, PageTexts>, forms: Page['forms'] = 'own'): Page {
  const withHeading = ({ title, content: rest }: PageTexts, heading: string) => ({
    title,
    content: `<h1>${heading}</h1>\n${rest}`,
  });
  const { en, 'zh-CN': zh } = content;
  // The style sheet adds the spaces beside Latin letters, but not in the title of a tab.
  const texts: Texts = {
    en: withHeading(en, en.title),
    'zh-CN': withHeading(zh, zh.title.replaceAll(' Waylark', 'Waylark')),
  };
  return { ...pageOf(texts, style), forms };
}

/** The last line of a page: who is signed in. */
function who(name: string): Words {
  const line = (label: string, signOut: string) =>
    `<div class="foot who"><span>${label}${escaped(name)}</span>${button(connectPath.signOut, signOut, 'quiet')}</div>`;
  return { en: line('Signed in as ', 'Sign out'), 'zh-CN': line('已登录：', '退出') };
}

/** Shown before the sign-in. */
export const signInPage: Page = pageWith(
  {
    en: {
      title: 'Connect Waylark',
      content: `<p>Sign in with your company’s account. You get a connection code for Waylark’s settings.</p>
${button(connectPath.start, 'Sign in')}`,
    },
    'zh-CN': {
      title: '连接 Waylark',
      content: `<p>使用公司账户登录，即可获得用于Waylark设置的连接代码。</p>
${button(connectPath.start, '登录')}`,
    },
  },
  // The form leads to the site of the sign-in provider.
  'leading-away',
);

/**
 * Shows the connection code, which is shown only once. The page has no script to copy it, so the code is in it twice: a click
 * selects the text, and the Tab key selects the same code in an invisible field.
 */
export function codePage(code: string, name: string): Page {
  const content = (label: string, [notice, ...steps]: readonly string[]) =>
    `<div class="code"><code aria-hidden="true">${escaped(code)}</code><input readonly aria-label="${label}" value="${escaped(code)}"></div>
<p class="notice">${keyIcon}<span>${notice}</span></p>
<ol>${steps.map((step) => `<li>${step}</li>`).join('')}</ol>`;
  const foot = who(name);
  return pageWith({
    en: {
      title: 'Your connection code',
      content: `${content('Connection code', [
        'It is shown only once. Keep it like a password.',
        'Click the code to select it, and copy it.',
        'Open Waylark’s settings, Connection.',
        'Paste the code into Connection code or service address, and press Connect.',
      ])}\n${foot.en}`,
    },
    'zh-CN': {
      title: '你的连接代码',
      content: `${content('连接代码', [
        '仅显示这一次。请像密码一样妥善保管。',
        '点击代码将其选中，然后复制。',
        '打开Waylark设置中的“连接”。',
        '将代码粘贴到“连接代码或服务地址”，然后点击“连接”。',
      ])}\n${foot['zh-CN']}`,
    },
  });
}

const keyIcon = `<svg viewBox="0 0 20 20" aria-hidden="true"><circle cx="6.8" cy="13.2" r="3.6"/><path d="m9.4 10.6 6.8-6.8M13.4 6.6l2.4 2.4M11.2 8.8l1.6 1.6"/></svg>`;

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
const confirmedButton = (look: string, { label, consequence }: Confirmation, form: string) =>
  `<details name="change"><summary class="button ${look}">${label}</summary>\n<p>${consequence}</p>\n${form}\n</details>`;

/** The path that creates a new code, if the person's state is still that of this second. */
const codePath = (since: number) => `${connectPath.code}?since=${since}`;

const codeButtons = (since: number, replace: Confirmation, revoke: Confirmation) => `<div class="actions">
${confirmedButton('outlined', replace, button(codePath(since), replace.confirm))}
${confirmedButton('outlined warn', revoke, button(connectPath.revoke, revoke.confirm, 'button outlined warn'))}
</div>`;

/** For a later visit: the code cannot be shown again, but replaced and revoked. */
export function connectedPage({ name, since, used, total }: Connected): Page {
  const day = dayIn(since);
  const foot = who(name);
  const number = (count: number) => count.toLocaleString('en');
  const facts = (label: string, value: string) => `<dl><dt>${label}</dt><dd>${value}</dd></dl>`;
  return pageWith({
    en: {
      title: 'You are connected',
      content: `<p>Your connection code from ${day.en} is in use. It cannot be shown again.</p>
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
${foot.en}`,
    },
    'zh-CN': {
      title: '已连接',
      content: `<p>${day['zh-CN']}的连接代码正在使用，无法再次显示。</p>
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
${foot['zh-CN']}`,
    },
  });
}

export function disconnectedPage({ name, since }: Pick<Connected, 'name' | 'since'>): Page {
  const foot = who(name);
  return pageWith({
    en: {
      title: 'You are not connected',
      content: `<p>No connection code is in use. Your short links still work.</p>
${button(codePath(since), 'Create a connection code')}
${foot.en}`,
    },
    'zh-CN': {
      title: '未连接',
      content: `<p>没有正在使用的连接代码。你的短链接仍然有效。</p>
${button(codePath(since), '创建连接代码')}
${foot['zh-CN']}`,
    },
  });
}

/** Shown instead of a new code, if another tab or browser was first. */
export const changedPage: Page = pageWith({
  en: {
    title: 'No new code was created',
    content: `<p>Your connection code has just been changed in another tab or browser. If a code is shown there, use that one.</p>
<a class="button" href="${connectPath.page}">Continue</a>`,
  },
  'zh-CN': {
    title: '未创建新代码',
    content: `<p>你的连接代码刚刚在其他标签页或浏览器中更改过。如果那里显示了代码，请使用该代码。</p>
<a class="button" href="${connectPath.page}">继续</a>`,
  },
});

/** For a person whose application the operator has removed. */
export function removedPage(contact: string): Page {
  return pageWith({
    en: {
      title: 'Your access was revoked',
      content: `<p>The operator of this service revoked it.</p>${contactLine(contact, 'Questions?')}`,
    },
    'zh-CN': {
      title: '你的访问权限已被吊销',
      content: `<p>此服务的运营者吊销了该权限。</p>${contactLine(contact, '有疑问？')}`,
    },
  });
}

const problems: Readonly<Record<SignInProblem | 'expired' | 'another-tab', Words>> = {
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
  const again = (label: string) => `<a class="button" href="${connectPath.page}">${label}</a>`;
  return pageWith({
    en: { title: 'You are not signed in', content: `<p>${words.en}</p>\n${again('Try again')}` },
    'zh-CN': { title: '未能登录', content: `<p>${words['zh-CN']}</p>\n${again('重试')}` },
  });
}
