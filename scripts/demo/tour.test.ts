import { expect, onTestFinished, test } from 'vitest';
import { urlWarningOf } from '../../lib/url/warnings.ts';
import { startTour } from './tour.ts';

test('each step is done as it happens, and the links of the page lead to a page and to a missing one', async () => {
  const happened = { links: [] as string[], isPlaying: false };
  const tour = await startTour(
    {
      shortened: () => Promise.resolve(happened.links),
      isPlaying: () => Promise.resolve(happened.isPlaying),
    },
    'test',
  );
  onTestFinished(tour.close);
  /** What the server says at an address, to which the browser's resolver would lead. */
  const get = (address: string): Promise<Response> => {
    const { pathname, search } = new URL(address, tour.address);
    return fetch(`http://${tour.hosts.split(' ').at(-1) ?? ''}${pathname}${search}`);
  };

  expect([urlWarningOf(tour.address), urlWarningOf(tour.link)]).toEqual([null, null]);
  tour.setLanguage('zh_CN', '缩短此链接');
  const text = await (await get(tour.address)).text();
  expect(text).toContain('缩短此链接');
  const links = [...text.matchAll(/<a href="(.*?)"/g)].map(
    ([, href = '']) => new URL(href, tour.address).href,
  );
  expect(links[0]).toBe(tour.link);
  const answers = await Promise.all(links.map(get));
  expect(answers.map(({ status }) => status)).toEqual([200, 404]);

  expect(await tour.progress()).toEqual([false, false, false]);
  happened.links = ['http://other.example/', tour.address];
  happened.isPlaying = true;
  expect(await tour.progress()).toEqual([true, false, true]);
  Object.assign(happened, { links: [tour.link], isPlaying: false });
  expect(await (await get('/progress')).json()).toEqual([true, true, true]);
});
