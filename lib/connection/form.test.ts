import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Advanced, defaultAdvanced, mapOperations } from '../api/contract.ts';
import { advancedUnderPolicy, type ConnectionForm, pathProblem, readCompleteForm, readForm } from './form.ts';

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
    [{ secretId: 'm e' }, 'secretId', 'bad-characters'],
    [{ secretId: 'mé' }, 'secretId', 'bad-characters'],
    [{ secretKey: '' }, 'secretKey', 'empty'],
    [{ secretKey: 'k ey' }, 'secretKey', 'bad-characters'],
    [{ secretKey: 'key\r\nX: y' }, 'secretKey', 'bad-characters'],
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
    expect(readCompleteForm({ ...typedForm, advanced })).toEqual({
      ok: true,
      form: sentForm,
      origin: 'https://s.example',
    }),
  );

  it('is sent with them if a path, or how credentials are sent, is set', () => {
    const typed: Advanced = { ...defaultAdvanced, paths: { ...defaultAdvanced.paths, add: ' /v4/add ' } };
    expect(readCompleteForm({ ...typedForm, advanced: typed })).toMatchObject({
      form: { advanced: { paths: { ...defaultAdvanced.paths, add: '/v4/add' }, credentials: 'detect' } },
    });
    expect(
      readCompleteForm({ ...typedForm, advanced: { ...defaultAdvanced, credentials: 'basic' } }),
    ).toMatchObject({
      form: { advanced: { paths: defaultAdvanced.paths, credentials: 'basic' } },
    });
  });

  it('reports the first wrong field, and the paths after the other fields', () => {
    const paths = { ...defaultAdvanced.paths, divisions: 'x', grayscale: '/a b' };
    const advanced = { ...defaultAdvanced, paths };
    expect(readCompleteForm({ ...typedForm, address: '', advanced })).toMatchObject({
      problem: { field: 'address' },
    });
    const first = { field: 'grayscalePath', problem: 'bad-characters' };
    expect(readCompleteForm({ ...typedForm, advanced })).toEqual({ ok: false, problem: first });
    const second = { field: 'divisionsPath', problem: 'no-slash' };
    expect(
      readCompleteForm({ ...typedForm, advanced: { ...advanced, paths: { ...paths, grayscale: '' } } }),
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

  it('have the organisation’s value, else the person’s, in each field', () => {
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
