import { pathOf } from '../api/credentials.ts';
import { describe, expect, it } from 'vitest';
import { underPolicy } from './advanced.ts';
import { operationNames, storedAdvanced, usual } from '../api/contract.ts';

const noLock = { token: null, time: null, add: null, music: null, grey: null, divisions: null };

describe('the path of an operation', () => {
  const version3 = { token: '/openAPI/token', add: '/shortLink/add', music: '/music404', time: '/time' };
  const version31 = { ...version3, token: '/openapi/token', add: '/short_link/add' };
  it.each([
    ['https://s.example/v3', version3],
    ['https://s.example/', version3],
    ['https://s.example/api/v3', version3],
    ['https://s.example/v3.1', version31],
    ['https://s.example/api/v3.1', version31],
    ['https://s.example/v3.10', version3],
    ['https://v3.1/', version3],
  ])('below %s has the default of that version', (address, paths) => {
    expect(operationNames.map((name) => pathOf({ address }, name))).toEqual(
      operationNames.map(
        (name) => ({ ...version3, grey: '/greyFilter', divisions: '/divisions', ...paths })[name],
      ),
    );
  });

  it('is the one that was set, and only that of this operation', () => {
    const service = {
      address: 'https://s.example/v3.1',
      advanced: { ...usual, paths: { ...usual.paths, add: '/shortLink/add' } },
    };
    expect([pathOf(service, 'add'), pathOf(service, 'token')]).toEqual(['/shortLink/add', '/openapi/token']);
  });
});

describe('what version 0.1 stored', () => {
  const paths = { token: '/openAPI/token', time: '/time', grey: '/greyFilter', divisions: '/divisions' };
  it.each([
    [{ paths, credentials: 'both' }, usual],
    [
      { paths, credentials: 'headers' },
      { ...usual, credentials: 'headers' },
    ],
    [
      { paths: { ...paths, grey: '/x' }, credentials: 'basic' },
      { paths: { ...usual.paths, grey: '/x' }, credentials: 'basic' },
    ],
  ])('%j is read', (former, advanced) => expect(storedAdvanced.parse(former)).toEqual(advanced));

  it('differs from what is stored now, which is read as it is', () => {
    const now = { paths: { ...usual.paths, token: '/openAPI/token' }, credentials: 'basic-plain' };
    expect(storedAdvanced.parse(now)).toEqual(now);
  });

  it.each([
    {},
    { paths: {} },
    { paths, credentials: 'x' },
    { paths: { ...paths, time: 1 }, credentials: 'both' },
  ])('%j is refused', (wrong) => expect(storedAdvanced.safeParse(wrong).success).toBe(false));
});

describe('under a policy', () => {
  it('nothing is set while neither sets anything', () => {
    expect(underPolicy({ paths: noLock, credentials: null })).toBeUndefined();
  });

  it('each field is the organisation’s, else the person’s', () => {
    const own = { paths: { ...usual.paths, time: '/own', grey: '/own' }, credentials: 'basic' as const };
    expect(underPolicy({ paths: { ...noLock, grey: '/theirs' }, credentials: null }, own)).toEqual({
      paths: { ...usual.paths, time: '/own', grey: '/theirs' },
      credentials: 'basic',
    });
    expect(underPolicy({ paths: noLock, credentials: 'headers' })).toEqual({
      ...usual,
      credentials: 'headers',
    });
  });
});
