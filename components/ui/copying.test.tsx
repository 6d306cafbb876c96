import { expect, it, vi } from 'vitest';
import { copy } from '../../lib/browser/clipboard.ts';
import { settingsUnderPolicy } from '../../lib/settings/policy.ts';
import { type Settings, unreadSettings } from '../../lib/settings/schema.ts';
import { settings } from '../page.ts';
import { browser } from '../testing/browser.ts';
import { copyFormat } from './copy-format.ts';
import { copyLinks } from './copying.ts';

const link = { shortLink: 'https://s.example/1', link: 'https://a.example/', title: 'One' };
const markdown = '[One](https://s.example/1)';

const changeSettings = (changes: Partial<Settings>) => {
  settings.value = settingsUnderPolicy({ ...unreadSettings, ...changes }, {});
};

it('says that a link is copied in another format once that is stored, as the popup may close then', async () => {
  const storing = Promise.withResolvers<undefined>();
  const set = vi.spyOn(browser.storage.local, 'set').mockReturnValue(storing.promise);
  const copying = copyLinks([link], { format: 'html' });
  expect(copy).toHaveBeenCalledExactlyOnceWith(link.shortLink, `<a href="${link.shortLink}">One</a>`);
  const settingsWithFormat = expect.objectContaining({ lastCopyFormat: 'html' }) as unknown;
  await expect.poll(() => set.mock.calls).toEqual([[{ settings: settingsWithFormat }]]);
  const first = await Promise.race([copying, new Promise((resolve) => setTimeout(resolve, 0, 'pending'))]);
  expect(first).toBe('pending');
  storing.resolve(undefined);
  expect(await copying).toBe(true);
});

it('copies in a format that was chosen on the page, until the settings offer another', async () => {
  changeSettings({ copyFormat: 'plain' });
  await copyLinks([link], { format: 'markdown' });
  await copyLinks([link, link]);
  expect(vi.mocked(copy).mock.calls.map(([content]) => content)).toEqual([
    markdown,
    `- ${markdown}\n- ${markdown}`,
  ]);
  changeSettings({ copyFormat: 'template', copyTemplate: '{short}!' });
  expect(copyFormat.value).toEqual({ format: 'template', template: '{short}!' });
});

it('a choice ends with the offer that it replaces, also if the settings offer the same again', async () => {
  changeSettings({ copyFormat: 'plain' });
  await copyLinks([link], { format: 'markdown', isPrivate: true });
  changeSettings({ copyFormat: 'html' });
  changeSettings({ copyFormat: 'plain' });
  expect(copyFormat.value.format).toBe('plain');
});

it('stores no format of a private window', async () => {
  changeSettings({ copyFormat: 'plain' });
  expect(await copyLinks([link], { format: 'markdown', isPrivate: true })).toBe(true);
  expect([copyFormat.value.format, browser.storage.local.values['settings']]).toEqual([
    'markdown',
    undefined,
  ]);
});

it('says that nothing is copied if the browser refuses', async () => {
  vi.mocked(copy).mockResolvedValueOnce(false);
  expect(await copyLinks([link])).toBe(false);
});
