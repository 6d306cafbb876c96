import fc from 'fast-check';
import { expect, inject, it } from 'vitest';
import { csvAsLines, type PastedList, readList } from './pasted-list.ts';

const read = (text: string, { most = 5, isCurrent = true } = {}): Promise<PastedList> =>
  readList(text, {
    clean: (link) => ({ link: link.replace('?utm_id=1', ''), removed: [] }),
    most,
    isCurrent: () => isCurrent,
  });

const a = 'https://a.example/';

it.each<[string, string, [line: number, link: string, title?: string][], [line: number, reason: string][]]>([
  [
    'one address a line',
    `${a}1\n\n  ${a}2 \n${a}3`,
    [
      [1, `${a}1`],
      [3, `${a}2`],
      [4, `${a}3`],
    ],
    [],
  ],
  [
    'hosts without a scheme',
    'nodejs.org/en\nGo.Example:8080',
    [
      [1, 'https://nodejs.org/en'],
      [2, 'https://go.example:8080'],
    ],
    [],
  ],
  [
    'no address',
    'Minutes\n3.5\nchrome://settings\nfile:///etc\nMinutes of Monday',
    [],
    [1, 2, 3, 4, 5].map((line) => [line, 'not-web']),
  ],
  [
    'what is refused',
    `ines@heath.example\nhttps://ines:lark7@a.example/\n${a}${'x'.repeat(33_000)}`,
    [],
    [
      [1, 'email-address'],
      [2, 'password'],
      [3, 'too-long'],
    ],
  ],
  [
    'a sentence, and Markdown',
    `See ${a}1, and (${a}2).\n- [Two](${a}3)`,
    [
      [1, `${a}1`],
      [1, `${a}2`],
      [2, `${a}3`],
    ],
    [],
  ],
  [
    'tabs, as spreadsheets copy them',
    `One\t${a}1\n${a}2\tTwo\n\tnodejs.org\tNode.js\t3`,
    [
      [1, `${a}1`, 'One'],
      [2, `${a}2`, 'Two'],
      [3, 'https://nodejs.org'],
    ],
    [],
  ],
  [
    'a CSV text',
    `title,url,more\n"One, ""1""",${a}1,x\n"two\nlines",${a}2\n,,\nThree,notes`,
    [
      [2, `${a}1`, 'One, "1"'],
      [3, `${a}2`, 'two lines'],
    ],
    [[6, 'not-web']],
  ],
  [
    'semicolons, and a quotation mark that stays open',
    `Link;标题\n${a}1;"一\n${a}2;二`,
    [
      [2, `${a}1`, '"一'],
      [3, `${a}2`, '二'],
    ],
    [],
  ],
  ['a formula', `=HYPERLINK("${a}1","One")\n=1+1`, [[1, `${a}1`]], [[2, 'not-web']]],
  [
    'too many links',
    [1, 2, 3, 4, 5, 6, 1].map((at) => `${a}${at}`).join('\n'),
    [1, 2, 3, 4, 5].map((at) => [at, `${a}${at}`]),
    [
      [6, 'over-limit'],
      [7, 'over-limit'],
    ],
  ],
])('reads %s', async (_, text, found, leftOut) => {
  const list = await read(text);
  expect(list.found.map(({ line, link, title }) => [line, link, title])).toEqual(
    found.map(([line, link, title = '']) => [line, link, title]),
  );
  expect(list.leftOut.map(({ line, reason }) => [line, reason])).toEqual(leftOut);
});

it('ends within a line of any length once nobody wants its result', async () => {
  const line = Array.from({ length: 30_000 }, (_, at) => `${a}${at}\tTitle ${at}`).join('\t');
  const { found } = await read(line, { most: 30_000, isCurrent: false });
  expect(found.length).toBeLessThan(30_000);
});

it('finds an address once, also if it differs in its tracking only', async () => {
  const { found, duplicates } = await read(`${a}\nHTTPS://A.example/\n${a}?utm_id=1\n${a}2`);
  expect([found.map(({ line }) => line), duplicates]).toEqual([
    [1, 4],
    [2, 3],
  ]);
});

it.each([
  [`One,${a}1\n"two\nlines",${a}2`, `One\t${a}1\ntwo lines\t${a}2`],
  [`name;hits;url\nOne;3;${a}1\n${a}2;4;${a}2`, `${a}1\tOne\n${a}2\t`],
])('changes a CSV text to lines with tabs: %j', (text, lines) => {
  expect(csvAsLines(text)).toBe(lines);
});

it('never throws, and each line of any list is found, a duplicate or left out, in its order', async () => {
  const line = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webUrl(),
    fc.emailAddress(),
    fc.constantFrom(a, 'nodejs.org', `One\t${a}`, `"${a}`, '"', '=1', '\0', '\t'),
  );
  const lines = fc.array(line.map((text) => text.replaceAll('\n', ' ')));
  await fc.assert(
    fc.asyncProperty(lines, async (all) => {
      const { found, duplicates, leftOut } = await read(all.join('\n'));
      const inOrder = (numbers: number[]) => numbers.toSorted((one, other) => one - other);
      const seen = [found.map(({ line }) => line), duplicates, leftOut.map(({ line }) => line)];
      for (const numbers of seen) expect(numbers).toEqual(inOrder(numbers));
      const expected = all.flatMap((text, at) => (text.trim() === '' ? [] : at + 1));
      expect([...new Set(inOrder(seen.flat()))]).toEqual(expected);
    }),
    { numRuns: inject('manyRuns') },
  );
});
