import { describe, expect, it, vi } from 'vitest';
import type { Feature } from '../api/links/contract.ts';
import type { ServiceLink } from '../api/links/operations.ts';
import type { LinkAnswer } from '../connection/service.ts';
import type { CallResult, Failed, Failure } from '../failures/schema.ts';
import { createPrivateJournal, openJournal } from '../history/journal.ts';
import { testAttempt } from '../history/test-helpers/attempt.ts';
import type { Attempt } from '../history/types.ts';
import { testInfo } from '../settings/test-helpers/connection-info.ts';
import { memoryItem } from '../storage/test-helpers/memory-item.ts';
import { type Choice, choices } from '../validity/validity.ts';
import { createLinkChanger } from './link-changer.ts';
import type { RequestedChange } from './request.ts';

const settings = vi.hoisted(() => ({}));
vi.mock('../settings/settings.ts', () => ({ readSettingsOrDefaults: () => Promise.resolve(settings) }));

// The journal is fake-indexeddb, as in lib/shortening/shortening.test.ts; the calls on the real service: tests/service/manage.test.ts.

const seconds = 1_800_000_000;
const week = 7 * 86_400;

interface Setting {
  attempt?: Partial<Attempt>;
  features?: Feature[];
  offered?: readonly Choice[];
  answer?: () => LinkAnswer | Promise<LinkAnswer>;
  deleted?: () => CallResult | Promise<CallResult>;
  recover?: () => Promise<unknown>;
}

const setUp = async ({ features = ['manage', 'edit'], offered = choices, ...given }: Setting = {}) => {
  const journals = {
    regular: openJournal(),
    private: createPrivateJournal(memoryItem<unknown[]>(), memoryItem<string[]>()),
  };
  const attempt = testAttempt({
    expiresAt: seconds + 50,
    validity: { kind: 'duration', seconds: week },
    ...given.attempt,
  });
  await journals.regular.begin(attempt);
  Object.assign(settings, { connections: [testInfo({ features })], offered });
  const sent: unknown[] = [];
  const served: ServiceLink = {
    linkId: 'aB3',
    link: attempt.link,
    expiresAt: attempt.expiresAt ?? 0,
    createdAt: 1,
  };
  const changer = createLinkChanger({
    journals,
    recover: given.recover ?? (() => Promise.resolve()),
    now: () => 1000,
    connection: (id = 'account') =>
      Promise.resolve(
        id === 'account'
          ? {
              id: 'account',
              serviceTime: () => Promise.resolve(seconds),
              changeLink: async (shortLink, { link, expiresAt }) => {
                sent.push({ shortLink, link, expiresAt: expiresAt?.(seconds), stored: await find() });
                if (link !== undefined) served.link = link;
                if (expiresAt) served.expiresAt = expiresAt(seconds);
                return given.answer?.() ?? { ok: true, link: { ...served } };
              },
              deleteLink: (shortLink) => {
                sent.push({ shortLink });
                return Promise.resolve(given.deleted?.() ?? { ok: true });
              },
            }
          : null,
      ),
  });
  const find = () => journals.regular.find(attempt.id);
  const key = { id: attempt.id, private: false };
  const change = (requested: RequestedChange) => changer.change({ ...key, change: requested });
  return { changer, change, find, key, sent, attempt, journals };
};

const failed = (hadEffect: Failure['hadEffect']): Failed => ({
  ok: false,
  failure: { reason: 'timeout', hadEffect },
});

const leadTo = (link: string): RequestedChange => ({ kind: 'address', link });
const aDay: RequestedChange = { kind: 'extend', extension: { kind: 'by', unit: 'day' } };

describe('a change', () => {
  it('begins when those of an earlier worker are unknown: else it would become unknown, too', async () => {
    const recovered = Promise.withResolvers<null>();
    const { change, find, journals } = await setUp({ recover: () => recovered.promise });
    const changed = change(aDay);
    // Writes follow each other: what the change would have written is written by now.
    await journals.regular.begin(testAttempt());
    expect((await find())?.change).toBeUndefined();
    recovered.resolve(null);
    expect(await changed).toMatchObject({ ok: true });
  });

  it.each<[string, RequestedChange, Partial<Attempt>]>([
    ['extends', aDay, { expiresAt: seconds + 50 + 86_400 }],
    ['lets expire', { kind: 'expire' }, { expiresAt: seconds }],
    [
      'leads elsewhere',
      { kind: 'address', link: 'https://example.com/new' },
      { link: 'https://example.com/new' },
    ],
    ['deletes', { kind: 'delete' }, { expiresAt: seconds }],
  ])('%s, and is stored', async (_, requested, expected) => {
    const { change, find, sent } = await setUp();
    const done = { ...expected, change: { kind: requested.kind, state: 'done', at: 1000 } };
    expect(await change(requested)).toMatchObject({ ok: true, attempt: done });
    expect(await find()).toMatchObject(done);
    expect(sent).toHaveLength(1);
  });

  it('is written before it is sent, and unknown if the worker stops', async () => {
    const { change, find, sent, journals } = await setUp({
      answer: () => new Promise<never>(() => undefined),
    });
    void change(aDay);
    await expect.poll(() => sent).toMatchObject([{ stored: { change: { state: 'sending' } } }]);
    await journals.regular.markPendingAsUnknown();
    expect(await find()).toMatchObject({
      expiresAt: seconds + 50,
      change: { kind: 'extend', state: 'unknown' },
    });
  });

  it('that may have been made is stored as unknown', async () => {
    const { change, find } = await setUp({ answer: () => failed('maybe') });
    expect(await change(aDay)).toEqual(failed('maybe'));
    expect(await find()).toMatchObject({ change: { state: 'unknown', failure: { reason: 'timeout' } } });
  });

  it('that was not made leaves what was known before', async () => {
    const before = { kind: 'address', state: 'done', at: 5 } as const;
    const { change, find, attempt } = await setUp({
      attempt: { change: before },
      answer: () => failed('no'),
    });
    expect(await change(aDay)).toEqual(failed('no'));
    expect(await find()).toEqual(attempt);
  });

  it('of one link waits for the change before it', async () => {
    const { change, find } = await setUp();
    await Promise.all([change(aDay), change(aDay), change(aDay)]);
    expect(await find()).toMatchObject({ expiresAt: seconds + 50 + 3 * 86_400 });
  });

  it.each<[string, Setting & { change?: RequestedChange }, Failure['reason']]>([
    ['the service does not announce it', { features: [] }, 'not-offered'],
    [
      'the address cannot be changed',
      { features: ['manage'], change: leadTo('https://a.example') },
      'not-offered',
    ],
    ['the policy does not allow it', { offered: ['hour'] }, 'validity-not-allowed'],
    ['the address is none', { change: leadTo('mailto:x@example.com') }, 'email-address'],
    ['the address is a short link', { change: leadTo('https://s.example/aB3') }, 'already-short'],
    ['another account created it', { attempt: { account: 'other' } }, 'other-account'],
    ['it was imported', { attempt: { account: undefined } }, 'other-account'],
    ['there is no link', { attempt: { state: 'failed', shortLink: undefined } }, 'link-does-not-exist'],
  ])('is not sent if %s', async (_, { change: requested = aDay, ...setting }, reason) => {
    const { change, sent, find, attempt } = await setUp(setting);
    expect(await change(requested)).toEqual({ ok: false, failure: { reason, hadEffect: 'no' } });
    expect([sent, await find()]).toEqual([[], attempt]);
  });
});

it('no link of a private window leads to its own short link', async () => {
  const { changer, journals, attempt, sent } = await setUp();
  const own = { ...attempt, id: crypto.randomUUID(), shortLink: 'https://s.example/private' };
  await journals.private.begin(own);
  const request = { id: own.id, private: true, change: leadTo(own.shortLink) };
  expect(await changer.change(request)).toMatchObject({ failure: { reason: 'already-short' } });
  expect(sent).toEqual([]);
});

describe('undo', () => {
  it('deletes the link where the service can', async () => {
    const { changer, key, find } = await setUp();
    expect(await changer.undo(key)).toEqual({ ok: true, isDeleted: true });
    expect(await find()).toMatchObject({ expiresAt: seconds, change: { kind: 'delete', state: 'done' } });
  });

  it('removes it from the history where the service cannot', async () => {
    const { changer, key, find, sent } = await setUp({ features: [] });
    expect(await changer.undo(key)).toEqual({ ok: true, isDeleted: false });
    expect([await find(), sent]).toEqual([null, []]);
  });

  it('leaves it in the history if it may not be deleted', async () => {
    const { changer, key, find } = await setUp({ deleted: () => failed('maybe') });
    expect(await changer.undo(key)).toEqual(failed('maybe'));
    expect(await find()).toMatchObject({ change: { kind: 'delete', state: 'unknown' } });
  });
});
