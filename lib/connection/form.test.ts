import { connectionCode } from '../connection-code/contract.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Advanced, defaultAdvanced, mapOperations } from '../api/contract.ts';
import {
  advancedUnderPolicy,
  type ConnectionForm,
  pathProblem,
  readFormWithAdvanced,
  readForm,
  readPastedCode,
} from './form.ts';

const form: ConnectionForm = {
  address: 'https://s.example/v3',
  secretId: 'me',
  secretKey: 'k:ey',
  template: '',
};

describe('the typed form', () => {
  it('is trimmed', () => {
    const typed = {
      address: ' S.example ',
      secretId: ' me\n',
      secretKey: '\tk:ey ',
      template: ' s.ee/{linkID} ',
    };
    expect(readForm(typed)).toEqual({
      ok: true,
      request: {
        address: 'https://s.example/v3',
        origin: 'https://s.example',
        secretId: 'me',
        secretKey: 'k:ey',
        template: 'https://s.ee/{linkID}',
      },
    });
  });

  it('may omit the key, for the saved one, and the template, for the default one', () => {
    const read = readForm({ ...form, secretKey: null });
    expect(read).toMatchObject({ ok: true, request: { secretKey: null, template: null } });
    const withDefault = readForm({ ...form, template: ' https://S.example/{linkID} ' });
    expect(withDefault).toMatchObject({ ok: true, request: { template: null } });
  });

  it.each<[Partial<ConnectionForm>, string, string]>([
    [{ address: '' }, 'address', 'empty'],
    [{ address: 'http://s.example' }, 'address', 'public-http'],
    [{ secretId: '  ' }, 'secretId', 'empty'],
    [{ secretId: 'm:e' }, 'secretId', 'bad-characters'],
    [{ secretId: 'm e' }, 'secretId', 'has-space'],
    [{ secretId: 'mé' }, 'secretId', 'bad-characters'],
    [{ secretKey: '' }, 'secretKey', 'empty'],
    [{ secretKey: 'k ey' }, 'secretKey', 'has-space'],
    [{ secretKey: 'key\r\nX: y' }, 'secretKey', 'has-space'],
    [{ secretKey: 'kéy' }, 'secretKey', 'bad-characters'],
    [{ secretKey: 'key\u0000' }, 'secretKey', 'bad-characters'],
    [{ template: 'https://s.ee/' }, 'template', 'no-placeholder'],
  ])('%j is refused at its field', (change, field, problem) => {
    expect(readForm({ ...form, ...change })).toEqual({ ok: false, field, problem });
  });

  it('reports the first problem first', () => {
    const nothing = { address: '', secretId: '', secretKey: '', template: 'x' };
    expect(readForm(nothing)).toMatchObject({ field: 'address' });
  });
});

const typedForm = { address: 'S.example', secretId: 'me', secretKey: null, template: '' };
const sentForm = { ...typedForm, address: 'https://s.example/v3' };

describe('the form with the advanced fields', () => {
  it.each([
    undefined,
    defaultAdvanced,
    { ...defaultAdvanced, paths: { ...defaultAdvanced.paths, time: '  ' } },
  ])('is sent without them where nothing is set: %j', (advanced) =>
    expect(readFormWithAdvanced({ ...typedForm, advanced })).toEqual({
      ok: true,
      form: sentForm,
      origin: 'https://s.example',
    }),
  );

  it('is sent with them if a path, or how credentials are sent, is set', () => {
    const typed: Advanced = { ...defaultAdvanced, paths: { ...defaultAdvanced.paths, add: ' /v4/add ' } };
    expect(readFormWithAdvanced({ ...typedForm, advanced: typed })).toMatchObject({
      form: { advanced: { paths: { ...defaultAdvanced.paths, add: '/v4/add' }, credentials: 'detect' } },
    });
    expect(
      readFormWithAdvanced({ ...typedForm, advanced: { ...defaultAdvanced, credentials: 'basic' } }),
    ).toMatchObject({
      form: { advanced: { paths: defaultAdvanced.paths, credentials: 'basic' } },
    });
  });

  it('reports the first wrong field, and the paths after the other fields', () => {
    const paths = { ...defaultAdvanced.paths, music: '/a b', grayscale: 'x' };
    const advanced = { ...defaultAdvanced, paths };
    expect(readFormWithAdvanced({ ...typedForm, address: '', advanced })).toMatchObject({
      problem: { field: 'address' },
    });
    const first = { field: 'musicPath', problem: 'bad-characters' };
    expect(readFormWithAdvanced({ ...typedForm, advanced })).toEqual({ ok: false, problem: first });
    const second = { field: 'grayscalePath', problem: 'no-slash' };
    expect(
      readFormWithAdvanced({ ...typedForm, advanced: { ...advanced, paths: { ...paths, music: '' } } }),
    ).toEqual({
      ok: false,
      problem: second,
    });
  });
});

describe('the path of an operation', () => {
  it.each([
    '/time',
    '/openAPI/token',
    '/v4/time/',
    '/a-b_c~d.json',
    '/%E6%97%B6',
    '/a//b',
    `/${'x'.repeat(199)}`,
  ])('%s is accepted unchanged', (path) => expect(pathProblem(path)).toBeNull());

  it.each([
    ['time', 'no-slash'],
    ['?x', 'no-slash'],
    ['@evil.example/x', 'no-slash'],
    ['https://s.example/time', 'has-host'],
    ['//evil.example/time', 'has-host'],
    ['/../admin', 'bad-characters'],
    ['/a/..', 'bad-characters'],
    ['/a..b', 'bad-characters'],
    ['/./time', 'bad-characters'],
    ['/%2e%2E/admin', 'bad-characters'],
    ['/\\evil.example', 'bad-characters'],
    ['/time?x=1', 'bad-characters'],
    ['/time#x', 'bad-characters'],
    ['/my time', 'bad-characters'],
    ['/ti\tme', 'bad-characters'],
    ['/time\u0000', 'bad-characters'],
    ['/时间', 'bad-characters'],
    ['/waylark:1:WyJo', 'bad-characters'],
    [`/${'x'.repeat(200)}`, 'too-long'],
  ])('%j is refused: %s', (path, problem) => expect(pathProblem(path)).toBe(problem));

  it('stays below the service address, whatever is typed', () => {
    const address = 'https://s.example/v3';
    const pieces = fc.constantFrom('/', '.', '..', '%2e', '\\', '?', '#', '@', ':', 'a', ' ', '\n', '时');
    const typed = fc.oneof(
      fc.string(),
      fc.array(pieces).map((some) => `/${some.join('')}`),
    );
    fc.assert(
      fc.property(typed, (path) => {
        if (pathProblem(path) === null) expect(new URL(address + path).href).toBe(address + path);
      }),
    );
  });
});

const noLock = mapOperations(() => null);

describe('the advanced fields under a policy', () => {
  it('are undefined while neither sets anything', () => {
    expect(advancedUnderPolicy({ paths: noLock, credentials: null })).toBeUndefined();
  });

  it('have the organization’s value, else the person’s, in each field', () => {
    const own = {
      paths: { ...defaultAdvanced.paths, time: '/own', grayscale: '/own' },
      credentials: 'basic' as const,
    };
    expect(
      advancedUnderPolicy({ paths: { ...noLock, grayscale: '/theirs' }, credentials: null }, own),
    ).toEqual({
      paths: { ...defaultAdvanced.paths, time: '/own', grayscale: '/theirs' },
      credentials: 'basic',
    });
    expect(advancedUnderPolicy({ paths: noLock, credentials: 'headers' })).toEqual({
      ...defaultAdvanced,
      credentials: 'headers',
    });
  });
});

const parts = { address: 'https://s.example/v3', secretId: 'me', secretKey: 'k'.repeat(43) };
const code = connectionCode(parts);
const free = { isAddress: true, locked: { address: null, secretId: null } };

it.each([
  ['alone', code],
  ['with white space around it', `  ${code}\n`],
  ['broken into lines by a mail program', `${code.slice(0, 40)}\r\n${code.slice(40)}`],
  ['with the words that were printed before it', `connectionCode  ${code}`],
  ['with the lines that were printed after it', `${code}\n\nPress Ctrl+C to stop.`],
  ['behind an address in the field', `https://old.example/v3${code}`],
])('a code is read %s', (_, text) => {
  expect(readPastedCode(text, free)).toEqual({ kind: 'parts', parts });
});

it.each([
  ['of which the end is missing', code.slice(0, -20)],
  ['of which all but the beginning is missing', 'waylark:1:'],
  ['of which the beginning is missing', code.slice(3)],
  ['of which only the middle is there', code.slice(15, -4)],
  ['with other letters', `${code}!`],
])('a code %s is broken', (_, text) => {
  expect(readPastedCode(text, free)).toEqual({ kind: 'problem', problem: 'code-broken' });
});

it('a code of another version is named as such', () => {
  expect(readPastedCode(code.replace(':1:', ':2:'), free)).toEqual({
    kind: 'problem',
    problem: 'code-newer',
  });
});

it.each([
  ['the same service', { address: parts.address, secretId: null }, 'parts'],
  ['the same account', { address: parts.address, secretId: 'me' }, 'parts'],
  ['another service', { address: 'https://org.example/v3', secretId: null }, 'problem'],
  ['another account', { address: parts.address, secretId: 'other' }, 'problem'],
])('where an organization sets %s: %o', (_, locked, kind) => {
  expect(readPastedCode(code, { isAddress: false, locked })?.kind).toBe(kind);
});

it.each([
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

it('a key of another service may be long', () => {
  const inKey = { ...free, isAddress: false };
  expect(readPastedCode('0123456789abcdef'.repeat(4), inKey)).toBeNull();
  expect(readPastedCode('0123456789abcdef'.repeat(4), free)?.kind).toBe('problem');
  expect(readPastedCode(code, inKey)?.kind).toBe('parts');
});

it.each([
  ['digits', `waylark:${'1'.repeat(20_000_000)}`],
  ['letters', 'a'.repeat(20_000_000)],
  ['a code', `waylark:1:${'A'.repeat(20_000_000)}`],
])('a paste of 20 MB that looks like %s is read as none', (_, text) => {
  expect(readPastedCode(text, free)).toBeNull();
});
