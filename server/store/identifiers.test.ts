import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkEnding } from '../api/links.ts';
import { isOwnShortLink } from '../config/hosts.ts';
import { isRandom, randomLinkId } from './identifiers.ts';
import { host, start, testApp } from '../../tests/support/service/test-app.ts';

/** Identifiers that mean themselves in every case of their letters, and those that do not. */
const withoutCase = ['k7mx-2p9q-d4htz', 'Spring-Fair', 'two2', '_a-', 'abc', 'MARKET'];
const random = [randomLinkId(10, 'base62'), 'aB3dE6gH9k', 'aB3de6gH9k', 'a2bc-d3ef', 'A2BC-D3EF'];
const exact = [...random, 'Autumn', 'autumn'];

/** What no identifier has, as an address can have it. */
const junk = fc
  .array(
    fc.oneof(
      fc.constantFrom(...'/ . ) , % " \u200b \u00a0 \ufeff \u2028 ， 。 这里'.split(' ')),
      fc.string({ unit: 'grapheme', maxLength: 1 }).filter((character) => !/[\w+?#\\-]/.test(character)),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''))
  // A browser leaves two dots out together with what is before them.
  .filter((text) => !text.includes('..'));

const inAnyCase = (id: string) =>
  fc
    .array(fc.boolean(), { minLength: id.length, maxLength: id.length })
    .map((capitals) =>
      id.replaceAll(/./g, (c, at: number) => (capitals[at] ? c.toUpperCase() : c.toLowerCase())),
    );

const addressOf = (path: string) => new URL(`http://${host}/${path}`);

/** Returns where an address leads; undefined for nowhere. */
async function followed() {
  const { store, call } = await testApp();
  const links = [...withoutCase, ...exact].map((id) => ({
    ...{ id, link: `https://${id}.example/`, expiresAt: start + 60, createdAt: start, openedOn: null },
    ...{ maxOpens: null, opens: 0, isEnding: !isRandom(id) },
  }));
  const importId = await store.beginImport('links-imported', 'owner', 'links.csv');
  expect(await store.importLinks(links, { secretId: 'owner', importId })).toHaveLength(links.length);
  return async (url: URL) => {
    const response = await call(url.pathname + url.search);
    return response.headers.get('location')?.slice('https://'.length, -'.example/'.length);
  };
}
const parameters = { numRuns: 200 };

test('exact identifiers mean themselves, whatever stands behind them', async () => {
  const follow = await followed();
  expect(await follow(addressOf('AUTUMN'))).toBeUndefined();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...withoutCase, ...exact), junk, async (id, behind) => {
      expect(await follow(addressOf(id + behind))).toBe(id);
    }),
    parameters,
  );
});

test('readable identifiers and endings are found in every case', async () => {
  const follow = await followed();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...withoutCase).chain((id) => fc.tuple(fc.constant(id), inAnyCase(id), junk)),
      async ([id, spelled, behind]) => {
        expect(await follow(addressOf(spelled + behind))).toBe(id);
      },
    ),
    parameters,
  );
});

test('what redirects is no target of a short link', async () => {
  const follow = await followed();
  const anyPath = fc
    .array(fc.oneof(fc.constantFrom(...withoutCase, ...exact, '+', '?x', '#', '..', '//'), junk), {
      maxLength: 4,
    })
    .map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(anyPath, async (path) => {
      const url = addressOf(path);
      const leadsOn = (await follow(url)) !== undefined;
      expect(leadsOn && !isOwnShortLink(url, new Set([host]))).toBe(false);
    }),
    { numRuns: 500 },
  );
});

test.each([8, 10, 40])(
  'a readable identifier for %d letters is as hard to guess, and can be said',
  (length) => {
    const ids = Array.from({ length: 200 }, () => randomLinkId(length, 'readable'));
    expect(new Set(ids).size).toBe(200);
    for (const id of ids) {
      expect(id).toMatch(/^[2-9a-hjkmnp-z]{4,5}(?:-[2-9a-hjkmnp-z]{4,5})+$/);
      expect(id.length).toBeLessThanOrEqual(64);
      // Of 31 characters, a group has a letter and a digit.
      const bits = id.split('-').map(({ length: n }) => Math.log2(31 ** n - 23 ** n - 8 ** n));
      expect(bits.reduce((sum, each) => sum + each)).toBeGreaterThanOrEqual(Math.log2(62 ** length));
      for (const wished of [id, id.toUpperCase()]) expect(() => checkEnding(wished)).toThrow('ending taken');
    }
  },
);

test('an ending that people choose has not the form of random identifiers', () => {
  const chosen = 'summer-2026 k7mx bergen-in-june a2b-c3d market-day22 2026-2027 Summer2026';
  for (const wished of chosen.split(' ')) expect(checkEnding(wished)).toBe(wished);
});
