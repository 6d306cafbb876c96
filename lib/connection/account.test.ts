import { expect, it } from 'vitest';
import { account } from './account.ts';

it('reads an account that an earlier version stored with the former name of the grayscale path', () => {
  const stored = {
    id: 'id',
    revision: 'r',
    address: 'https://s.example/v3',
    secretId: 'me',
    secretKey: 'key',
    template: null,
  };
  const others = { token: '', time: '', add: '/add', music: '', divisions: '' };
  const former = { ...stored, advanced: { paths: { ...others, grey: '/days' }, credentials: 'basic' } };
  expect(account.parse(former)).toEqual({
    ...stored,
    advanced: { paths: { ...others, grayscale: '/days' }, credentials: 'basic' },
  });
});
