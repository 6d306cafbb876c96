import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readSiteAccess, revokeGranted, revokeUnusedAllSites } from './permissions.ts';

/** A browser that revokes all permissions but the patterns in `unrevocable`. */
const granted = vi.hoisted(() => ({ origins: new Set<string>(), permissions: new Set<string>() }));
const unrevocable = vi.hoisted(() => new Set<string>());
const required = vi.hoisted(() => ({ hosts: [] as string[] }));
interface Permissions {
  origins?: string[];
  permissions?: string[];
}
vi.mock('../webextension/browser.ts', () => ({
  browser: {
    runtime: { getManifest: () => ({ permissions: ['storage'], host_permissions: required.hosts }) },
    permissions: {
      contains: ({ origins = [] }: Permissions) =>
        Promise.resolve(origins.every((each) => granted.origins.has(each) || granted.origins.has('*://*/*'))),
      getAll: () =>
        Promise.resolve({
          origins: [...granted.origins],
          permissions: ['storage', ...granted.permissions],
        }),
      request: ({ origins = [] }: Permissions) => {
        for (const each of origins) granted.origins.add(each);
        return Promise.resolve(true);
      },
      // As in Chromium, where revoking all sites revokes every single origin as well; Firefox does not.
      remove: ({ origins = [], permissions = [] }: Permissions) => {
        const isWide = origins.includes('*://*/*') && !unrevocable.has('*://*/*');
        if (isWide && !import.meta.env.FIREFOX) granted.origins = new Set(required.hosts);
        for (const each of origins) if (!unrevocable.has(each)) granted.origins.delete(each);
        for (const each of permissions) granted.permissions.delete(each);
        return Promise.resolve(true);
      },
    },
  },
}));

const service = 'https://s.example';
const pattern = `${service}/*`;

beforeEach(() => {
  granted.origins = new Set([pattern, '*://*/*']);
  granted.permissions = new Set(['tabs']);
  unrevocable.clear();
  required.hosts = [];
});

describe('revoking a permission', () => {
  it('of all sites leaves the service reachable', async () => {
    expect(await revokeGranted({ kind: 'all-sites', id: '*://*/*' }, service)).toBe('revoked');
    expect([...granted.origins]).toEqual([pattern]);
  });

  it('of the service says whether all sites still cover it', async () => {
    expect(await revokeGranted({ kind: 'service', id: pattern }, service)).toBe('still-reached');
    granted.origins = new Set([pattern]);
    expect(await revokeGranted({ kind: 'service', id: pattern }, service)).toBe('revoked');
  });

  it('of another kind leaves the sites alone', async () => {
    expect(await revokeGranted({ kind: 'tabs', id: 'tabs' }, service)).toBe('revoked');
    expect(granted.origins.size).toBe(2);
  });

  it('that the browser does not revoke is reported', async () => {
    unrevocable.add(pattern);
    expect(await revokeGranted({ kind: 'service', id: pattern }, service)).toBe('not-revoked');
  });
});

describe('revoking all sites for a policy without music', () => {
  afterEach(() => void vi.unstubAllEnvs());

  it.each<[string, { service: string | null; hosts?: string[]; firefox?: true; own?: boolean }, string[]]>([
    ['without a service', { service: null }, []],
    ['not at the cost of the service in Chromium', { service }, [pattern, '*://*/*']],
    ['if the manifest names the service', { service, hosts: [pattern] }, [pattern]],
    ['in Firefox', { service, firefox: true }, [pattern]],
    [
      'not if nothing else reaches the service in Firefox',
      { service, firefox: true, own: false },
      ['*://*/*'],
    ],
  ])('%s', async (_, { service: origin, hosts = [], firefox, own = true }, left) => {
    if (firefox) vi.stubEnv('FIREFOX', '1');
    required.hosts = hosts;
    if (!own) granted.origins.delete(pattern);
    await revokeUnusedAllSites(origin);
    expect([...granted.origins]).toEqual(left);
  });
});

it.each<[string[], string | null, { all: boolean; lostService: string | null }]>([
  [['*://*/*'], `${service}/v3`, { all: true, lostService: null }],
  [[pattern], `${service}/v3`, { all: false, lostService: null }],
  [[], `${service}/v3`, { all: false, lostService: `${service}/v3` }],
  [[], null, { all: false, lostService: null }],
])('with access to %j and the service %s, the access is %j', async (origins, address, access) => {
  granted.origins = new Set(origins);
  expect(await readSiteAccess(address)).toEqual(access);
});
