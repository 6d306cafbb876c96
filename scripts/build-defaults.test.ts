import { expect, it } from 'vitest';
import { mapOperations } from '../lib/api/contract.ts';
import { buildConstants } from './build-defaults.ts';

it('the defaults of a build are constants in the code, normalized, and empty if a variable is', () => {
  expect(
    buildConstants({
      PATH: '/bin',
      WXT_SERVICE_ADDRESS: ' S.example/v3.1/ ',
      WXT_ADD_PATH: ' /links/add ',
      WXT_CREDENTIAL_STYLE: 'basic',
      WXT_SHORT_LINK_ADDRESS: 's.example/{linkID}',
      WXT_DEFAULT_VALIDITY: 'week',
      WXT_MUSIC_PATH: ' ',
    }),
  ).toEqual({
    'import.meta.env.WXT_CONNECTION': JSON.stringify({
      address: 'https://s.example/v3.1',
      template: 'https://s.example/{linkID}',
      advanced: {
        paths: { ...mapOperations(() => ''), add: '/links/add' },
        credentials: 'basic',
      },
    }),
    'import.meta.env.WXT_DEFAULT_VALIDITY': '"week"',
  });
});

it.each([
  ['WXT_SERVICE_ADDRESS', 'http://public.example'],
  ['WXT_SERVICE_ADDRESS', 'https://a:b@s.example'],
  ['WXT_SERVICE_ADDRESS', 'not an address'],
  ['WXT_SHORT_LINK_ADDRESS', 'https://s.example/'],
  ['WXT_DEFAULT_VALIDITY', 'custom'],
  ['WXT_DEFAULT_VALIDITY', 'Week'],
  ['WXT_CREDENTIAL_STYLE', 'both'],
  ['WXT_TOKEN_PATH', 'no-slash'],
])('%s=%s fails the build with one sentence', (name, value) => {
  expect(() => buildConstants({ [name]: value })).toThrow(
    new RegExp(`^${name} must be [^.]*; it is "${value}".$`),
  );
});
