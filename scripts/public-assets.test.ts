import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicAssets } from './public-assets.ts';

const root = join(import.meta.dirname, '..');

/** The packages that the sources of the extension import. */
function importedPackages(): string[] {
  const files = ['lib', 'components', 'entrypoints'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !file.includes('test'));
  const imports = sources.flatMap((file) => [
    ...readFileSync(join(root, file), 'utf8').matchAll(
      /^import (?!type )[^;']*'((?:@[^/']*\/)?[a-z][^/']*)|import\('((?:@[^/']*\/)?[a-z][^/']*)/gm,
    ),
  ]);
  return [...new Set(imports.map(([, name, later = '']) => name ?? later))];
}

it('has the licenses of what the extension imports and of the tracking list, and no others', () => {
  const { contents = '' } =
    publicAssets({ isChromium: true }).find(({ relativeDest }) => relativeDest === 'third-party.txt') ?? {};
  const named = [...contents.matchAll(/^([@/a-z-]+) \d+\.\d+\.\d+ \(/gm)].map(([, name]) => name);
  expect(named.toSorted()).toEqual([...importedPackages(), '@preact/signals-core', 'tidy-url'].toSorted());
});
