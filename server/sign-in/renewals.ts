import { setTimeout as wait } from 'node:timers/promises';
import { OutsideError } from '../outside-error.ts';
import { StoreUnavailableError } from '../store/contract.ts';
import type { Person } from '../store/people-contract.ts';
import { reportOf } from './provider.ts';
import { type ConnectOptions, refreshTokenOf } from './routes.ts';

/** Seconds between two queries for people who are due. */
const pause = 1;

/** Seconds of `within` that are reserved for the pause, the provider's answer, and the tokens that instances have in memory. */
const reserve = 15;

/**
 * After each pause, an instance asks about this many times the people that it takes to keep up with the interval. So it soon
 * catches up after a time in which no instance ran, and the provider still gets a steady number of requests.
 */
const surplusFactor = 1.5;

/** An instance may ask about this many people after each pause, however few people are connected. */
const minLimit = 20;

/** Renewals at the same time at most; while the provider is slow, others wait. */
const maxInProgress = 500;

export interface RenewalOptions extends Pick<
  ConnectOptions,
  'store' | 'provider' | 'sealing' | 'issuer' | 'now' | 'report' | 'audit'
> {
  /** Seconds within which people who left are refused. */
  within: number;
}

/**
 * Renews the sign-ins that are due: each once an interval, by one of all instances. A person whom the provider refuses loses the
 * key; any other error leaves everything as it is.
 */
export function createRenewals(options: RenewalOptions) {
  const { store, issuer, now, within } = options;
  const interval = within - reserve;
  const due = { issuer, interval, minLimit, share: Math.min(1, (surplusFactor * pause) / interval) };
  const inProgress = new Set<Promise<void>>();

  return {
    /** Begins to ask about people who are due. */
    begin: async (): Promise<void> => {
      if (inProgress.size >= maxInProgress) return;
      for (const person of await store.claimPeople(due, now() / 1000)) {
        const renewal = renew(person, options).finally(() => inProgress.delete(renewal));
        inProgress.add(renewal);
      }
    },
    finish: async (): Promise<void> => {
      await Promise.all(inProgress);
    },
  };
}

async function renew(person: Person, options: RenewalOptions): Promise<void> {
  const { store, provider, sealing, now, report, audit } = options;
  const { secretId, refreshToken } = person;
  if (refreshToken === null) return;

  const purpose = refreshTokenOf(person);
  const opened = sealing.open(refreshToken, purpose);
  if (opened === undefined) {
    const sentence = 'People are not asked about until they sign in again: the client secret is another one';
    report(new OutsideError(sentence));
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

/** Attempts to store a refresh token, and milliseconds between them: together longer than a failover of the database. */
const storeRetries = { attempts: 40, pause: 250 };

/** If the new token is not stored, its person loses the key: the provider no longer accepts the previous token. */
async function storeWithRetry(store: () => Promise<void> | void): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await store();
      return;
    } catch (error) {
      if (!(error instanceof StoreUnavailableError) || attempt === storeRetries.attempts) throw error;
      await wait(storeRetries.pause);
    }
  }
}

/** Renews sign-ins until the returned function is called, which waits for those in progress. */
export function startRenewals(options: RenewalOptions): () => Promise<void> {
  const stopped = new AbortController();
  const { begin, finish } = createRenewals(options);

  const run = async () => {
    while (!stopped.signal.aborted) {
      await begin().catch(options.report);
      await wait(pause * 1000, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined);
    }
    await finish();
  };
  const running = run();

  return async () => {
    stopped.abort();
    await running;
  };
}
