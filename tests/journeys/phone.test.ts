import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { editManifest } from '../support/browsers/granted-copy.ts';
import { fillIn, press, valueOf } from '../support/browsers/controls.ts';
import { textOf } from '../support/pages/page-texts.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { lacks } from '../support/browsers/needs.ts';
import { suiteFixture } from '../support/browsers/suite-fixture.ts';

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

describe.skipIf(lacks('firefox'))('Firefox without menus, shortcuts, windows and policies', () => {
  const fixtureOf = suiteFixture({ browser: 'firefox', prepare: likeAndroid });

  it('connects, shortens, and shows its settings', async () => {
    const fixture = fixtureOf();
    const popup = await fixture.open('popup.html');
    expect(await popup.evaluate('isLikeAndroid')).toBe(true);
    await fillIn(popup, 'Link', `${fixture.pages.origin}/on-a-phone`);
    await press(popup, 'Shorten');
    expect(await valueOf(popup, 'Short link')).toMatch(/^http:/);
    const options = await fixture.open('options.html');
    await eventually(() => textOf(options)).toContain(new URL(fixture.proxy.address).host);
  });
});
