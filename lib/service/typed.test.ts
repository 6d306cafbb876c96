import { describe, expect, it } from 'vitest';
import { usual } from './advanced.ts';
import type { Advanced } from './contract.ts';
import { readTyped } from './typed.ts';

const empty: Advanced = { ...usual, paths: { token: '', time: '', grey: '', divisions: '' } };
const form = { address: 'S.example', secretId: 'me', secretKey: null, template: '' };
const sent = { ...form, address: 'https://s.example/v3' };

describe('the form with what is advanced', () => {
  it.each([undefined, empty, usual, { ...usual, paths: { ...usual.paths, time: ' /time ' } }])(
    'is sent without it where it is as usual: %j',
    (advanced) =>
      expect(readTyped({ ...form, advanced })).toEqual({ ok: true, form: sent, origin: 'https://s.example' }),
  );

  it('is sent with whole paths where one of them, or how credentials are sent, is not', () => {
    const typed: Advanced = { ...empty, paths: { ...empty.paths, grey: ' /v4/grey ' } };
    const paths = { ...usual.paths, grey: '/v4/grey' };
    expect(readTyped({ ...form, advanced: typed })).toMatchObject({
      form: { advanced: { paths, credentials: 'both' } },
    });
    expect(readTyped({ ...form, advanced: { ...empty, credentials: 'basic' } })).toMatchObject({
      form: { advanced: { paths: usual.paths, credentials: 'basic' } },
    });
  });

  it('is told what is wrong with its other fields first, and then with each path', () => {
    const paths = { ...empty.paths, divisions: 'x', grey: '/a b' };
    const advanced = { ...empty, paths };
    expect(readTyped({ ...form, address: '', advanced })).toMatchObject({ problem: { field: 'address' } });
    const first = { field: 'greyPath', problem: 'bad-characters' };
    expect(readTyped({ ...form, advanced })).toEqual({ ok: false, problem: first });
    const second = { field: 'divisionsPath', problem: 'no-slash' };
    expect(readTyped({ ...form, advanced: { ...advanced, paths: { ...paths, grey: '' } } })).toEqual({
      ok: false,
      problem: second,
    });
  });
});
