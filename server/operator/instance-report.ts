import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Deps } from '../deps.ts';
import { StoreUnavailableError } from '../store/contract.ts';

/** Milliseconds between two reports. */
const interval = 10_000;

const packageFile = join(import.meta.dirname, '..', '..', 'package.json');
const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(packageFile, 'utf8')));

interface ReportDeps extends Deps {
  /** Where the instance listens, such as "127.0.0.1:8404". */
  address: string;
  /** Resolves with what is wrong with the instance; undefined if nothing is. */
  check: () => Promise<string | undefined>;
}

/**
 * Stores a report of this instance at once and then every `interval`. The operator's page lists all instances, also those
 * whose last report is old because they cannot reach the store.
 *
 * @returns a function that ends the reports and removes the instance from the list
 */
export function startInstanceReports({ store, address, check, now, report }: ReportDeps) {
  const name = `${hostname()} ${address}`;

  const send = async () => {
    try {
      const problem = (await check()) ?? '';
      await store.reportInstance({ name, version, problem, seenAt: Math.floor(now() / 1000) });
    } catch (error) {
      // The readiness check reports an unavailable store.
      if (!(error instanceof StoreUnavailableError)) report(error);
    }
  };

  let pending = send();
  const timer = setInterval(() => {
    pending = pending.then(send);
  }, interval).unref();

  return async () => {
    clearInterval(timer);
    await pending;
    try {
      await store.removeInstance(name);
    } catch {
      // The store cannot be reached, or is closed already: another instance removes the report after `instanceLifetime`.
    }
  };
}
