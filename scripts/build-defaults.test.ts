import { describe, expect, it } from 'vitest';
import { buildConstants, readBuildDefaults } from './build-defaults.ts';

describe('the defaults of a build', () => {
  it('are normalized, and empty without variables', () => {
    expect(readBuildDefaults({ PATH: '/bin', WXT_SERVICE_ADDRESS: ' ' })).toEqual({});
    expect(
      readBuildDefaults({
        WXT_SERVICE_ADDRESS: ' S.example/v3.1/ ',
        WXT_ADD_PATH: ' /links/add ',
        WXT_CREDENTIAL_STYLE: 'basic',
        WXT_SHORT_LINK_ADDRESS: 's.example/{linkID}',
        WXT_DEFAULT_VALIDITY: 'week',
      }),
    ).toEqual({
      WXT_SERVICE_ADDRESS: 'https://s.example/v3.1',
      WXT_ADD_PATH: '/links/add',
      WXT_CREDENTIAL_STYLE: 'basic',
      WXT_SHORT_LINK_ADDRESS: 'https://s.example/{linkID}',
      WXT_DEFAULT_VALIDITY: 'week',
    });
  });

  it.each([
    { WXT_SERVICE_ADDRESS: 'http://public.example' },
    { WXT_SERVICE_ADDRESS: 'https://a:b@s.example' },
    { WXT_SERVICE_ADDRESS: 'not an address' },
    { WXT_SHORT_LINK_ADDRESS: 'https://s.example/' },
    { WXT_DEFAULT_VALIDITY: 'custom' },
    { WXT_DEFAULT_VALIDITY: 'Week' },
    { WXT_CREDENTIAL_STYLE: 'both' },
    ...['TOKEN', 'ADD', 'TIME', 'MUSIC', 'GRAYSCALE', 'DIVISIONS'].map((name) => ({
      [`WXT_${name}_PATH`]: 'no-slash',
    })),
  ])('fail the build with one sentence: %o', (env) => {
    const [[name, value] = []] = Object.entries(env);
    expect(() => readBuildDefaults(env)).toThrow(
      new RegExp(`^${name ?? ''} must be [^.]*; it is "${value ?? ''}".$`),
    );
  });

  it('are constants in the code, empty if a variable is missing', () => {
    expect(buildConstants({ WXT_DEFAULT_VALIDITY: 'day' })).toMatchObject({
      'import.meta.env.WXT_SERVICE_ADDRESS': '""',
      'import.meta.env.WXT_SHORT_LINK_ADDRESS': '""',
      'import.meta.env.WXT_DEFAULT_VALIDITY': '"day"',
      'import.meta.env.WXT_ADD_PATH': '""',
    });
  });
});
