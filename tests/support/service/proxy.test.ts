import { expect, it, onTestFinished } from 'vitest';
import { hang, lost } from './faults.ts';
import { listen } from './http-server.ts';
import { startProxy } from './proxy.ts';

/** A proxy before a service that answers when `release` is called. */
const startHeld = async () => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const service = await listen(async (_, response) => {
    await released;
    response.end('{}');
  });
  const proxy = await startProxy(service.origin);
  onTestFinished(async () => {
    await proxy.close();
    await service.close();
  });
  const call = (path = '/elsewhere'): Promise<string> =>
    fetch(proxy.origin + path).then(
      ({ status }) => `${status}`,
      () => 'broken',
    );
  return { proxy, call, release };
};

it('tidied, a proxy has nothing of the last test in its log: neither what is answered late nor what follows', async () => {
  const { proxy, call, release } = await startHeld();
  const following = call().then(() => {
    // A busy machine may stop this process for longer than nothing may happen.
    const until = performance.now() + 300;
    while (performance.now() < until);
    return call('/then');
  });
  await expect.poll(() => proxy.log).toHaveLength(1);
  setTimeout(release, 50);
  await proxy.tidy();
  expect([await following, proxy.log]).toEqual(['200', []]);
  await call();
  expect(proxy.log).toHaveLength(1);
});

it('tidied, a proxy has no faults, and the requests that they left open are broken', async () => {
  const { proxy, call, release } = await startHeld();
  release();
  proxy.always('other', hang);
  proxy.next('other', lost);
  const pending = [call(), call()];
  await expect.poll(() => proxy.log).toHaveLength(2);
  await proxy.tidy();
  expect(await Promise.all([...pending, call()])).toEqual(['broken', 'broken', '200']);
});

it('a proxy that does not become idle says which requests are open', async () => {
  const { proxy, call, release } = await startHeld();
  const open = call('/open');
  await expect.poll(() => proxy.log).toHaveLength(1);
  await expect(proxy.tidy({ limit: 100 })).rejects.toThrow('The proxy is not idle: GET /open since 0 s');
  release();
  await open;
});
