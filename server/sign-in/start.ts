import type { Hono } from 'hono';
import type { Configuration } from '../config/configuration.ts';
import type { Env } from '../api/envelopes.ts';
import { readGroups } from './groups.ts';
import { createProvider, type ProviderOptions } from './provider.ts';
import { createPersonCheck, type PersonCheck } from './person-check.ts';
import { addConnectRoutes, type ConnectOptions } from './routes.ts';
import { createSealing } from './sealing.ts';

export interface SignInOptions
  extends Pick<ConnectOptions, 'store' | 'now' | 'report' | 'audit'>, Pick<ProviderOptions, 'fetch'> {
  configuration: Configuration;
}

/** The sign-in for people of a company. */
export interface SignIn {
  addRoutes: (app: Hono<Env>) => void;
  checkPerson: PersonCheck;
}

/** Throws StartError for a file of groups that cannot be used. */
export function createSignIn({ configuration, ...shared }: SignInOptions): SignIn {
  const { claim, limitsOf } = readGroups(configuration);
  const sealing = createSealing(configuration['oidc-client-secret']);
  const provider = createProvider({ ...configuration, ...shared, groupsClaim: claim });
  const options: ConnectOptions = {
    ...shared,
    provider,
    sealing,
    limitsOf,
    issuer: configuration['oidc-issuer'],
    publicOrigin: configuration['public-origin'],
    contact: configuration.contact,
  };
  return {
    addRoutes: (app) => {
      addConnectRoutes(app, options);
    },
    checkPerson: createPersonCheck(options),
  };
}
