import { expect, it } from 'vitest';
import { reproducibleBill } from './bill.ts';

/** One package in two folders and one in a third, as npm 10 and npm 11 write them (measured with 10.8.2 and 11.19.1). */
const billOf = (npm: '10' | '11'): string => {
  const path = (value: string) => (npm === '10' ? [{ name: 'cdx:npm:package:path', value }] : []);
  const development = { name: 'cdx:npm:package:development', value: 'true' };
  const a = (folder: string) => ({ 'bom-ref': 'a@1.0.0', properties: [...path(folder), development] });
  const b = { 'bom-ref': 'b@2.0.0', properties: path('node_modules/b') };
  const of = (ref: string) => ({ ref, dependsOn: [] });
  return JSON.stringify({
    bomFormat: 'CycloneDX',
    serialNumber: `urn:uuid:${npm}`,
    metadata: {
      timestamp: `2026-11-22T20:30:${npm}Z`,
      tools: [{ vendor: 'npm', name: 'cli', version: npm }],
      component: { 'bom-ref': 'lark@1.0.0', name: `folder-${npm}`, properties: path('') },
    },
    components:
      npm === '10' ? [b, a('node_modules/a'), a('node_modules/b/node_modules/a')] : [a('node_modules/a'), b],
    dependencies:
      npm === '10' ? [of('b@2.0.0'), of('a@1.0.0'), of('a@1.0.0')] : [of('a@1.0.0'), of('b@2.0.0')],
  });
};

it('is the same whatever the version of npm, the folder and the moment are', () => {
  const bill = reproducibleBill(billOf('11'), 'lark');
  expect(reproducibleBill(billOf('10'), 'lark')).toBe(bill);
  expect(bill).not.toMatch(/serialNumber|timestamp|folder-|"version"/);
  expect(bill).toMatch(/"name": "lark"/);
});

it('names each package once, with what it says about it', () => {
  const { components } = JSON.parse(reproducibleBill(billOf('10'), 'lark')) as { components: unknown };
  expect(components).toEqual([
    { 'bom-ref': 'a@1.0.0', properties: [{ name: 'cdx:npm:package:development', value: 'true' }] },
    { 'bom-ref': 'b@2.0.0', properties: [] },
  ]);
});
