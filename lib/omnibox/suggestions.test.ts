import fc from 'fast-check';
import { expect, inject, it, vi } from 'vitest';
import { testAttempt } from '../history/test-helpers/attempt.ts';
import type { Attempt } from '../history/types.ts';
import { descriptionOf, findOwn, isAddress, suggestLinks } from './suggestions.ts';

vi.mock('../i18n/texts.ts', () => ({ text: (...parts: string[]) => parts.join(' '), language: () => 'en' }));

const now = 1_800_000_000_000;
const signal = new AbortController().signal;

const journalOf = (...parts: Attempt[][]) => {
  const read = vi.fn<(part: number) => void>();
  return {
    read,
    async *newestInParts() {
      for (const [at, part] of parts.entries()) {
        read(at);
        yield await Promise.resolve(part);
      }
    },
    findByShortLink: (shortLink: string) =>
      Promise.resolve(parts.flat().filter((each) => each.shortLink === shortLink)),
  };
};

const manyNamed = (title: string, count: number, from = 0): Attempt[] =>
  Array.from({ length: count }, (_, at) =>
    testAttempt({
      title: `${title} ${String(from + at)}`,
      shortLink: `https://s.example/${title}${String(from + at)}`,
    }),
  );

const contents = async (typed: string, journal: ReturnType<typeof journalOf>) =>
  (await suggestLinks(typed, { journal, signal, nowMs: now })).map(({ content }) => content);

it('every word of the title, the address or the short link is found, and only links that work', async () => {
  const journal = journalOf([
    testAttempt({ title: 'Möwen an der See', shortLink: 'https://s.example/a' }),
    testAttempt({ title: '', link: 'https://birds.example/gulls', shortLink: 'https://s.example/b' }),
    testAttempt({ title: 'Mowen, expired', shortLink: 'https://s.example/c', expiresAt: now / 1000 }),
    testAttempt({ title: 'Mowen, failed', state: 'failed', shortLink: undefined, expiresAt: undefined }),
    testAttempt({ title: 'Mowen again', shortLink: 'https://s.example/a' }),
  ]);
  expect(await contents('MOWEN', journal)).toEqual(['https://s.example/a']);
  expect(await contents('gulls birds.', journal)).toEqual(['https://s.example/b']);
  expect(await contents('s.example/b', journal)).toEqual(['https://s.example/b']);
  expect(await contents('mowen gulls', journal)).toEqual([]);
  expect(await contents(' ', journal)).toEqual([]);
  expect(await contents('x'.repeat(10_000), journal)).toEqual([]);
});

it('reads no further than it needs for six links, and not after something else was typed', async () => {
  const journal = journalOf(manyNamed('gull', 4), manyNamed('gull', 4, 4), manyNamed('gull', 4, 8));
  expect(await contents('gull', journal)).toHaveLength(6);
  expect(journal.read).toHaveBeenCalledTimes(2);
  const typing = new AbortController();
  typing.abort();
  expect(await suggestLinks('gull', { journal, signal: typing.signal, nowMs: now })).toEqual([]);
  expect(journal.read).toHaveBeenCalledTimes(3);
});

it('a line has the title, the short link and the time that is left; nothing in a title is markup', async () => {
  const title = '<b>A & "B"</b>\u202e\nover';
  const journal = journalOf([testAttempt({ title, expiresAt: now / 1000 + 86_400 * 6 })]);
  const [line] = await suggestLinks('over', { journal, signal, nowMs: now });
  expect(line?.description).toBe(
    '\u2068&lt;b&gt;A &amp; &quot;B&quot;&lt;/b&gt; over\u2069 · <url>s.example/aB3</url> · <dim>timeLeft 6 days</dim>',
  );
});

it.each<{ name: string; typed?: string; change?: Partial<Attempt>; isFound: boolean }>([
  { name: 'the short link', isFound: true },
  { name: 'the same without a scheme', typed: 's.example/aB3', isFound: true },
  { name: 'another one', typed: 'https://s.example/aB4', isFound: false },
  { name: 'words', typed: 'aB3', isFound: false },
  { name: 'one that was imported, which may be any address', change: { account: undefined }, isFound: false },
  { name: 'one that has expired', change: { expiresAt: now / 1000 }, isFound: false },
])('copies or does not copy what was entered: $name', async ({ typed, change, isFound }) => {
  const journal = journalOf([testAttempt(change)]);
  const found = await findOwn(typed ?? 'https://s.example/aB3', { journal, nowMs: now });
  expect(found !== null).toBe(isFound);
});

it.each([
  ['example.com', true],
  ['https://user:secret@example.com/', true],
  ['localhost:8080/a', true],
  ['gulls of the north', false],
  ['mail@example.com', false],
  ['chrome://settings', false],
  ['', false],
])('%s is an address that is shortened: %s', (typed, isOne) => {
  expect(isAddress(typed)).toBe(isOne);
});

const unescaped: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
/** What XML 1.0 allows in a text, without markup. */
const xmlText = /^(?:[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}])*$/u;

it('a description is one line of XML without markup that reads as the text did', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 90 }),
    fc.string({
      unit: fc.constantFrom('&', '<', '>', '"', "'", ';', 'amp', '\ud800', '\uffff', '\u0000', '\u202e', 'a'),
    }),
  );
  fc.assert(
    fc.property(anything, (content) => {
      const xml = descriptionOf(content, true);
      expect(xml).toMatch(xmlText);
      expect(xml.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, '')).not.toMatch(/[&<>\n\r]/);
      const plain = descriptionOf(content, false);
      const read = xml.replaceAll(/&([#\w]+);/g, (_, name: string) => unescaped[name] ?? '');
      expect(read).toBe(plain.replaceAll(/[\ufffe\uffff\p{Surrogate}]/gu, ' '));
      expect(plain.length).toBeLessThanOrEqual(61);
    }),
    { numRuns: inject('manyRuns') },
  );
});
