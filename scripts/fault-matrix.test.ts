import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { describe, expect, it } from 'vitest';
import { matrixCases, otherRows } from '../tests/e2e/matrix/table.ts';
import { faultMatrix } from './fault-matrix.ts';

const root = join(import.meta.dirname, '..');
const document = join(root, 'docs/fault-matrix.md');

const references = otherRows.flatMap(({ id, chromium, firefox }) =>
  Object.entries({ chromium, firefox }).flatMap(([kind, held]) =>
    typeof held === 'string' ? [] : [{ id, kind, ...held }],
  ),
);

/** Whether a file has a test of that name that is not left out, and runs it in that browser. */
const isHeld = ({ file, test, kind }: (typeof references)[number]): boolean => {
  if (!existsSync(join(root, file))) return false;
  const source = readFileSync(join(root, file), 'utf8');
  const [before = '', after] = source.split(`'${test}'`);
  const isLeftOut = /\.(skip|todo)(\.each\([^]*?\))?\(\s*$/.test(before);
  const needsBrowser = file.startsWith('tests/');
  return after !== undefined && !isLeftOut && (!needsBrowser || source.includes(`'${kind}'`));
};

describe('the fault matrix', () => {
  it('is written down as the tests run it', async () => {
    const options = await resolveConfig(document);
    const text = await format(await faultMatrix(), { ...options, parser: 'markdown' });
    await expect(text).toMatchFileSnapshot(document);
  });

  it('has each case once', () => {
    const ids = [...matrixCases, ...otherRows].map(({ id }) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });

  it('names tests that exist and run in the browser that it says', () => {
    expect(references.filter((each) => !isHeld(each))).toEqual([]);
  });
});
