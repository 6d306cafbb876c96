import { describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { connectAtOnce } from '../../scripts/browsers/connect.ts';
import type { ConnectionView } from '../../lib/connection/connect.ts';
import type { Settings } from '../../lib/settings/schema.ts';
import { killWorker } from './support/chromium-extension.ts';
import { openBackgroundKiller } from './support/firefox-addons.ts';
import { lacks } from './support/needs.ts';
import { accountsIn, storedValue, storedValues } from './support/stored.ts';
import { suiteFixture } from './support/suite-fixture.ts';

for (const kind of ['chromium', 'firefox'] as const)
  describe.skipIf(lacks(kind))(`Several connections in ${kind}`, () => {
    const fixtureOf = suiteFixture({ browser: kind });

    /** Sends a message as the settings page does. */
    const sendFrom =
      (page: Page) =>
      async <Value>(name: string, request: object = {}): Promise<Value> => {
        const message = JSON.stringify({ name, request });
        const { value } = (await page.evaluate(`chrome.runtime.sendMessage(${message})`)) as { value: Value };
        return value;
      };

    it('create their own links, also after the background was killed; removed ones change none', async () => {
      const { browser, service, proxy, credentials, open, links } = fixtureOf();
      const kill = kind === 'firefox' ? await openBackgroundKiller(browser) : () => killWorker(browser);
      const other = await service.createApplication({ perSecond: 1000, perMinute: 10_000 });
      const options = await open('options.html');
      const send = sendFrom(options);
      const run = (expression: string) => options.evaluate(expression);
      await connectAtOnce(options, { address: proxy.address, ...other }, { isAnother: true });
      const views = () => send<(ConnectionView & { activeLinks: number })[]>('connections');
      const [first, second] = await views();
      if (!first || !second) throw new Error('There are no two connections.');
      expect([first.secretId, second.secretId]).toEqual([credentials.secretId, other.secretId]);

      const shorten = async (name: string, connection?: string): Promise<string> => {
        const id = crypto.randomUUID();
        const link = `https://example.com/${name}`;
        const about = { title: '', validity: { kind: 'duration', seconds: 3600 }, private: false };
        expect(await send('shorten', { id, link, connection, ...about })).toMatchObject({ ok: true });
        return id;
      };
      const creatorOf = (name: string) => links().find(({ link }) => link.endsWith(`/${name}`))?.secretId;
      proxy.reset();
      await shorten('default');
      const ofSecond = await shorten('second', second.id);
      await kill();
      await shorten('after', second.id);
      await shorten('before', first.id);
      expect(['default', 'second', 'after', 'before'].map(creatorOf)).toEqual([
        credentials.secretId,
        other.secretId,
        other.secretId,
        credentials.secretId,
      ]);
      expect(proxy.count('token')).toBe(0);
      expect((await views()).map(({ activeLinks }) => activeLinks)).toEqual([2, 2]);

      await send('makeDefault', { id: second.id });
      await kill();
      await shorten('new-default');
      expect(creatorOf('new-default')).toBe(other.secretId);
      const hints = async () => (await storedValue<Settings>(run, 'settings'))?.connections;
      expect((await hints())?.map(({ id }) => id)).toEqual([second.id, first.id]);
      expect(JSON.stringify(await storedValues(run))).not.toContain(other.secretKey);

      await send('removeConnection', { id: second.id });
      expect(
        await send('shorten', {
          id: crypto.randomUUID(),
          link: 'https://example.com/gone',
          title: '',
          validity: { kind: 'never' },
          private: false,
          connection: second.id,
        }),
      ).toMatchObject({ failure: { reason: 'connection-removed' } });
      const history = sendFrom(await open('history.html'));
      const expiring = { id: ofSecond, private: false, change: { kind: 'expire' } };
      expect(await history('changeLink', expiring)).toMatchObject({ failure: { reason: 'other-account' } });
      await shorten('left');
      expect(creatorOf('left')).toBe(credentials.secretId);
      expect([(await accountsIn(options)).length, (await hints())?.length]).toEqual([1, 1]);
    });
  });
