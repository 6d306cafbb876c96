import type { AddOptions, Feature } from '../api/links/contract.ts';
import type { ServiceLink } from '../api/links/operations.ts';
import type { LinkAnswer, LinkToAdd, Shortened } from '../connection/service.ts';
import type { ShortenRequest } from './request.ts';
import { testInfo } from '../settings/test-helpers/connection-info.ts';
import { noExpiry } from '../validity/contract.ts';
import { type Choice, choices } from '../validity/validity.ts';
import { openDB } from 'idb';
import { describe, expect, it, vi } from 'vitest';
import type { Failure } from '../failures/schema.ts';
import type { Attempt, Journal } from '../history/types.ts';
import { createPrivateJournal, openJournal } from '../history/journal.ts';
import { testAttempt } from '../history/test-helpers/attempt.ts';
import { memoryItem, memoryMap } from '../storage/test-helpers/memory-item.ts';
import { createRateLimit } from './rate-limit.ts';
import { createShortener } from './shortening.ts';
import { withFastTimers } from '../async/test-helpers/fast-timers.ts';

const settings = vi.hoisted(() => ({}));
vi.mock('../settings/settings.ts', () => ({ readSettingsOrDefaults: () => Promise.resolve(settings) }));

// The journal is IndexedDB, which only a browser has: fake-indexeddb is the same interface in memory, enough for the
// order of what is written. That it outlives a killed worker is shown in real browsers by tests/journeys.

const day = 86_400_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const history = () => openDB('waylark-history');
const inHistory = async (): Promise<unknown[]> => {
  const db = await history();
  const all: unknown[] = db.objectStoreNames.contains('attempts') ? await db.getAll('attempts') : [];
  db.close();
  return all;
};

const createSession = () => memoryItem<unknown[]>();

const created = (expiresAt: number): Shortened => ({
  ok: true,
  shortLink: 'https://s.example/aB3',
  expiresAt,
});
const never = new Promise<never>(() => undefined);

interface Parts {
  /** What the browser stores while workers come and go. */
  session?: ReturnType<typeof createSession>;
  shorten?: (link: string, options: AddOptions) => Promise<Shortened> | Shortened;
  connected?: boolean | Error;
  isAccountLost?: boolean | undefined;
  regular?: Partial<Journal>;
  now?: () => number;
  offered?: readonly Choice[];
  features?: readonly Feature[];
  /** What the service says of any short link. */
  answer?: LinkAnswer;
  onCreated?: () => void;
}

/** A worker that has just started, with a service that gives these answers. */
const startWorker = (parts: Parts = {}) => {
  const {
    session = createSession(),
    shorten = () => created(noExpiry),
    connected = true,
    isAccountLost = false,
    now = Date.now,
    offered = choices,
    features = [],
    answer = { ok: false, failure: { reason: 'link-does-not-exist', hadEffect: 'no' } },
  } = parts;
  const journals = {
    regular: { ...openJournal(now), ...parts.regular },
    private: createPrivateJournal(session, memoryItem<string[]>()),
  };
  const sent: string[] = [];
  const rateLimit = createRateLimit(memoryMap(), now);
  const connection = {
    id: 'account',
    shortOrigin: 'https://s.example',
    shortLinkOf: (linkId: string) => `https://s.example/${linkId}`,
    readLink: () => Promise.resolve(answer),
    serviceTime: () => Promise.resolve(1000),
    shorten: async ({ link, expiresAt, ...options }: LinkToAdd) => {
      sent.push(`${link} ${expiresAt(1000)}`);
      return shorten(link, options);
    },
  };
  /** There is another connection besides the default one. */
  const connect = (id: string = connection.id) => {
    if (connected instanceof Error) return Promise.reject(connected);
    return Promise.resolve(connected && [connection.id, 'other'].includes(id) ? { ...connection, id } : null);
  };
  Object.assign(settings, { offered, connections: [testInfo({ features })] });
  return {
    links: createShortener({
      connection: connect,
      isAccountLost: () => Promise.resolve(isAccountLost),
      rateLimit,
      journals,
      now,
      ...(parts.onCreated && { onCreated: parts.onCreated }),
    }),
    journals,
    rateLimit,
    sent,
    session,
  };
};

const requestFor = (change: Partial<ShortenRequest> = {}): ShortenRequest => ({
  id: crypto.randomUUID(),
  link: 'https://example.com/x',
  title: 'Title',
  validity: { kind: 'duration', seconds: 3600 },
  private: false,
  ...change,
});

describe('a policy about validities', () => {
  const until = (expiresAt: number) => ({ kind: 'until' as const, expiresAt });
  const forSeconds = (seconds: number) => ({ kind: 'duration' as const, seconds });
  it.each<[string, ShortenRequest['validity'], offered: readonly Choice[], isAllowed: boolean]>([
    ['a day', forSeconds(86_400), ['day'], true],
    ['a year', forSeconds(31_536_000), ['day', 'custom'], false],
    ['a time of its own', forSeconds(86_401), ['day', 'never', 'custom'], false],
    ['no expiry', { kind: 'never' }, ['day', 'custom'], false],
    ['no expiry as a time', until(noExpiry), ['day', 'custom'], false],
    ['an expiry', until(2_000_000_000), ['day'], false],
    ['an expiry that may be chosen', until(2_000_000_000), ['day', 'custom'], true],
    ['anything without a policy', forSeconds(7), choices, true],
  ])('is enforced by the background: %s', async (_, validity, offered, isAllowed) => {
    const { links, sent } = startWorker({ offered });
    const request = requestFor({ validity });
    const { state, failure } = await links.shorten(request);
    expect([state, sent.length]).toEqual(isAllowed ? ['created', 1] : ['refused', 0]);
    if (isAllowed) return;
    expect(failure).toEqual({ reason: 'validity-not-allowed', hadEffect: 'no' });
    expect(await inHistory()).toEqual([]);
  });
});

describe('every attempt is in the history', () => {
  it('as "sending" before the service is called, and as it ended after', async () => {
    const request = requestFor();
    const expected = {
      id: request.id,
      link: request.link,
      title: 'Title',
      validity: request.validity,
      account: 'account',
      createdAt: 1_700_000_000_000,
      shown: false,
    };
    const during: unknown[] = [];
    const { links, sent } = startWorker({
      now: () => 1_700_000_000_000,
      shorten: async () => {
        during.push(...(await inHistory()));
        return created(4600);
      },
    });
    const attempt = await links.shorten(request);
    expect(sent).toEqual(['https://example.com/x 4600']);
    expect(during).toEqual([{ ...expected, state: 'sending' }]);
    const settled = { ...expected, state: 'created', shortLink: 'https://s.example/aB3', expiresAt: 4600 };
    expect([attempt, ...(await inHistory())]).toEqual([settled, settled]);
    expect(await links.unacknowledged(false)).toEqual(settled);
  });

  it.each<[Failure['hadEffect'], Attempt['state']]>([
    ['no', 'failed'],
    ['maybe', 'unknown'],
  ])('with its failure, if it had an effect: %s', async (hadEffect, state) => {
    const failure: Failure = { reason: 'internal-server-error', hadEffect, code: 500 };
    const { links } = startWorker({ shorten: () => ({ ok: false, failure }) });
    const request = requestFor();
    expect(await links.shorten(request)).toMatchObject({ id: request.id, state, failure });
    expect(await inHistory()).toEqual([expect.objectContaining({ state, failure })]);
  });

  it.each([
    ['history-unwritable', new Error('disk full')],
    ['history-newer', new DOMException('', 'VersionError')],
  ])('or nothing is sent: %s', async (reason, error) => {
    const { links, sent } = startWorker({ regular: { begin: () => Promise.reject(error) } });
    expect(await links.shorten(requestFor())).toMatchObject({
      state: 'refused',
      failure: { reason, hadEffect: 'no' },
    });
    expect(sent).toEqual([]);
  });

  interface Refused {
    change?: Partial<ShortenRequest>;
    connected?: boolean | Error;
    isAccountLost?: boolean;
    features?: Feature[];
    reason: Failure['reason'];
  }
  it.each<Refused>([
    { change: { link: 'javascript:alert(1)' }, reason: 'not-web' },
    { change: { link: 'https://me:secret@example.com/' }, reason: 'password' },
    { connected: false, reason: 'not-connected' },
    { connected: false, isAccountLost: true, reason: 'account-lost' },
    { change: { connection: 'removed' }, reason: 'connection-removed' },
    { change: { connection: 'removed' }, connected: false, reason: 'not-connected' },
    { connected: new Error('disk'), reason: 'account-unreadable' },
    { connected: new DOMException('', 'VersionError'), reason: 'account-newer' },
    { change: { limit: 1 }, features: ['ending', 'manage'], reason: 'not-offered' },
    { change: { ending: 'Bergen' }, features: ['limit'], reason: 'not-offered' },
    { change: { limit: 1, ending: 'Bergen' }, features: ['limit'], reason: 'not-offered' },
  ])(
    'but what is refused before it is sent: $reason',
    async ({ change, connected = true, isAccountLost, features = [], reason }) => {
      const { links, sent } = startWorker({ connected, isAccountLost, features });
      const outcome = await links.shorten(requestFor(change));
      expect(outcome).toMatchObject({ state: 'refused', failure: { reason, hadEffect: 'no' } });
      expect([sent, await inHistory()]).toEqual([[], []]);
    },
  );
});

describe('a disk that fails for a moment', () => {
  it('costs no outcome', async () => {
    const real = openJournal();
    let refusals = 2;
    const settle: Journal['settle'] = (id, settled) =>
      refusals-- > 0 ? Promise.reject(new Error('disk')) : real.settle(id, settled);
    const { links } = startWorker({ regular: { settle } });
    await withFastTimers(() => links.shorten(requestFor()));
    expect(await inHistory()).toMatchObject([{ state: 'created', shortLink: 'https://s.example/aB3' }]);
  });

  it('that fails forever costs no link either, but leaves its attempt with an unknown outcome', async () => {
    const { links } = startWorker({ regular: { settle: () => Promise.reject(new Error('disk')) } });
    const request = requestFor();
    expect(await withFastTimers(() => links.shorten(request))).toMatchObject({ state: 'created' });
    expect(await links.unacknowledged(false)).toMatchObject({ id: request.id, state: 'unknown' });
  });
});

describe('several connections', () => {
  it('create a link each, and each reuses its own', async () => {
    const { links, sent, journals } = startWorker();
    const ids: string[] = [];
    for (const connection of [undefined, 'other', 'account', 'other'])
      ids.push((await links.shorten(requestFor({ connection }))).id);
    expect(sent).toHaveLength(2);
    expect([ids[0] === ids[1], ids.slice(2)]).toEqual([false, ids.slice(0, 2)]);
    const attempts = await Promise.all(ids.slice(0, 2).map((id) => journals.regular.find(id)));
    expect(attempts.map((each) => each?.account)).toEqual(['account', 'other']);
  });

  it('create a link each for the same click at the same time', async () => {
    const { links, sent } = startWorker();
    await Promise.all([links.shorten(requestFor()), links.shorten(requestFor({ connection: 'other' }))]);
    expect(sent).toHaveLength(2);
  });
});

describe('a limit and an ending', () => {
  const options = { limit: 1, ending: 'Bergen' };
  const features: Feature[] = ['limit', 'ending'];

  it('are sent and written to the history, and an existing link is not reused', async () => {
    const received: AddOptions[] = [];
    const { links } = startWorker({
      features,
      shorten(_link, sent) {
        received.push(sent);
        return created(noExpiry);
      },
    });
    await links.shorten(requestFor());
    await links.shorten(requestFor({ limit: 1 }));
    await links.shorten(requestFor(options));
    expect(received).toEqual([{}, { limit: 1 }, options]);
    expect(await inHistory()).toEqual(expect.arrayContaining([expect.objectContaining(options)]));
  });

  it('say of an ending that is taken whether an earlier attempt may have taken it', async () => {
    const taken: Failure = { reason: 'ending-taken', hadEffect: 'no' };
    const answers: Failure[] = [{ reason: 'timeout', hadEffect: 'maybe' }, taken, taken];
    const { links, journals } = startWorker({
      features,
      shorten: () => ({ ok: false, failure: answers.shift() ?? taken }),
    });
    await links.shorten(requestFor({ ending: 'Bergen' }));
    const again = requestFor({ ending: 'bergen' });
    expect(await links.shorten(again)).toMatchObject({ failure: { ...taken, hadEffect: 'maybe' } });
    expect(await journals.regular.find(again.id)).toMatchObject({ state: 'failed', failure: taken });
    expect(await links.shorten(requestFor({ ending: 'oslo' }))).toMatchObject({ failure: taken });
  });
});

describe('an ending that is taken by an earlier attempt without an answer', () => {
  const link = 'https://example.com/x';
  const taken: Failure = { reason: 'ending-taken', hadEffect: 'no' };
  const served: ServiceLink = { linkId: 'Bergen', link, expiresAt: 5000, createdAt: 1000 };

  interface Case {
    tried?: Partial<Attempt>;
    found?: Partial<ServiceLink>;
    request?: Partial<ShortenRequest>;
  }

  const retry = async ({ tried, found, request }: Case) => {
    const { links, journals } = startWorker({
      features: ['ending', 'limit'],
      answer: { ok: true, link: { ...served, ...found } },
      shorten: () => ({ ok: false, failure: taken }),
    });
    const noLink = { shortLink: undefined, expiresAt: undefined };
    const first = testAttempt({ state: 'unknown', ending: 'Bergen', ...noLink, ...tried });
    await journals.regular.begin(first);
    const second = requestFor({ ending: 'bergen', ...request });
    const outcome = await links.shorten(second);
    return {
      outcome,
      first: await journals.regular.find(first.id),
      second: await journals.regular.find(second.id),
    };
  };

  it.each<[string, Case]>([
    ['', { found: { link: 'https://EXAMPLE.com/x' } }],
    [', with its limit', { tried: { limit: 5 }, found: { limit: 5 }, request: { limit: 5 } }],
    [', also for a longer time', { tried: { validity: { kind: 'never' } }, found: { expiresAt: noExpiry } }],
  ])('gives its link, which the service has%s', async (_, each) => {
    const { outcome, first, second } = await retry(each);
    const { expiresAt } = { ...served, ...each.found };
    const created = { shortLink: 'https://s.example/Bergen', expiresAt };
    expect(outcome).toEqual({ ...first, isReused: true });
    expect(first).toMatchObject({ state: 'created', failure: undefined, ...created });
    expect(second).toBeNull();
  });

  it.each<[string, Case]>([
    ['leads elsewhere', { found: { link: 'https://example.com/y' } }],
    ['has ended', { found: { expiresAt: 1000 } }],
    ['has a limit that was not requested', { found: { limit: 1 } }],
    ['has another limit', { tried: { limit: 5 }, found: { limit: 5 }, request: { limit: 1 } }],
    ['was requested by another account', { tried: { account: 'other' } }],
    ['was requested for a shorter time', { request: { validity: { kind: 'duration', seconds: 86_400 } } }],
  ])('gives none that %s', async (_, each) => {
    const { outcome, first, second } = await retry(each);
    expect(outcome).toMatchObject({ failure: { reason: 'ending-taken', hadEffect: 'maybe' } });
    expect([first?.state, second?.state]).toEqual(['unknown', 'failed']);
  });

  it('is none where no ending was requested', async () => {
    const { outcome } = await retry({ tried: { ending: undefined }, request: { ending: undefined } });
    expect(outcome).toMatchObject({ failure: taken });
  });
});

describe('one request, one link', () => {
  it('however often it is requested while the first is pending', async () => {
    const { links, sent } = startWorker({ shorten: () => pause(5).then(() => created(1)) });
    const first = requestFor();
    const pending = [links.shorten(first), links.shorten(requestFor()), links.shorten(first)];
    const outcomes = await Promise.all(pending);
    expect(new Set(outcomes.map(({ id }) => id))).toEqual(new Set([first.id]));
    expect(sent).toHaveLength(1);
    await links.shorten(requestFor());
    expect(sent).toHaveLength(2);
  });

  it('and another request is another link', async () => {
    const { links, sent } = startWorker({ features: ['limit', 'ending'] });
    const others: Partial<ShortenRequest>[] = [
      {},
      { link: 'https://example.com/y' },
      { validity: { kind: 'never' } },
      { validity: { kind: 'until', expiresAt: 9_000_000_000 } },
      { private: true },
      { limit: 1 },
      { limit: 5 },
      { ending: 'bergen' },
    ];
    await Promise.all(others.map((other) => links.shorten(requestFor(other))));
    expect(sent).toHaveLength(others.length);
  });

  it('can be awaited while it is pending', async () => {
    const { links } = startWorker({ shorten: () => pause(5).then(() => created(1)) });
    const request = requestFor();
    const outcome = links.shorten(request);
    expect(await links.pendingAttempt(crypto.randomUUID())).toBeNull();
    expect(await links.pendingAttempt(request.id)).toEqual(await outcome);
    expect(await links.pendingAttempt(request.id)).toBeNull();
  });
});

describe('when the worker starts', () => {
  it('pending attempts become unknown', async () => {
    const session = createSession();
    const killed = startWorker({ session, shorten: () => never });
    void killed.links.shorten(requestFor());
    void killed.links.shorten(requestFor({ link: 'https://example.com/y' }));
    void killed.links.shorten(requestFor({ private: true }));
    await expect.poll(() => killed.sent).toHaveLength(3);

    const { links } = startWorker({ session });
    const unknown = { state: 'unknown', failure: { reason: 'interrupted', hadEffect: 'maybe' } };
    expect(await links.unacknowledged(false)).toMatchObject(unknown);
    expect(await links.unacknowledged(true)).toMatchObject(unknown);
    expect(await inHistory()).toEqual([expect.objectContaining(unknown), expect.objectContaining(unknown)]);
  });

  it.each([false, true])('a new request is not mistaken for an old one (private: %s)', async (isPrivate) => {
    const session = createSession();
    const slowly = openJournal();
    const states: (string | undefined)[] = [];
    const { links, journals } = startWorker({
      session,
      regular: { markPendingAsUnknown: () => pause(20).then(slowly.markPendingAsUnknown) },
      shorten: async () => {
        await pause(30);
        const journal = isPrivate ? journals.private : journals.regular;
        states.push((await journal.newestUnacknowledged())?.state);
        return created(1);
      },
    });
    await links.shorten(requestFor({ private: isPrivate }));
    states.push((await links.unacknowledged(isPrivate))?.state);
    expect(states).toEqual(['sending', 'created']);
  });

  it('a history that cannot be opened stops what would not be journaled, and nothing else', async () => {
    const broken = () => Promise.reject(new Error('disk'));
    const regular = { markPendingAsUnknown: broken, begin: broken, hasShortLink: broken };
    const { links, sent } = startWorker({ regular });
    expect(await links.shorten(requestFor())).toMatchObject({ failure: { reason: 'history-unwritable' } });
    expect(await links.shorten(requestFor({ private: true }))).toMatchObject({ state: 'created' });
    expect(sent).toHaveLength(1);
  });
});

describe('a history that a page of an older version keeps open', () => {
  const keepOpen = () =>
    openDB('waylark-history', 1, {
      upgrade: (db) => void db.createObjectStore('attempts', { keyPath: 'id' }),
    });

  it('is known within seconds and before anything is sent, and works when that page is closed', async () => {
    const page = await keepOpen();
    const { links, sent, outcomes, waited } = await withFastTimers(async () => {
      const began = performance.now();
      const { links, sent } = startWorker();
      const [first] = await Promise.all([
        links.shorten(requestFor()),
        links.newest(5, false).catch(() => null),
      ]);
      const second = await links.shorten(requestFor({ another: true }));
      return { links, sent, outcomes: [first, second], waited: performance.now() - began };
    });
    const failure = { reason: 'history-blocked', hadEffect: 'no' };
    expect(outcomes).toMatchObject([{ failure }, { failure }]);
    expect(sent).toEqual([]);
    expect(waited).toBeLessThan(5_000);
    page.close();
    await expect.poll(() => links.shorten(requestFor())).toMatchObject({ state: 'created' });
  });
});

it('a rate limit of the service is stored for its account', async () => {
  const failure: Failure = { reason: 'too-many-requests', hadEffect: 'no', retryAfter: 30 };
  const { links, rateLimit } = startWorker({ now: () => 1000, shorten: () => ({ ok: false, failure }) });
  await links.shorten(requestFor());
  expect(await rateLimit.find('account')).toEqual(failure);
});

it('onCreated is called once for each new link of an ordinary window, and for nothing else', async () => {
  const onCreated = vi.fn<() => void>();
  const { links } = startWorker({ onCreated });
  await links.shorten(requestFor());
  expect(onCreated).toHaveBeenCalledOnce();
  // The same link again is reused.
  await links.shorten(requestFor());
  await links.shorten(requestFor({ private: true, link: 'https://example.com/y' }));
  const failing = startWorker({
    onCreated,
    shorten: () => ({ ok: false, failure: { reason: 'timeout', hadEffect: 'maybe' } }),
  });
  await failing.links.shorten(requestFor({ link: 'https://example.com/z' }));
  expect(onCreated).toHaveBeenCalledOnce();
});

describe('private windows', () => {
  it('write nothing to disk, and are removed with the last of them', async () => {
    const { links, journals, session } = startWorker();
    const request = requestFor({ private: true });
    await links.shorten(request);
    expect(await inHistory()).toEqual([]);
    expect(await links.unacknowledged(false)).toBeNull();
    expect(await links.unacknowledged(true)).toMatchObject({ id: request.id, state: 'created' });
    await journals.private.clear();
    expect(session.value).toEqual([]);
    expect(await links.unacknowledged(true)).toBeNull();
  });

  it('have active links that no other window shows', async () => {
    const { links } = startWorker({ shorten: () => Promise.resolve(created(noExpiry)) });
    const { link, id } = requestFor({ id: 'private' });
    await links.shorten(requestFor({ id, private: true }));
    expect(await links.activeLinks(link, false)).toEqual([]);
    expect(await links.activeLinks(link, true)).toMatchObject([{ id }]);
  });

  it('store nothing of a link that is created after the last of them was closed', async () => {
    const answer = Promise.withResolvers<Shortened>();
    const { links, journals, session, sent } = startWorker({ shorten: () => answer.promise });
    const pending = links.shorten(requestFor({ private: true }));
    await expect.poll(() => sent).toHaveLength(1);
    await journals.private.clear();
    answer.resolve(created(noExpiry));
    expect(await pending).toMatchObject({ state: 'created' });
    expect([session.value, await inHistory()]).toEqual([[], []]);
  });

  it('lose nothing but a damaged entry', async () => {
    const { links, session } = startWorker();
    await links.shorten(requestFor({ private: true }));
    session.value?.push({ id: 'damaged', expiresAt: 1.5 });
    await links.shorten(requestFor({ private: true, link: 'https://example.com/y' }));
    expect(session.value).toMatchObject([{ state: 'created' }, { state: 'created' }]);
  });

  it('keep every one of many attempts at once', async () => {
    const { links, session } = startWorker();
    const all = Array.from({ length: 20 }, (_, at) => `https://example.com/${at}`);
    await Promise.all(all.map((link) => links.shorten(requestFor({ link, private: true }))));
    expect(session.value).toMatchObject(all.map((link) => ({ link, state: 'created' })));
  });
});

it.each([
  { createdIn: false, requestedIn: false },
  { createdIn: true, requestedIn: true },
  { createdIn: false, requestedIn: true },
])(
  'a short link of the history is not shortened (created in private: $createdIn, requested in private: $requestedIn)',
  async ({ createdIn, requestedIn }) => {
    const { links, sent } = startWorker();
    await links.shorten(requestFor({ private: createdIn }));
    const again = requestFor({ link: ' https://s.example/aB3 ', private: requestedIn });
    expect(await links.shorten(again)).toMatchObject({
      state: 'refused',
      id: again.id,
      failure: { reason: 'already-short', hadEffect: 'no' },
    });
    expect(sent).toHaveLength(1);
  },
);

describe('an unacknowledged outcome', () => {
  it.each([false, true])('is reported newest first, once, for a day (private: %s)', async (isPrivate) => {
    let now = 1_700_000_000_000;
    const { links } = startWorker({ now: () => now });
    const attempts: Attempt[] = [];
    for (const link of ['https://example.com/1', 'https://example.com/2']) {
      now += 1000;
      attempts.push(await links.shorten(requestFor({ link, private: isPrivate })));
    }
    const reported: (string | undefined)[] = [];
    for (const { id } of attempts.toReversed()) {
      reported.push((await links.unacknowledged(isPrivate))?.id);
      await links.acknowledge(id, isPrivate);
    }
    expect(reported).toEqual(attempts.map(({ id }) => id).toReversed());
    expect(await links.unacknowledged(isPrivate)).toBeNull();
  });

  it('is no longer reported after a day', async () => {
    let now = 1_700_000_000_000;
    const { links } = startWorker({ now: () => now });
    await links.shorten(requestFor());
    now += day - 1000;
    expect(await links.unacknowledged(false)).not.toBeNull();
    now += 2000;
    expect(await links.unacknowledged(false)).toBeNull();
  });
});

it('a damaged history does no harm: it is left as it is, and new attempts work', async () => {
  let now = 1_700_000_000_000;
  const before = startWorker({ now: () => now });
  await before.links.shorten(requestFor());
  const damaged = [
    { id: 'a', state: 'sending' },
    { id: 'b', createdAt: now + 2000, shown: false, state: 'created', shortLink: 12 },
    { id: 'c', createdAt: 'yesterday', validity: null, state: ['sending'] },
  ];
  const db = await history();
  for (const entry of damaged) await db.put('attempts', entry);
  db.close();

  now += 1000;
  const { links } = startWorker({ now: () => now });
  const request = requestFor({ link: 'https://example.com/undamaged' });
  expect(await links.shorten(request)).toMatchObject({ state: 'created' });
  expect(await links.unacknowledged(false)).toMatchObject({ id: request.id });
  await links.acknowledge('b', false);
  await links.acknowledge('no-such-id', false);
  const left = (await inHistory()) as { id: string }[];
  expect(left).toHaveLength(5);
  expect(left).toEqual(expect.arrayContaining(damaged.slice(1)));
});

describe('a note', () => {
  it('is stored with the link, and no request to the service holds it', async () => {
    const requests: unknown[] = [];
    const shorten = (link: string, options: AddOptions) => {
      requests.push([link, options]);
      return created(noExpiry);
    };
    const { links } = startWorker({ shorten });
    const { id } = await links.shorten(requestFor({ note: 'canary' }));
    expect(await inHistory()).toMatchObject([{ id, note: 'canary' }]);
    expect(await links.setNote(id, false, ' For\u202e\nMira ')).toBe(true);
    expect(await inHistory()).toMatchObject([{ id, note: 'For Mira' }]);
    expect(requests).toHaveLength(1);
    expect(JSON.stringify(requests)).not.toContain('canary');
  });

  it('that is too long is not stored, an empty one is removed, and none is stored on a link that does not exist', async () => {
    const { links } = startWorker();
    const { id } = await links.shorten(requestFor({ note: 'first' }));
    expect(await links.setNote(id, false, 'a'.repeat(501))).toBe(false);
    expect(await inHistory()).toMatchObject([{ note: 'first' }]);
    expect(await links.setNote(id, false, ' ')).toBe(true);
    expect((await links.findAttempt(id, false))?.note).toBeUndefined();
    expect(await links.setNote(crypto.randomUUID(), false, 'a')).toBe(false);
  });

  it('of a private window is stored in memory only', async () => {
    const { links, session } = startWorker();
    const { id } = await links.shorten(requestFor({ private: true }));
    expect(await links.setNote(id, true, 'For Mira')).toBe(true);
    expect(session.value).toMatchObject([{ id, note: 'For Mira' }]);
    expect(await inHistory()).toEqual([]);
  });
});
