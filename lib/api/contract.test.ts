import { describe, expect, it } from 'vitest';
import { addData, defaultAdvanced, operationNames, timeData } from './contract.ts';
import { storedAdvanced } from './stored-advanced.ts';
import { pathOf } from './credentials.ts';

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
        (name) => ({ ...version3, grayscale: '/greyFilter', divisions: '/divisions', ...paths })[name],
      ),
    );
  });

  it('is the one that was set, and only that of this operation', () => {
    const service = {
      address: 'https://s.example/v3.1',
      advanced: { ...defaultAdvanced, paths: { ...defaultAdvanced.paths, add: '/shortLink/add' } },
    };
    expect([pathOf(service, 'add'), pathOf(service, 'token')]).toEqual(['/shortLink/add', '/openapi/token']);
  });
});

it('the time is read whatever its other formats are', () => {
  const formats = [{}, { rfc822: null }, { rfc1123: 7, rfc3339nano: ['2026'] }];
  for (const more of formats)
    expect(timeData.safeParse({ timestamp: 1.5, ...more }).data?.timestamp).toBe(1.5);
  expect(timeData.safeParse({ timestamp: '1.5' }).success).toBe(false);
});

describe('the advanced fields of an earlier version', () => {
  const others = { token: '/t', time: '', add: '/a', music: '', divisions: '/d' };

  it('have the path of the grayscale operation under its former name', () => {
    for (const grey of ['', '/days'])
      expect(storedAdvanced.parse({ paths: { ...others, grey }, credentials: 'basic-plain' })).toEqual({
        paths: { ...others, grayscale: grey },
        credentials: 'basic-plain',
      });
  });

  it('are refused without that path', () => {
    expect(storedAdvanced.safeParse({ paths: others, credentials: 'basic-plain' }).success).toBe(false);
  });
});

describe('what version 0.1 stored', () => {
  const paths = { token: '/openAPI/token', time: '/time', grey: '/greyFilter', divisions: '/divisions' };
  it.each([
    [{ paths, credentials: 'both' }, defaultAdvanced],
    [
      { paths, credentials: 'headers' },
      { ...defaultAdvanced, credentials: 'headers' },
    ],
    [
      { paths: { ...paths, grey: '/x' }, credentials: 'basic' },
      { paths: { ...defaultAdvanced.paths, grayscale: '/x' }, credentials: 'basic' },
    ],
  ])('%j is read', (former, advanced) => expect(storedAdvanced.parse(former)).toEqual(advanced));

  it('differs from what is stored now, which is read as it is', () => {
    const now = { paths: { ...defaultAdvanced.paths, token: '/openAPI/token' }, credentials: 'basic-plain' };
    expect(storedAdvanced.parse(now)).toEqual(now);
  });

  it.each([
    {},
    { paths: {} },
    { paths, credentials: 'x' },
    { paths: { ...paths, time: 1 }, credentials: 'both' },
  ])('%j is refused', (wrong) => expect(storedAdvanced.safeParse(wrong).success).toBe(false));
});

describe('the address that v3.1 answers', () => {
  it.each([
    ['https://s.example/abc', true],
    ['https://s.example:8443/abc', true],
    // The pattern accepts both, and the browser opens neither.
    ['https://s.example:99999/abc', false],
    ['https://1.2.3.4.5/abc', false],
  ])('%s: %s', (link_id, isAccepted) => expect(addData.safeParse({ link_id }).success).toBe(isAccepted));
});
