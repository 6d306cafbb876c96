import { noExpiry } from '../../lib/validity/contract.ts';
import { isRevoked } from '../redirect/redirect-of.ts';
import { html, type Html, inEachLanguage, type Language, type Page } from './pages.ts';
import { printable } from '../config/errors.ts';
import type { StoredLink } from '../store/contract.ts';

/** A day in UTC with the month as a word, as its order in a number depends on the reader's country. `time` in Unix seconds. */
export function dayIn(time: number): Readonly<Record<Language, string>> {
  const date = new Date(time * 1000);
  const en = date.toUTCString().slice(5, 16).replace(/^0/, '').replaceAll(' ', '\u00a0');
  const zh = `${date.getUTCFullYear()}年${date.getUTCMonth() + 1}月${date.getUTCDate()}日`;
  return { en, 'zh-CN': zh };
}

/** The hour and minute of a time (Unix seconds). */
export function clockIn(time: number): Readonly<Record<Language, string>> {
  const clock = new Date(time * 1000).toISOString().slice(11, 16);
  return { en: `${clock} UTC`, 'zh-CN': `${clock}（UTC）` };
}

export function momentIn(time: number): Readonly<Record<Language, string>> {
  const [day, clock] = [dayIn(time), clockIn(time)];
  return { en: `${day.en}, ${clock.en}`, 'zh-CN': `${day['zh-CN']} ${clock['zh-CN']}` };
}

const questions = { en: 'Questions?', 'zh-CN': '有疑问？' };

/** The last line of a page, with the operator's contact if there is one. */
export function contactLine(contact: string, language: Language): Html | '' {
  if (contact === '') return '';
  const address = contact.startsWith('https://') ? contact : `mailto:${contact}`;
  return html` <p class="foot">${questions[language]} <a href="${address}">${contact}</a></p>`;
}

type Lines = readonly [title: string, ...paragraphs: string[]];

/** A page of paragraphs, below which is the operator's contact. */
const pageOf = (lines: Readonly<Record<Language, Lines>>, contact = ''): Page =>
  inEachLanguage((language) => {
    const [title, ...paragraphs] = lines[language];
    const content = html`${paragraphs.map((text) => html`<p>${text}</p>`)} ${contactLine(contact, language)}`;
    return { title, content };
  });

/** For a short link that has expired or never existed. */
export const missingPage = pageOf({
  en: [
    'This short link has expired, or never existed',
    'A short link expires at the time that its creator chose.',
    'Check the address for typing errors, or ask the person who sent it for a new link.',
  ],
  'zh-CN': [
    '此短链接已过期或不存在',
    '短链接在创建者选择的时间到期。',
    '请检查地址是否有误，或向发送者索取新链接。',
  ],
});

/** In place of `missingPage` after too many requests for links that do not exist. */
export const tooManyMissesPage = pageOf({
  en: [
    'This short link does not exist',
    'Too many links that do not exist were opened here. Those that exist still work.',
    'Check the address for typing errors, and try again in a minute.',
  ],
  'zh-CN': [
    '此短链接不存在',
    '此处打开了过多不存在的链接，存在的短链接仍可正常使用。',
    '请检查地址是否有误，一分钟后再试。',
  ],
});

/** For browsers that ask this service for a host which it does not know. */
export const misdirectedPage = pageOf({
  en: [
    'This service has another address',
    'If somebody sent you the link, ask them for the right one.',
    'If you run this service: its log says at which addresses it answers, and how the proxy passes them on.',
  ],
  'zh-CN': [
    '此服务使用的是其他地址',
    '如果链接是别人发给你的，请向对方索取正确的链接。',
    '如果你是此服务的运营者：日志中写有它接受的地址，以及代理应如何传递。',
  ],
});

const tryAgain = { en: 'Try again in a minute.', 'zh-CN': '请一分钟后重试。' };

/** When the database is out of reach, or the service has failed. */
export const unavailablePages = {
  link: pageOf({
    en: ['This link cannot be looked up now', tryAgain.en],
    'zh-CN': ['暂时无法查询此链接', tryAgain['zh-CN']],
  }),
  connect: pageOf({
    en: ['Your connection cannot be looked up now', tryAgain.en],
    'zh-CN': ['暂时无法查询你的连接', tryAgain['zh-CN']],
  }),
};

/** At the origin of a service for this computer. */
export const runningPage: Page = {
  en: {
    title: 'Your service is running',
    content: html`<p>Try it on this very page:</p>
      <ol>
        <li>Click the Waylark button in the toolbar (at first it is behind the puzzle piece),</li>
        <li>choose when the link expires,</li>
        <li>press Enter.</li>
      </ol>
      <p>The short link is then on your clipboard: paste it into a new tab, and it leads back here.</p>`,
  },
  'zh-CN': {
    title: '你的服务正在运行',
    content: html`<p>就在此页面上试试：</p>
      <ol>
        <li>点击工具栏中的Waylark按钮，起初它在拼图图标里；</li>
        <li>选择到期时间；</li>
        <li>按回车键。</li>
      </ol>
      <p>短链接随即在剪贴板中：粘贴到新标签页，就会回到这里。</p>`,
  },
};

/** For the origin of short links alone: usually the end of a link was cut off. */
export const originPage = (contact: string): Page =>
  pageOf(
    {
      en: [
        'Short links begin with this address',
        'Each has an ending of its own. If yours has none, look at the whole link again, or ask the person who sent it.',
      ],
      'zh-CN': [
        '此地址是短链接的开头',
        '每个短链接都有自己的后缀。如果缺少后缀，请再次查看完整链接，或向发送者索取。',
      ],
    },
    contact,
  );

const ask = 'If you still need the page, ask them for a new link.';
const askInChinese = '如果仍需要此页面，请向创建者索取新链接。';

/** For a link that expired or was removed. */
export function gonePage(link: StoredLink, contact: string): Page {
  const { expiresAt, removedAt } = link;
  const { en: day, 'zh-CN': chineseDay } = dayIn(removedAt ?? expiresAt);
  if (removedAt === null)
    return pageOf(
      {
        en: [`This link expired on ${day}`, 'The person who created it chose this date.', ask],
        'zh-CN': [`此链接已于${chineseDay}到期`, '到期时间由创建者选择。', askInChinese],
      },
      contact,
    );

  const [remover, chineseRemover] = isRevoked(link)
    ? ['The operator of this service', '此服务的运营者']
    : ['The person who created it', '创建者'];
  return pageOf(
    {
      en: ['This link was removed', `${remover} removed it on ${day}.`, ask],
      'zh-CN': ['此链接已被移除', `${chineseRemover}已于${chineseDay}将其移除。`, askInChinese],
    },
    contact,
  );
}

/** For a link that cannot be opened any more. */
export const usedUpPage = (contact: string): Page =>
  pageOf(
    {
      en: ['This link is used up', 'The person who created it chose how often it works.', ask],
      'zh-CN': ['此链接的打开次数已用完', '可打开的次数由创建者选择。', askInChinese],
    },
    contact,
  );

/** For a link that can be opened a number of times: previews and scanners stop here, and only the button opens it. */
export function maxOpensPage({ maxOpens, opens }: StoredLink): Page {
  const max = maxOpens ?? 1;
  const left = max - opens;
  const content = (consequence: string, label: string, privacy: string) =>
    html`<p>${consequence}</p>
      <form method="post"><button class="button">${label}</button></form>
      <p class="foot">${privacy}</p>`;

  return {
    en: {
      title: max === 1 ? 'This link works once' : `This link works ${max} times`,
      content: content(
        left === 1
          ? 'Opening it uses it up, for you and everybody else.'
          : `${left} times are left, for you and everybody else together.`,
        'Open the link',
        'The person who created it can see that it was opened, and on which day. Nothing about you is stored.',
      ),
    },
    'zh-CN': {
      title: max === 1 ? '此链接仅可打开一次' : `此链接可打开 ${max} 次`,
      content: content(
        left === 1 ? '打开后，你和其他人都无法再打开。' : `你和其他人一共还可打开 ${left} 次。`,
        '打开链接',
        '创建者能看到链接已被打开，以及打开的日期。不会存储关于你的任何信息。',
      ),
    },
    forms: 'leading-away',
  };
}

const previewTexts = {
  en: {
    title: 'Where this link leads',
    shortLink: 'Short link',
    expires: 'Expires',
    never: 'Never',
    open: 'Open the page',
    notCounted: 'You have not opened the link. This preview is not counted.',
  },
  'zh-CN': {
    title: '此链接指向',
    shortLink: '短链接',
    expires: '到期时间',
    never: '永久有效',
    open: '打开页面',
    notCounted: '你尚未打开链接。预览不计入打开次数。',
  },
};

/** Where a link leads, with its host in bold. `origin` is that of the short link. */
export function previewPage({ id, link, expiresAt }: StoredLink, origin: string): Page {
  const parts = /^(https?:\/\/(?:[^/]*@)?)([^/]*)(.*)$/.exec(new URL(link).href);
  const [before, host, rest] = (parts ?? []).slice(1).map(printable);

  return inEachLanguage((language) => {
    const t = previewTexts[language];
    const content = html`<p class="target">${before}<b>${host}</b>${rest}</p>
      <dl>
        <dt>${t.shortLink}</dt>
        <dd>${printable(`${origin.replace(/^https?:\/\//, '')}/${id}`)}</dd>
        <dt>${t.expires}</dt>
        <dd>${expiresAt === noExpiry ? t.never : momentIn(expiresAt)[language]}</dd>
      </dl>
      <a class="button" href="/${id}">${t.open}</a>
      <p class="foot">${t.notCounted}</p>`;
    return { title: t.title, content };
  });
}
