import fc from 'fast-check';
import { beforeEach, describe, expect, inject, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { defaultAdvanced } from '../api/contract.ts';
import { batch, createStoredRun } from '../batch/batch.ts';
import { account } from '../connection/account.ts';
import { clockReading } from '../connection/clock.ts';
import { storedToken } from '../connection/tokens.ts';
import { storedDeliveries } from '../delivery/stored-deliveries.ts';
import { storedGrayscale } from '../grayscale/refresh.ts';
import { isGrayscale, readGrayscale } from '../grayscale/grayscale.ts';
import { testAttempt, testFailure as failure } from '../history/test-helpers/attempt.ts';
import { attempt } from '../history/types.ts';
import { parse } from '../history/database.ts';
import { createPrivateJournal, privateAttempts } from '../history/journal.ts';
import { storedView } from '../history/stored-view.ts';
import { playback } from '../music/contract.ts';
import { defaultPlayback } from '../music/playback-options.ts';
import { cachedTrackList } from '../music/track-list.ts';
import { defaults, offeredValidity } from '../settings/schema.ts';
import { readSettings } from '../settings/settings.ts';
import { storedRateLimit } from '../shortening/rate-limit.ts';
import { localItem, sessionItem } from './storage.ts';
import type { LocalKey, SessionKey, storedValues } from './values.ts';
import { anyDamage, damaged } from './test-helpers/damaged.ts';

/** What the browser's storage answers. */
const stored = vi.hoisted((): { values: Record<string, unknown> } => ({ values: {} }));
vi.mock('../webextension/browser.ts', () => {
  const area = { get: () => Promise.resolve(stored.values) };
  return { browser: { storage: { local: area, session: area, managed: area } } };
});

const runs = { numRuns: inject('manyRuns') };
const id = '8c0d1a55-7a4b-4a55-9c1f-0d6f3f6f5a10';
const entry = testAttempt({ failure });
const request = { link: 'https://a.example/', title: '', validity: { kind: 'never' }, private: false };
const delivered = {
  link: '',
  removed: ['utm_a'],
  warning: 'secret',
  private: false,
  action: { kind: 'try-again', id },
  outcome: { ok: false, failure },
};

/** Every item of the browser's storage that is read through a schema: its schema and a valid value. */
const items: Record<
  Exclude<keyof typeof storedValues, 'settings' | 'popup-draft'>,
  [z.ZodMiniType, unknown]
> = {
  token: [storedToken, { token: 't', revision: id, until: 1 }],
  'clock-reading': [clockReading, { address: 'https://s.example/v3', offset: 1, readAt: 1 }],
  'private-attempts': [privateAttempts, [entry]],
  'track-list': [
    cachedTrackList,
    { address: '', at: 1, list: [{}], failure: { at: 1, problem: 'no-tracks', count: 1 } },
  ],
  deliveries: [
    storedDeliveries,
    [{ id, tabId: 1, request, removed: [], attempt: id, tries: 1, settledAt: 1, view: delivered }],
  ],
  'rate-limit': [storedRateLimit, { account: id, failure, until: 1 }],
  'history-view': [storedView, { query: 'a', filter: 'week', order: 'oldest', tab: 1 }],
  'sounding-tab': [z.object({ tabId: z.nullable(z.int()) }), { tabId: 1 }],
  'has-injected-detector': [z.literal(true), true],
  'private-sites-off': [z.array(z.string()), ['a.example']],
  'unsaved-sites-off': [z.array(z.string()), ['a.example']],
  'recent-attempts': [z.array(z.unknown()), [entry]],
  'history-loss': [z.object({ lostAt: z.nullable(z.number()) }), { lostAt: 1 }],
  playback: [playback, { ...defaultPlayback, audio: 'https://a.example/1.mp3' }],
  'reminded-until': [z.number(), 1],
  grayscale: [
    storedGrayscale,
    { data: { accurateSlot: null, daySlot: [{ begin: [1, 1], end: [1, 1] }] }, address: 'x', next: 1 },
  ],
};

/** JSON of any value; "" if there is none. */
const jsonOf = (value: unknown): string => {
  const json: unknown = JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'bigint' ? String(part) : part,
  );
  return typeof json === 'string' ? json : '';
};

beforeEach(() => {
  stored.values = {};
});

describe('a stored value', () => {
  it('is valid before it is damaged', async () => {
    for (const [key, [schema, valid]] of Object.entries(items)) {
      stored.values = { [key]: valid };
      expect([key, await localItem(key as LocalKey, schema).read()]).toEqual([key, valid]);
    }
    expect([attempt.safeParse(entry).success, parse(entry)]).toEqual([true, entry]);
  });

  it('of any kind is read as its schema says, or as none', async () => {
    const all = Object.entries(items);
    const values: Record<string, unknown> = {};
    stored.values = values;
    await fc.assert(
      fc.asyncProperty(anyDamage, async (damage) => {
        for (const [key, [schema, valid]] of all) {
          values[key] = damaged(valid, damage);
          const read = await sessionItem(key as SessionKey, schema).read();
          if (read !== null && !schema.safeParse(read).success) return false;
        }
        return true;
      }),
      runs,
    );
  });

  it('of any kind gives whole settings, each of them valid or its default', async () => {
    const values = { ...defaults, sitesOff: ['a.example'], connected: true };
    const rules = { allowedValidities: ['day'], defaultValidity: 'day', musicOff: true };
    const kinds = Object.entries(defaults).map(([name, value]) => [name, typeof value] as const);
    await fc.assert(
      fc.asyncProperty(anyDamage, anyDamage, async (damage, ofPolicy) => {
        const policy: unknown = damaged(rules, ofPolicy);
        stored.values = { ...(policy as object), settings: damaged(values, damage) };
        const read = await readSettings();
        const isWhole = kinds.every(([name, kind]) => typeof Reflect.get(read, name) === kind);
        const areTexts = read.sitesOff.every((site) => typeof site === 'string');
        return isWhole && areTexts && read.offered.includes(offeredValidity(read));
      }),
      runs,
    );
  });

  it('of any kind in the history, of a private window or of a batch is an entry, or none', async () => {
    const isAttempt = (value: unknown) => attempt.safeParse(value).success;
    const run = {
      validity: { kind: 'never' },
      items: [{ link: 'https://a.example/', title: '', state: { kind: 'waiting' } }],
    };
    const text = JSON.stringify({ which: 'tabs', batch: run });
    await fc.assert(
      fc.asyncProperty(anyDamage, async (damage) => {
        const value = damaged(entry, damage);
        const read = parse(value);
        if (read !== null && !isAttempt(read)) return false;
        const item = { read: () => Promise.resolve([value, entry]), write: () => Promise.resolve() };
        const newest = await createPrivateJournal(item).newest(5);
        if (newest.length === 0 || !newest.every(isAttempt)) return false;

        const broken = text.slice(0, damage.part) + String.fromCharCode(damage.part);
        const getItem = () => (damage.part % 2 ? broken : jsonOf(damaged(JSON.parse(text), damage)));
        const found = createStoredRun({ getItem, setItem: vi.fn(), removeItem: vi.fn() }, 'tabs').read();
        return found === null || batch.safeParse(found).success;
      }),
      runs,
    );
  });

  it('of any kind for the grayscale days or the account is no error', async () => {
    const days = {
      data: { accurateSlot: [{ begin: 1, end: 2 }], daySlot: [{ begin: [1, 1], end: [1, 1] }] },
    };
    const whole = {
      id,
      revision: id,
      address: 'https://s.example/v3',
      secretId: 'a',
      secretKey: 'b',
      template: null,
      advanced: defaultAdvanced,
    };
    await fc.assert(
      fc.asyncProperty(anyDamage, async (damage) => {
        stored.values = { grayscale: damaged(days, damage) };
        account.safeParse(damaged(whole, damage));
        return typeof isGrayscale(await readGrayscale(), new Date(0)) === 'boolean';
      }),
      runs,
    );
  });
});
