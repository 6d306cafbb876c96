import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { editManifest } from '../../scripts/browsers/granted-copy.ts';
import { fillIn, press, valueOf } from '../../scripts/browsers/controls.ts';
import { textOf } from './support/texts.ts';
import { eventually } from './support/eventually.ts';
import { lacks } from './support/needs.ts';
import { createFixture, type Fixture } from './support/fixture.ts';

const userAgent = 'Mozilla/5.0 (Android 15; Mobile; rv:142.0) Gecko/142.0 Firefox/142.0';
const screens = [
  { width: 320, height: 640 },
  { width: 360, height: 640 },
  { width: 412, height: 915 },
];

/** Deletes the APIs that Firefox for Android lacks before any script of the extension runs. */
const lackingApis = `
for (const name of ['contextMenus', 'menus', 'commands', 'windows', 'omnibox']) delete browser[name];
delete browser.storage.managed;
for (const name of ['contextMenus', 'commands', 'windows']) if (name in browser) throw new Error(name + ' is still there');
globalThis.isLikeAndroid = true;
`;

/** Changes a throw-away copy of the build as if it ran in Firefox for Android. */
const likeAndroid = async (folder: string): Promise<void> => {
  await writeFile(join(folder, 'lacking.js'), lackingApis);
  await editManifest(folder, (manifest) => ({
    ...manifest,
    background: { scripts: ['lacking.js', ...(manifest['background'] as { scripts: string[] }).scripts] },
  }));
  const pages = (await readdir(folder)).filter((name) => name.endsWith('.html'));
  for (const page of pages) {
    const html = await readFile(join(folder, page), 'utf8');
    await writeFile(join(folder, page), html.replace('<head>', '<head><script src="/lacking.js"></script>'));
  }
};

/** Whether the page fills the screen, and by how many pixels it is wider. */
const widthOf = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const form = document.querySelector('main')?.getBoundingClientRect().width ?? 0;
    return { fills: form >= clientWidth - 1, beyond: scrollWidth - clientWidth };
  });

describe.skipIf(lacks('firefox'))('Firefox without menus, shortcuts, windows and policies', () => {
  let fixture: Fixture;

  beforeAll(async () => {
    fixture = await createFixture({ browser: 'firefox', prepare: likeAndroid });
  });
  afterAll(() => fixture.close());

  it('connects, shortens, and shows its settings', async () => {
    const popup = await fixture.open('popup.html');
    expect(await popup.evaluate('isLikeAndroid')).toBe(true);
    await fillIn(popup, 'Link', `${fixture.pages.origin}/on-a-phone`);
    await press(popup, 'Shorten');
    expect(await valueOf(popup, 'Short link')).toMatch(/^http:/);
    const options = await fixture.open('options.html');
    await eventually(() => textOf(options)).toContain(fixture.proxy.address);
  });
});

describe.skipIf(lacks('chromium'))('The popup on a phone', () => {
  let fixture: Fixture;

  beforeAll(async () => {
    fixture = await createFixture();
  });
  afterAll(() => fixture.close());

  it('fills the screen without being wider, and has targets of at least 44 pixels', async () => {
    const popup = await fixture.open('popup.html');
    await popup.setUserAgent({ userAgent });
    for (const screen of screens) {
      // The first one reloads the page.
      await popup.setViewport({ ...screen, isMobile: true, hasTouch: true });
      if (screen !== screens[0]) await press(popup, 'New link');
      await fillIn(
        popup,
        'Link',
        `${fixture.pages.origin}/${'long-'.repeat(30)}${screen.width}?utm_source=x&fbclid=y`,
      );
      expect([screen, await widthOf(popup)]).toEqual([screen, { fills: true, beyond: 0 }]);
      await press(popup, 'Shorten');
      await valueOf(popup, 'Short link');
      expect([screen, await widthOf(popup)]).toEqual([screen, { fills: true, beyond: 0 }]);
    }
    await press(popup, 'New link');
    await eventually(() => popup.evaluate(() => document.querySelectorAll('.recent li').length)).toBe(3);
    const small = await popup.evaluate(() =>
      [...document.querySelectorAll('button, select, input:not([type="checkbox"]), a')]
        .filter((node) => node.getBoundingClientRect().height < 44)
        .map((node) => `${node.tagName} ${node.textContent}`),
    );
    expect(small).toEqual([]);
  });
});
