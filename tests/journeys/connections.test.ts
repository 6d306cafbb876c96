import { describe, expect, it } from 'vitest';
import { connectAtOnce, sendFrom } from '../support/browsers/connect.ts';
import type { ConnectionView } from '../../lib/connection/connect.ts';
import { killWorker } from '../support/browsers/chromium-extension.ts';
import { endBackground } from '../support/browsers/firefox-addons.ts';
import { lacks } from '../support/browsers/needs.ts';
import { suiteFixture } from '../support/browsers/suite-fixture.ts';

for (const kind of ['chromium', 'firefox'] as const)
  describe.skipIf(lacks(kind))(`Several connections in ${kind}`, () => {
    const fixtureOf = suiteFixture({ browser: kind });

    // What stays stored of one that is removed: tests/service/connections.test.ts.
    it('create their own links, also after the background was killed, and the other one is left when one is removed', async () => {
      const { browser, service, proxy, credentials, open, links } = fixtureOf();
      const kill = () => (kind === 'firefox' ? endBackground(browser) : killWorker(browser));
      const other = await service.createApplication({ perSecond: 1000, perMinute: 10_000 });
      const options = await open('options.html');
      const send = (name: string, request?: object) => sendFrom(options, name, request);
      await connectAtOnce(options, { address: proxy.address, ...other }, { isAnother: true });
      const views = async () => (await send('connections')) as (ConnectionView & { activeLinks: number })[];
      const [first, second] = await views();
      if (!first || !second) throw new Error('There are no two connections.');
      expect([first.secretId, second.secretId]).toEqual([credentials.secretId, other.secretId]);

      const shorten = async (name: string, connection?: string): Promise<void> => {
        const id = crypto.randomUUID();
        const link = `https://example.com/${name}`;
        const about = { title: '', validity: { kind: 'duration', seconds: 3600 }, private: false };
        expect(await send('shorten', { id, link, connection, ...about })).toMatchObject({ state: 'created' });
      };
      const creatorOf = (name: string) => links().find(({ link }) => link.endsWith(`/${name}`))?.secretId;
      proxy.mark();
      await shorten('default');
      await shorten('second', second.id);
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

      await send('connect', { ...second, secretKey: null, makesDefault: true });
      await kill();
      await shorten('new-default');
      await send('removeConnection', { id: second.id });
      await shorten('left');
      expect(['new-default', 'left'].map(creatorOf)).toEqual([other.secretId, credentials.secretId]);
    });
  });
