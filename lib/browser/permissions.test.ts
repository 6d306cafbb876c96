import { beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from '../webextension/browser.ts';
import {
  hasHostPermission,
  readSiteAccess,
  requestAccess,
  requestAllSites,
  requestNotifications,
  requestNotifyAndCopy,
  requestTemporaryAccess,
  revokeAllExcept,
  revokeAllSites,
  revokePermission,
  revokeUnusedAllSites,
} from './permissions.ts';

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
        // A pattern without a port removes all ports of its host.
        const isCovered = (each: string, by: string) => each === by || each.replace(/:\d+\/\*$/, '/*') === by;
        for (const by of origins.filter((each) => !unrevocable.has(each)))
          for (const each of granted.origins) if (isCovered(each, by)) granted.origins.delete(each);
        for (const each of permissions) granted.permissions.delete(each);
        return Promise.resolve(true);
      },
    },
  },
}));

const service = 'https://s.example';
const pattern = `${service}/*`;
const second = 'https://t.example';
const secondPattern = `${second}/*`;

beforeEach(() => {
  granted.origins = new Set([pattern, secondPattern, '*://*/*']);
  granted.permissions = new Set(['tabs']);
  unrevocable.clear();
  required.hosts = [];
});

describe('revoking a permission', () => {
  it('of all sites leaves the services reachable', async () => {
    expect(await revokePermission({ kind: 'all-sites', id: '*://*/*' }, [service, second])).toBe('revoked');
    expect([...granted.origins]).toEqual([pattern, secondPattern]);
  });

  it('of the service says whether all sites still cover it', async () => {
    expect(await revokePermission({ kind: 'service', id: pattern }, [service, second])).toBe('still-reached');
    granted.origins = new Set([pattern]);
    expect(await revokePermission({ kind: 'service', id: pattern }, [service, second])).toBe('revoked');
  });

  it('of another kind leaves the sites alone', async () => {
    expect(await revokePermission({ kind: 'tabs', id: 'tabs' }, [service, second])).toBe('revoked');
    expect(granted.origins.size).toBe(3);
  });

  it('that the browser does not revoke is reported', async () => {
    unrevocable.add(pattern);
    expect(await revokePermission({ kind: 'service', id: pattern }, [service, second])).toBe('not-revoked');
  });
});

it('access to a service is revoked if no connection needs it', async () => {
  granted.origins = new Set([pattern, secondPattern, 'https://old.example/*', '*://*/*']);
  await revokeAllExcept([service, 'https://s.example:8443', second]);
  expect([...granted.origins]).toEqual([pattern, secondPattern, '*://*/*']);
  await revokeAllExcept([service]);
  expect([...granted.origins]).toEqual([pattern, '*://*/*']);
});

it.each([
  ['is revoked', service, [secondPattern]],
  ['stays if it was granted before', second, [secondPattern]],
  [
    'stays if a service at another port of that host would lose its own',
    'https://u.example',
    [secondPattern, 'https://u.example:8443/*', 'https://u.example/*'],
  ],
])('access for one use %s', async (_, origin, left) => {
  granted.origins = new Set([secondPattern]);
  if (origin === 'https://u.example') granted.origins.add(`${origin}:8443/*`);
  const access = requestTemporaryAccess(origin);
  expect(await access.granted).toBe(true);
  await access.revoke();
  expect([...granted.origins]).toEqual(left);
});

describe('revoking all sites for a policy without music', () => {
  const both = [pattern, secondPattern];
  it.each<[string, { services?: string[]; hosts?: string[]; firefox?: true; own?: boolean }, string[]]>([
    ['without a service', { services: [] }, []],
    ['not at the cost of a service in Chromium', { hosts: [pattern] }, [...both, '*://*/*']],
    ['if the manifest names the services', { hosts: both }, both],
    ['in Firefox', { firefox: true }, both],
    [
      'not if nothing else reaches a service in Firefox',
      { firefox: true, own: false },
      [secondPattern, '*://*/*'],
    ],
  ])('%s', async (_, { services = [service, second], hosts = [], firefox, own = true }, left) => {
    if (firefox) vi.stubEnv('FIREFOX', '1');
    required.hosts = hosts;
    if (!own) granted.origins.delete(pattern);
    await revokeUnusedAllSites(services);
    expect([...granted.origins]).toEqual(left);
  });
});

it.each<[string[], string[], { all: boolean; lostService: string | null }]>([
  [['*://*/*'], [`${service}/v3`], { all: true, lostService: null }],
  [[pattern, secondPattern], [`${service}/v3`, `${second}/v3`], { all: false, lostService: null }],
  [[pattern], [`${service}/v3`, `${second}/v3`], { all: false, lostService: `${second}/v3` }],
  [[], [], { all: false, lostService: null }],
])('with access to %j and the services %j, the access is %j', async (origins, addresses, access) => {
  granted.origins = new Set(origins);
  expect(await readSiteAccess(addresses)).toEqual(access);
});

describe('a browser that rejects', () => {
  const reject = () => Promise.reject(new Error('no'));

  it('grants what is requested as little as one that refuses', async () => {
    vi.spyOn(browser.permissions, 'request').mockImplementation(reject);
    const requests = [
      requestAccess(service),
      requestAllSites(),
      requestNotifyAndCopy(),
      requestNotifications(),
    ];
    expect(await Promise.all(requests)).toEqual([false, false, false, false]);
  });

  it('lets nothing be reached, and revokes nothing', async () => {
    vi.spyOn(browser.permissions, 'contains').mockImplementation(reject);
    vi.spyOn(browser.permissions, 'getAll').mockImplementation(reject);
    expect(await hasHostPermission(service)).toBe(false);
    expect(await revokeAllSites([service])).toBe(false);
    expect(await revokePermission({ kind: 'tabs', id: 'tabs' }, [service])).toBe('not-revoked');
  });
});
