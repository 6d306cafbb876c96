import { createRequire } from 'node:module';
import type { Page } from 'puppeteer-core';
import { listen } from './http-server.ts';

/** The part of oidc-provider, which has no types, that is used here. */
interface ProviderApp {
  callback(): Parameters<typeof listen>[0];
}

const { default: Provider } = createRequire(import.meta.url)('oidc-provider') as {
  default: new (issuer: string, configuration: object) => ProviderApp;
};

export const client = { id: 'waylark', secret: 'a-secret-of-the-test' };

/** An OpenID Connect provider on this computer, with its own sign-in pages, which accept any name and password. */
export async function startProvider(redirectUri: string) {
  const left = new Set<string>();
  const app: { current?: ProviderApp } = {};
  const server = await listen((request, response) => app.current?.callback()(request, response));
  app.current = new Provider(server.origin, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'groups'] },
    scopes: ['openid', 'email', 'offline_access'],
    findAccount: (_: unknown, id: string) =>
      left.has(id)
        ? undefined
        : {
            accountId: id,
            claims: () => ({ sub: id, email: `${id}@company.example`, groups: ['press'] }),
          },
    // A provider gives one for the scope offline_access alone only after it has asked the person.
    issueRefreshToken: () => true,
    cookies: { keys: ['of the test'] },
    // Seconds; without them, it complains.
    ttl: Object.fromEntries(
      ['AccessToken', 'Grant', 'IdToken', 'Interaction', 'RefreshToken', 'Session'].map((name) => [
        name,
        3600,
      ]),
    ),
  });

  return {
    origin: server.origin,
    /** The person has no account any more. */
    remove: (id: string) => left.add(id),
    close: server.close,
  };
}

/** Signs in on the provider's pages and gives the consent. */
export async function signInAs(page: Page, id: string): Promise<void> {
  await page.waitForSelector('input[name=login]');
  await page.type('input[name=login]', id);
  await page.type('input[name=password]', 'any');
  await Promise.all([page.waitForNavigation(), page.click('button[type=submit]')]);
  await page.waitForSelector('input[name=prompt][value=consent]');
  await Promise.all([page.waitForNavigation(), page.click('button[type=submit]')]);
}
