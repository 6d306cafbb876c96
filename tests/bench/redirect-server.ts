import { createServer } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '../../server/service.ts';

/** A process of its own that answers redirects, bare or by the service; it tells its parent the address of one. */
const target = 'https://example.com/an/ordinary/page?with=a&query';

const startBare = async (): Promise<string> => {
  const server = createServer((_, response) => {
    response.writeHead(302, { location: target, 'cache-control': 'no-store' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}/aB3dE6gH9k`;
};

const startOurs = async (): Promise<string> => {
  const data = await mkdtemp(join(tmpdir(), 'waylark-bench-'));
  process.once(
    'disconnect',
    () => void rm(data, { recursive: true, force: true }).then(() => process.exit()),
  );
  const service = await startService({ data });
  const { secretId } = await service.createApplication();
  const expiresAt = Math.floor(Date.now() / 1000) + 3600;
  await service.store.addLink({ id: 'aB3dE6gH9k', link: target, expiresAt, secretId }, expiresAt - 3600);
  return `${service.origin}/aB3dE6gH9k`;
};

process.send?.(await (process.argv[2] === 'bare' ? startBare() : startOurs()));
// Asked by any message: the processor time that this process has used, in microseconds.
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.(user + system);
});
process.once('disconnect', () => process.exit());
