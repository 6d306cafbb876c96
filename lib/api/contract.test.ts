import { describe, expect, it } from 'vitest';
import { addData, defaultAdvanced, mapOperations, timeData } from './contract.ts';
import { pathOf } from './credentials.ts';

describe('the path of an operation', () => {
  const version3 = {
    token: '/openAPI/token',
    add: '/shortLink/add',
    music: '/music404',
    time: '/time',
    grayscale: '/greyFilter',
  };
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
    expect(mapOperations((name) => pathOf({ address }, name))).toMatchObject(paths);
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

it.each([
  ['https://s.example/abc', true],
  ['https://s.example:8443/abc', true],
  // The pattern accepts both, and the browser opens neither.
  ['https://s.example:99999/abc', false],
  ['https://1.2.3.4.5/abc', false],
  ['http://l.example/abc', false],
  ['javascript:alert(1)', false],
  ['https://user@l.example/abc', false],
  ['https://l.example/\u202eabc', false],
  ['../abc', false],
  ['https://l.example/'.padEnd(3000, 'x'), false],
])('the address that v3.1 answers %s: %s', (link_id, isAccepted) =>
  expect(addData.safeParse({ link_id }).success).toBe(isAccepted),
);
