import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

/** Every module that a file loads before it runs, its packages included. */
function staticImports(file: string, found = new Set<string>()): Set<string> {
  for (const [, type, source = ''] of readFileSync(file, 'utf8').matchAll(
    /^import (type )?[^;]*?from '([^']+)';/gms,
  )) {
    if (type !== undefined) continue;
    const target = source.startsWith('.') ? join(dirname(file), source) : source;
    if (found.has(target)) continue;
    found.add(target);
    if (existsSync(target)) staticImports(target, found);
  }
  return found;
}

test('a service on this machine loads nothing that only a service for a team needs', () => {
  const loaded = staticImports(join(import.meta.dirname, 'main.ts'));
  expect(loaded).toContain('hono');
  expect(loaded).toContain(join(import.meta.dirname, 'store', 'open-store.ts'));
  for (const name of ['pg', 'dataloader', 'pino', 'prom-client', 'openid-client', 'preact-render-to-string'])
    expect(loaded).not.toContain(name);
});
