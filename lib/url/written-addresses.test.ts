import { expect, it } from 'vitest';
import { writtenAddresses } from './written-addresses.ts';

it.each([
  ['see https://a.example/x, or HTTPS://b.example/?q=1.', ['https://a.example/x', 'HTTPS://b.example/?q=1']],
  ['(https://a.example/x) <https://b.example/x_(y)>', ['https://a.example/x', 'https://b.example/x_(y)']],
  ['见https://a.example/书，还有（http://b.example）。', ['https://a.example/书', 'http://b.example']],
  [
    'https://a.example/x\u202Egnp.exe https://b.example/\u0000',
    ['https://a.example/x', 'https://b.example/'],
  ],
  [
    '(see https://a.example/x_(y)), **https://b.example/**',
    ['https://a.example/x_(y)', 'https://b.example/'],
  ],
  [
    '[https://a.example/x](https://b.example/y) `https://c.example/`',
    ['https://a.example/x', 'https://b.example/y', 'https://c.example/'],
  ],
  ['no example.com, ftp://a.example or javascript:alert(1)', []],
])('finds the addresses in %j', (text, addresses) => expect(writtenAddresses(text)).toEqual(addresses));

it.each([
  `https://a.example/${')'.repeat(100_000)}x`,
  `https://a.example/${'(),'.repeat(50_000)}`,
  'https://'.repeat(20_000),
  'x'.repeat(100_000),
  `http://${'x'.repeat(9_000_000)}`,
])('reads a long text in no time', (text) => {
  const start = process.cpuUsage();
  writtenAddresses(`${text} ${text}`);
  // Processor time, in microseconds: this process may wait for others.
  expect(process.cpuUsage(start).user).toBeLessThan(500_000);
});
