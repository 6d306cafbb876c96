import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { defaultConfiguration } from '../../server/configuration.ts';
import { moveMany } from '../support/service/move-setup.ts';
import { startSetup } from '../support/service/client-setup.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes that are in use. */
const memory = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

/** Bytes of memory for each link: two entries of the history, and what the proxy has seen. */
const bytesOfLink = 50_000;

it('a thousand links are moved within the limits of the service, each once, with a background that is killed', async () => {
  const count = 1000;
  const here = await startSetup();
  const there = await startSetup();
  const limits = {
    perSecond: defaultConfiguration['calls-per-second'],
    perMinute: defaultConfiguration['calls-per-minute'],
  };
  const accounts = [await here.account(), await there.account(limits)] as const;
  const before = memory();
  await moveMany(accounts, { proxy: there.proxy, count });
  const used = memory() - before;
  expect(used).toBeLessThan(count * bytesOfLink);
  await here.close();
  await there.close();
});
