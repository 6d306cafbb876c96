import { describe, expect, it } from 'vitest';
import { press } from '../../scripts/browsers/controls.ts';
import { lacks } from './support/needs.ts';
import { shortenUnderKills } from './support/random-kills.ts';
import { suiteFixture } from './support/suite-fixture.ts';
import { alertOf } from './support/texts.ts';

describe.skipIf(lacks('chromium'))('The background in Chromium', () => {
  const fixture = suiteFixture();

  it('ends every click in a sentence and creates no link twice, at whatever moment the worker is killed', async () => {
    const outcomes = await shortenUnderKills(fixture(), { times: 3, seed: 12 });
    expect(outcomes).toHaveLength(3);
  });

  it('answers what 60 popups ask at once, with one link each and one token', async () => {
    const page = await fixture().open('popup.html');
    await page.evaluate("chrome.storage.session.remove('token')");
    const answers = (await page.evaluate(askAsManyPopups, 60)) as { asked: string; ok?: boolean }[];
    const notOk = answers.filter(({ ok }) => ok !== true);
    expect([answers.length, notOk]).toEqual([180, []]);
    const links = fixture()
      .links()
      .filter(({ link }) => link.startsWith('https://example.com/many/'));
    expect([links.length, new Set(links.map(({ link }) => link)).size]).toEqual([60, 60]);
    expect([fixture().proxy.count('add'), fixture().proxy.count('token')]).toEqual([60, 1]);
  });

  // The last test: it disconnects.
  it('says that the browser has lost the connection when the database of the account is gone, and sends nothing', async () => {
    const page = await fixture().visit('/without-account');
    const options = await fixture().open('options.html');
    await options.evaluate(async () => {
      const deletion = indexedDB.deleteDatabase('waylark-account');
      await new Promise((resolve) => (deletion.onsuccess = resolve));
    });
    const popup = await fixture().click(page);
    await press(popup, 'Shorten');
    expect(await alertOf(popup)).toContain('lost your saved connection');
    expect(fixture().proxy.log).toEqual([]);
  });
});

/** Runs in a page of the extension: sends at once what that number of popups send, and resolves with all answers. */
async function askAsManyPopups(count: number): Promise<unknown[]> {
  interface Runtime {
    chrome: { runtime: { sendMessage(message: object): Promise<object | undefined> } };
  }
  const { runtime } = (globalThis as unknown as Runtime).chrome;
  const ask = async (name: string, request: object) => ({
    asked: name,
    ...(await runtime.sendMessage({ name, request: { private: false, ...request } })),
  });
  const popups = Array.from({ length: count }, (_, at) => [
    ask('recent', {}),
    ask('unacknowledged', {}),
    ask('shorten', {
      id: crypto.randomUUID(),
      link: `https://example.com/many/${at}`,
      title: '',
      validity: { kind: 'duration', seconds: 3600 },
    }),
  ]);
  return Promise.all(popups.flat());
}
