import { request } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { urlWarningOf } from '../../lib/url/warnings.ts';
import { startTour, type Tour } from './tour.ts';

const happened = { links: [] as string[], isPlaying: false };
let tour: Tour | undefined;
afterEach(() => tour?.close());

const open = async (): Promise<Tour> => {
  Object.assign(happened, { links: [], isPlaying: false });
  tour = await startTour(
    {
      shortened: () => Promise.resolve(happened.links),
      isPlaying: () => Promise.resolve(happened.isPlaying),
    },
    'test',
  );
  return tour;
};

/** What the server says at an address, to which the browser's resolver would lead. */
const get = ({ hosts }: Tour, address: string) =>
  new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const [, host, port] = /(127\.0\.0\.1):(\d+)$/.exec(hosts) ?? [];
    const { pathname, search } = new URL(address, 'http://skylark.example');
    request({ host, port, path: pathname + search }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => (text += String(chunk)));
      answer.on('end', () => resolve({ status: answer.statusCode, text }));
    })
      .on('error', reject)
      .end();
  });

test('the page is shortened without a warning', async () => {
  const { address, link } = await open();
  expect([urlWarningOf(address), urlWarningOf(link)]).toEqual([null, null]);
});

test('each step is done as it happens', async () => {
  const opened = await open();
  expect(await opened.progress()).toEqual([false, false, false]);
  happened.links = ['http://other.example/', opened.address];
  expect(await opened.progress()).toEqual([true, false, false]);
  happened.isPlaying = true;
  expect(await opened.progress()).toEqual([true, false, true]);
  Object.assign(happened, { links: [opened.address, opened.link], isPlaying: false });
  expect(JSON.parse((await get(opened, '/progress')).text)).toEqual([true, true, true]);
});

test('the page names the menu’s item, and its links lead to a page and to a missing one', async () => {
  const opened = await open();
  opened.setLanguage('zh_CN', '缩短此链接');
  const { status, text } = await get(opened, opened.address);
  expect(status).toBe(200);
  expect(text).toContain('缩短此链接');
  const links = [...text.matchAll(/<a href="(.*?)"/g)].map(
    ([, href]) => new URL(href ?? '', opened.address).href,
  );
  expect(links[0]).toBe(opened.link);
  const answers = await Promise.all(links.map((each) => get(opened, each)));
  expect(answers.map((answer) => answer.status)).toEqual([200, 404]);
});
