import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { matrixCases, otherRows } from '../tests/e2e/matrix/table.ts';
import type { Language } from './languages.mjs';
import { textsIn } from './browsers/texts.ts';
import { faultMatrix } from './fault-matrix.ts';

const root = join(import.meta.dirname, '..');
const document = join(root, 'docs/fault-matrix.md');

/** A document apart from the width of the columns of its tables. */
const withoutLayout = (text: string): string => text.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---');

const references = otherRows.flatMap(({ id, chromium, firefox }) =>
  Object.entries({ chromium, firefox }).flatMap(([kind, covered]) =>
    typeof covered === 'string' ? [] : [{ id, kind, ...covered }],
  ),
);

/** Whether a file has a test of that name that is not left out, and runs it in that browser. */
const isHeld = ({ file, test, kind }: (typeof references)[number]): boolean => {
  if (!existsSync(join(root, file))) return false;
  const source = readFileSync(join(root, file), 'utf8');
  const [before = '', after] = source.split(`'${test}'`);
  const isLeftOut = /\.(skip|todo)(\.each\([^]*?\))?\(\s*$/.test(before);
  const needsBrowser = /^tests\/(?!service\/)/.test(file);
  return after !== undefined && !isLeftOut && (!needsBrowser || source.includes(`'${kind}'`));
};

describe('the fault matrix', () => {
  it('is written down as the tests run it', async () => {
    const text = await faultMatrix();
    // The linter checks the layout: Prettier, which takes a second to load and to run, is needed only to write it again.
    if (withoutLayout(readFileSync(document, 'utf8')) === withoutLayout(text)) return;
    const { format, resolveConfig } = await import('prettier');
    const options = await resolveConfig(document);
    await expect(await format(text, { ...options, parser: 'markdown' })).toMatchFileSnapshot(document);
  });

  it('has each case once', () => {
    const ids = [...matrixCases, ...otherRows].map(({ id }) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });

  describe.each<[Language, { end: string; uncertain: string; letters: RegExp }]>([
    ['en', { end: '.', uncertain: 'Your link may have been created.', letters: /^[\u0020-\u024f‘’“”‹›…]+$/ }],
    ['zh_CN', { end: '。', uncertain: '短链接可能已经生成', letters: /\p{Script=Han}/u }],
  ])('says in %s', (language, { end, uncertain, letters }) => {
    const service = '‹service›';
    const said = matrixCases.flatMap(({ id, sentence, state }) =>
      sentence ? [{ id, sentence, state }] : [],
    );

    it.each(said)('of $id whether a link may have been created, and names the service', async (one) => {
      const [sentence, english] = [await textsIn(language), await textsIn('en')].map((text) =>
        text(one.sentence, service),
      );
      expect(sentence).toMatch(letters);
      expect(sentence?.endsWith(end)).toBe(true);
      expect(sentence?.includes(uncertain)).toBe(one.state === 'unknown');
      expect(sentence?.includes(service)).toBe(english?.includes(service));
    });
  });

  it('names tests that exist and run in the browser that it says', () => {
    expect(references.filter((each) => !isHeld(each))).toEqual([]);
  });
});
