import { expect, test } from 'vitest';
import { connectionCode, readConnectionCode } from './contract.ts';

const parts = {
  address: 'https://s.例え.jp/v3',
  secretId: 'aB3dE6gH9kLmNpQrStUv',
  secretKey: 'x'.repeat(43),
};

test('a code is one line without spaces and holds the three', () => {
  const code = connectionCode(parts);
  expect(code).toMatch(/^waylark:1:[\w-]+$/);
  expect(readConnectionCode(code)).toEqual(parts);
  expect(readConnectionCode(`  ${code}\n`)).toEqual(parts);
});

test('a part of a code is no code, however much of it is missing', () => {
  const code = connectionCode(parts);
  for (let length = 0; length < code.length; length += 1) {
    expect(readConnectionCode(code.slice(0, length))).toBeUndefined();
  }
});

const encoded = (value: unknown) => `waylark:1:${Buffer.from(JSON.stringify(value)).toString('base64url')}`;

test.each([
  ['another version', connectionCode(parts).replace(':1:', ':2:')],
  ['no list', encoded({ address: 'https://s.example/v3' })],
  ['a list of two', encoded(['https://s.example/v3', 'id'])],
  ['no address', encoded(['javascript:alert(1)', 'id', 'key'])],
  ['a key with a line break', encoded(['https://s.example/v3', 'id', 'key\r\nx: y'])],
  ['an empty key', encoded(['https://s.example/v3', 'id', ''])],
  [
    'more than a code can hold',
    `waylark:1:${btoa(`${' '.repeat(20_000)}["https://s.example/v3","id","key"]`)}`,
  ],
  ['bytes that are no text', 'waylark:1:_____w'],
  ['an address', 'https://s.example/v3'],
])('%s is refused', (_, code) => {
  expect(readConnectionCode(code)).toBeUndefined();
});
