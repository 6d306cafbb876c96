import { noExpiry } from '../../lib/validity/contract.ts';
import { isRevoked } from '../api/links.ts';
import { html, type Html, type Language, type Page, type PageTexts } from './pages.ts';
import { printable } from '../config/errors.ts';
import type { StoredLink } from '../store/contract.ts';

/** A day in UTC with the month as a word, as its order in a number depends on the reader's country. `time` in Unix seconds. */
export function dayIn(time: number): Readonly<Record<Language, string>> {
  const date = new Date(time * 1000);
  const en = date.toUTCString().slice(5, 16).replace(/^0/, '').replaceAll(' ', '\u00a0');
  const zh = `${date.getUTCFullYear()}年${date.getUTCMonth() + 1}月${date.getUTCDate()}日`;
  return { en, 'zh-CN': zh };
}

/** The hour and minute of a time (Unix seconds) in UTC. */
export function clockIn(time: number): Readonly<Record<Language, string>> {
  const clock = new Date(time * 1000).toISOString().slice(11, 16);
  return { en: `${clock} UTC`, 'zh-CN': `${clock}（UTC）` };
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
function pageOf(lines: Readonly<Record<Language, Lines>>, contact: string): Page {
  const pageIn = (language: Language) => {
    const [title, ...paragraphs] = lines[language];
    const content = html`${paragraphs.map((text) => html`<p>${text}</p>`)} ${contactLine(contact, language)}`;
    return { title, content };
  };
  return { en: pageIn('en'), 'zh-CN': pageIn('zh-CN') };
}

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
      en: [
        'This link has been opened as often as it could be',
        'The person who created it chose how often it works.',
        ask,
      ],
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

/** Where a link leads, with its host in bold. `origin` is that of the short link. */
export function previewPage({ id, link, expiresAt }: StoredLink, origin: string): Page {
  const parts = /^(https?:\/\/(?:[^/]*@)?)([^/]*)(.*)$/.exec(new URL(link).href);
  const [before, host, rest] = (parts ?? []).slice(1).map(printable);
  const short = printable(`${origin.replace(/^https?:\/\//, '')}/${id}`);
  const day = dayIn(expiresAt);
  const clock = clockIn(expiresAt);
  const isForEver = expiresAt === noExpiry;

  const content = (
    texts: Record<'shortLink' | 'expires' | 'expiry' | 'button' | 'notCounted', string>,
  ): PageTexts['content'] =>
    html`<p class="target">${before}<b>${host}</b>${rest}</p>
      <dl>
        <dt>${texts.shortLink}</dt>
        <dd>${short}</dd>
        <dt>${texts.expires}</dt>
        <dd>${texts.expiry}</dd>
      </dl>
      <a class="button" href="/${id}">${texts.button}</a>
      <p class="foot">${texts.notCounted}</p>`;

  return {
    en: {
      title: 'Where this link leads',
      content: content({
        shortLink: 'Short link',
        expires: 'Expires',
        expiry: isForEver ? 'Never' : `${day.en}, ${clock.en}`,
        button: 'Open the page',
        notCounted: 'You have not opened the link. This preview is not counted.',
      }),
    },
    'zh-CN': {
      title: '此链接指向',
      content: content({
        shortLink: '短链接',
        expires: '到期时间',
        expiry: isForEver ? '永久有效' : `${day['zh-CN']} ${clock['zh-CN']}`,
        button: '打开页面',
        notCounted: '你尚未打开链接。预览不计入打开次数。',
      }),
    },
  };
}
