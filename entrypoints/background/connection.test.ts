import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { openAccountStore } from '../../lib/connection/account.ts';
import { testAccount } from '../../lib/connection/test-helpers/account.ts';
import type { connectionMessages } from '../../lib/connection/messages.ts';
import type { serve } from '../../lib/messaging/serve.ts';
import { testInfo } from '../../lib/settings/test-helpers/connection-info.ts';
import { browser, loseStorage } from '../../lib/storage/test-helpers/fake-browser.ts';
import { apiOf, loadBackground } from './test-helpers/background.ts';

afterAll(() => vi.doUnmock('webextension-polyfill'));
beforeEach(loseStorage);

/** The messages of a background of Chromium. */
const startMessages = async () => {
  const served = vi.fn<typeof serve>();
  vi.doMock('../../lib/messaging/serve.ts', () => ({ serve: served }));
  const { api } = apiOf([]);
  const withStorage = new Proxy(api, {
    get: (target, name) => (name === 'storage' ? browser.storage : (Reflect.get(target, name) as unknown)),
  });
  const start = await loadBackground('CHROME', withStorage);
  start();
  vi.doUnmock('../../lib/messaging/serve.ts');
  return served.mock.calls[0]?.[0] as unknown as ReturnType<typeof connectionMessages>;
};

it('what a service announced stays known while a policy leaves its account out, also if a connection is removed', async () => {
  const other = { ...testAccount, id: 'other', secretId: 'other' };
  for (const account of [testAccount, other]) await openAccountStore().save(account);
  const locked = testInfo({ id: 'policy', features: ['manage'], isLocked: true });
  browser.storage.local.values = {
    settings: { connections: [testInfo({ id: testAccount.id }), testInfo({ id: other.id }), locked] },
  };
  const messages = await startMessages();
  await messages.connections.handle({}, null);
  const { local } = browser.storage;
  await expect.poll(() => local.values['features']).toEqual({ policy: ['manage'] });
  await messages.removeConnection.handle({ id: other.id }, null);
  expect(local.values).toMatchObject({
    features: { policy: ['manage'] },
    settings: { connections: [{ id: testAccount.id }] },
  });
});
