import { setTimeout as wait } from 'node:timers/promises';
import { StoreUnavailableError } from '../store/contract.ts';
import { type Person } from '../store/people-contract.ts';
import { reportOf } from './provider.ts';
import { type ConnectOptions, refreshTokenOf } from './routes.ts';

/** Milliseconds between two looks at who is due. */
const pause = 5000;

/** Seconds that are left of the promised ones for the pause, the provider's answer, and the tokens in memory. */
const reserve = 15;

/** People whom an instance asks about at the same time. */
const batchSize = 20;

export interface RenewalOptions extends Pick<
  ConnectOptions,
  'store' | 'provider' | 'sealing' | 'issuer' | 'now' | 'report' | 'audit'
> {
  /** Seconds within which people who left are refused. */
  within: number;
}

/**
 * Renews the sign-ins that are due, in all instances together each once an interval. Whom the provider refuses loses the key;
 * any other error leaves everything as it is.
 * After `signal`, it asks about nobody else.
 */
export async function renewSignIns(options: RenewalOptions, signal?: AbortSignal): Promise<void> {
  const { store, issuer, now, within } = options;
  const due = { issuer, interval: within - reserve, limit: batchSize };
  let people: Person[];
  do {
    people = await store.claimPeople(due, now() / 1000);
    await Promise.all(people.map((person) => renew(person, options)));
  } while (people.length === batchSize && !signal?.aborted);
}

async function renew(person: Person, options: RenewalOptions): Promise<void> {
  const { store, provider, sealing, now, report, audit } = options;
  const { secretId, refreshToken } = person;
  if (refreshToken === null) return;

  const purpose = refreshTokenOf(person);
  const opened = sealing.open(refreshToken, purpose);
  if (opened === undefined) {
    const sentence = 'people are not asked about until they sign in again: the client secret is another one';
    report(new Error(sentence));
    return;
  }

  const stored = { secretId, refreshToken };
  try {
    const next = await provider.renew(opened);
    if (next === undefined) {
      if (await store.refusePerson(stored, now() / 1000))
        audit(secretId, 'has no key any more: the sign-in provider has refused its person.');
    } else if (next !== opened)
      await storeWithRetry(() => store.renewPerson(stored, sealing.seal(next, purpose)));
  } catch (error) {
    report(error instanceof StoreUnavailableError ? error : reportOf(error));
  }
}

/** Attempts to store a refresh token, and milliseconds between them; a failover of the database may take as long. */
const storing = { attempts: 40, pause: 250 };

/** A token that is not stored costs its person the key: the provider accepts the one before no more. */
async function storeWithRetry(store: () => Promise<void> | void): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await store();
      return;
    } catch (error) {
      if (!(error instanceof StoreUnavailableError) || attempt === storing.attempts) throw error;
      await wait(storing.pause);
    }
  }
}

/** Renews sign-ins until the returned function is called, which waits for those in progress. */
export function startRenewals(options: RenewalOptions): () => Promise<void> {
  const stopped = new AbortController();

  const run = async () => {
    while (!stopped.signal.aborted) {
      await renewSignIns(options, stopped.signal).catch(options.report);
      await wait(pause, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined);
    }
  };
  const running = run();

  return async () => {
    stopped.abort();
    await running;
  };
}
