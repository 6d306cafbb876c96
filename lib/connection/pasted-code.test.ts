import { expect, test } from 'vitest';
import { connectionCode } from '../connection-code/contract.ts';
import { readPastedCode } from './form.ts';

const parts = { address: 'https://s.example/v3', secretId: 'me', secretKey: 'k'.repeat(43) };
const code = connectionCode(parts);
const free = { isAddress: true, locked: { address: null, secretId: null } };

test.each([
  ['alone', code],
  ['with white space around it', `  ${code}\n`],
  ['broken into lines by a mail program', `${code.slice(0, 40)}\r\n${code.slice(40)}`],
  ['with the words that were printed before it', `connectionCode  ${code}`],
  ['with the lines that were printed after it', `${code}\n\nPress Ctrl+C to stop.`],
  ['behind an address in the field', `https://old.example/v3${code}`],
])('a code is read %s', (_, text) => {
  expect(readPastedCode(text, free)).toEqual({ kind: 'parts', parts });
});

test.each([
  ['of which the end is missing', code.slice(0, -20)],
  ['of which all but the beginning is missing', 'waylark:1:'],
  ['of which the beginning is missing', code.slice(3)],
  ['of which only the middle is there', code.slice(15, -4)],
  ['with other letters', `${code}!`],
])('a code %s is broken', (_, text) => {
  expect(readPastedCode(text, free)).toEqual({ kind: 'problem', problem: 'code-broken' });
});

test('a code of another version is named as such', () => {
  expect(readPastedCode(code.replace(':1:', ':2:'), free)).toEqual({
    kind: 'problem',
    problem: 'code-newer',
  });
});

test.each([
  ['the same service', { address: parts.address, secretId: null }, 'parts'],
  ['the same account', { address: parts.address, secretId: 'me' }, 'parts'],
  ['another service', { address: 'https://org.example/v3', secretId: null }, 'problem'],
  ['another account', { address: parts.address, secretId: 'other' }, 'problem'],
])('where an organisation sets %s: %o', (_, locked, kind) => {
  expect(readPastedCode(code, { isAddress: false, locked })?.kind).toBe(kind);
});

test.each([
  '',
  'waylark',
  'waylark:8404',
  'http://waylark:8404/v3',
  'https://s.example/v3',
  'aB3dE6gH9kLmNpQrStUv',
  parts.secretKey,
  `https://s.example/${'x'.repeat(90)}`,
  `${'a'.repeat(63)}.example`,
  'http://[2001:db8:1::1]/v3',
])('no code: %s', (text) => {
  expect(readPastedCode(text, free)).toBeNull();
});

test('a key of another service may be long', () => {
  const inKey = { ...free, isAddress: false };
  expect(readPastedCode('0123456789abcdef'.repeat(4), inKey)).toBeNull();
  expect(readPastedCode('0123456789abcdef'.repeat(4), free)?.kind).toBe('problem');
  expect(readPastedCode(code, inKey)?.kind).toBe('parts');
});

test.each([
  ['digits', `waylark:${'1'.repeat(20_000_000)}`],
  ['letters', 'a'.repeat(20_000_000)],
  ['a code', `waylark:1:${'A'.repeat(20_000_000)}`],
])('a paste of 20 MB that looks like %s is read as none', (_, text) => {
  expect(readPastedCode(text, free)).toBeNull();
});
