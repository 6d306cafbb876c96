import { execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Service } from '../../server/service.ts';
import { add, call, contents, startInstance, tokenFrom, unlimited } from '../support/service/instances.ts';
import { type Cluster, postgresPrograms, runner, startCluster } from '../support/service/postgres-cluster.ts';

const unavailable = 807;
const megabyte = 1024 * 1024;

/** A folder on a disk of its own, in memory, that PostgreSQL may write to. */
function smallDisk(megabytes: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'waylark-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', folder]);
    rmdirSync(folder);
  });
  const { uid = 0, gid = 0 } = runner();
  chownSync(folder, uid, gid);
  return folder;
}

/** Adds links until one is refused; returns its code. */
async function addUntilRefused(service: Service, token: string): Promise<string | number> {
  for (let n = 0; n < 5000; n += 1) {
    const outcome = await add(service, token, `https://example.com/${n}/${'x'.repeat(1000)}`);
    if (typeof outcome === 'number') return outcome;
  }
  return 'none was refused';
}

async function serviceOn(url: string) {
  const service = await startInstance(url);
  const token = await tokenFrom(service, await service.createApplication(unlimited));
  const early = await add(service, token, 'https://early.example/');
  return { service, token, early };
}

/** Links and units agree, and the early link is there. */
async function expectWhole(cluster: Cluster, url: string, early: string | number) {
  const { links, paid } = await contents((text) => cluster.query(url, text));
  expect(paid).toBe(links.size);
  expect(links.get(String(early))).toBe('https://early.example/');
}

describe.skipIf(postgresPrograms === undefined || process.getuid?.() !== 0)(
  "the database's disk is full",
  () => {
    test('that of the tables: adds say so and cost nothing, redirects go on, and all does when there is room', async () => {
      const cluster = await startCluster();
      onTestFinished(() => cluster.remove());
      const disk = smallDisk(24);
      const postgres = cluster.urlOf('postgres');
      await cluster.query(postgres, `CREATE TABLESPACE small LOCATION '${disk}'`);
      await cluster.query(postgres, 'CREATE DATABASE small TABLESPACE small');
      const url = cluster.urlOf('small');
      const { service, token, early } = await serviceOn(url);
      const filler = join(disk, 'filler');
      const { bavail, bsize } = statfsSync(disk);
      writeFileSync(filler, Buffer.alloc(bavail * bsize - megabyte / 2));

      expect(await addUntilRefused(service, token)).toBe(unavailable);
      expect(await call(`${service.origin}/${early}`)).toMatchObject({ status: 302 });
      expect((await call(`${service.origin}/unknown`)).answer?.code).toBe(804);
      await expectWhole(cluster, url, early);

      rmSync(filler);
      expect(await add(service, token, 'https://after.example/')).toMatch(/^\w{10}$/);
      await expectWhole(cluster, url, early);
    });

    test('that of the log, which ends the database: nothing acknowledged is lost, all goes on after its restart', async () => {
      const disk = smallDisk(140);
      const small = ['max_wal_size=32MB', 'min_wal_size=32MB', 'shared_buffers=4MB', 'max_connections=30'];
      const cluster = await startCluster(small, { parent: disk });
      onTestFinished(() => cluster.remove());
      const url = await cluster.createDatabase();
      const { service, token, early } = await serviceOn(url);
      const filler = join(disk, 'filler');
      const { bavail, bsize } = statfsSync(disk);
      writeFileSync(filler, Buffer.alloc(bavail * bsize - megabyte));

      const switchLog = () =>
        cluster.query(url, "SELECT pg_switch_wal(), pg_logical_emit_message(true, '', 'x')").then(
          () => true,
          () => false,
        );
      await expect.poll(switchLog, { timeout: 20_000 }).toBe(false);
      expect(await add(service, token, 'https://refused.example/')).toBe(unavailable);
      expect((await call(`${service.origin}/unknown2`)).answer?.code).toBe(unavailable);

      rmSync(filler);
      await cluster.kill();
      await cluster.start();
      await expect
        .poll(() => add(service, token, 'https://after.example/'), { timeout: 10_000 })
        .toMatch(/^\w{10}$/);
      expect(await call(`${service.origin}/${early}`)).toMatchObject({ status: 302 });
      await expectWhole(cluster, url, early);
    });
  },
);
