import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { type Store, StoreUnavailableError } from '../store/contract.ts';

/** Milliseconds between two reports. */
const interval = 10_000;

const packageFile = join(import.meta.dirname, '..', '..', 'package.json');
const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(packageFile, 'utf8')));

interface ReportOptions {
  store: Pick<Store, 'reportInstance' | 'removeInstance'>;
  /** Where the instance listens, such as "127.0.0.1:8404". */
  address: string;
  /** Why it gets no requests; undefined if it does. */
  check: () => Promise<string | undefined>;
  /** Milliseconds since 1970. */
  now: () => number;
  report: (error: unknown) => void;
}

/**
 * Says at once and then every `interval` that this instance is there, for the operator's page of any instance. One that cannot
 * reach the store is silent, which the page shows.
 *
 * @returns a function that ends it and removes the instance from the list
 */
export function startInstanceReports({ store, address, check, now, report }: ReportOptions) {
  const name = `${hostname()} ${address}`;

  const attempt = async (step: () => Promise<void>) => {
    try {
      await step();
    } catch (error) {
      // Readiness says so.
      if (!(error instanceof StoreUnavailableError)) report(error);
    }
  };
  const say = async () => {
    const problem = (await check()) ?? '';
    await store.reportInstance({ name, version, problem, seenAt: Math.floor(now() / 1000) });
  };

  let saying = attempt(say);
  const timer = setInterval(() => {
    saying = saying.then(() => attempt(say));
  }, interval).unref();

  return async () => {
    clearInterval(timer);
    await saying;
    try {
      await store.removeInstance(name);
    } catch {
      // Out of reach, or closed already: after `instanceLifetime` the others remove it.
    }
  };
}
