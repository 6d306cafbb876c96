import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

const root = join(import.meta.dirname, '..');
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

const staticImport = /^(?:import|export) (?!type )[^;]*?from '([^']+)';/gms;
const typeImport = /^import type [^;]*? from '([^']+)';/gms;
const laterImport = /(?:\bimport|createRequire\(import\.meta\.url\))\('([^']+)'\)/g;

/** Every module that a file loads, its packages included: before it runs, or ever. */
function importsOf(file: string, patterns: readonly RegExp[], found = new Set<string>()): Set<string> {
  const sources = patterns.flatMap((pattern) => [...readFileSync(file, 'utf8').matchAll(pattern)]);
  for (const [, source = ''] of sources) {
    const target = source.startsWith('.') ? join(dirname(file), source) : source;
    if (found.has(target)) continue;
    found.add(target);
    if (existsSync(target)) importsOf(target, patterns, found);
  }
  return found;
}

test('a service on this machine loads nothing that only a service for a team needs', () => {
  const loaded = importsOf(join(import.meta.dirname, 'main.ts'), [staticImport]);
  expect(loaded).toContain('hono');
  expect(loaded).toContain(join(import.meta.dirname, 'store', 'open-store.ts'));
  for (const name of ['pg', 'dataloader', 'prom-client', 'openid-client']) expect(loaded).not.toContain(name);
});

test('the image holds every file and every package that the service and its commands load', () => {
  const copied = [...textOf('deploy/Dockerfile').matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(
    ([, names = '']) => names.split(' '),
  );
  const ignored = textOf('deploy/Dockerfile.dockerignore').split('\n');
  expect(copied).toContain('server');
  for (const name of copied) {
    const [folder = ''] = name.split('/');
    expect([existsSync(join(root, name)), ignored]).toEqual([true, expect.arrayContaining([`!${folder}`])]);
  }

  const { dependencies } = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(textOf('server/package.json')));
  const entries = ['main.ts', 'admin/main.ts'].map((name) => join(import.meta.dirname, name));
  const loaded = entries.flatMap((file) => [...importsOf(file, [staticImport, laterImport])]);
  for (const name of ['pg', 'lcn/data/pca.json', join(import.meta.dirname, 'admin', 'backup.ts')])
    expect(loaded).toContain(name);
  const isThere = (name: string) => {
    if (name.startsWith('node:')) return true;
    if (!name.startsWith(root)) return (/^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? '') in dependencies;
    const [folder = ''] = relative(root, name).split(sep);
    return copied.includes(folder) && !/\.test\.tsx?$/.test(name) && existsSync(name);
  };
  expect(loaded.filter((name) => !isThere(name))).toEqual([]);

  // What only tests need is in tests/support: the image would hold it.
  const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(import.meta.dirname, name));
  const used = entries.flatMap((file) => [...importsOf(file, [staticImport, laterImport, typeImport])]);
  expect(sources.filter((name) => !used.includes(name) && !entries.includes(name))).toEqual([]);
});
