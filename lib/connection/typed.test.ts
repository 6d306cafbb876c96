import { describe, expect, it } from 'vitest';
import { type Advanced, usual } from '../api/contract.ts';
import { readTyped } from './typed.ts';

const form = { address: 'S.example', secretId: 'me', secretKey: null, template: '' };
const sent = { ...form, address: 'https://s.example/v3' };

describe('the form with the advanced fields', () => {
  it.each([undefined, usual, { ...usual, paths: { ...usual.paths, time: '  ' } }])(
    'is sent without them where nothing is set: %j',
    (advanced) =>
      expect(readTyped({ ...form, advanced })).toEqual({ ok: true, form: sent, origin: 'https://s.example' }),
  );

  it('is sent with them where a path, or how credentials are sent, is set', () => {
    const typed: Advanced = { ...usual, paths: { ...usual.paths, add: ' /v4/add ' } };
    expect(readTyped({ ...form, advanced: typed })).toMatchObject({
      form: { advanced: { paths: { ...usual.paths, add: '/v4/add' }, credentials: 'detect' } },
    });
    expect(readTyped({ ...form, advanced: { ...usual, credentials: 'basic' } })).toMatchObject({
      form: { advanced: { paths: usual.paths, credentials: 'basic' } },
    });
  });

  it('names the first wrong one of its other fields, and then of the paths', () => {
    const paths = { ...usual.paths, divisions: 'x', grey: '/a b' };
    const advanced = { ...usual, paths };
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
