import type { Hono } from 'hono';
import type { Env } from '../api/envelopes.ts';
import type { Deps } from '../deps.ts';
import { readGroups } from './groups.ts';
import { createProvider, type ProviderDeps } from './provider.ts';
import { createPersonCheck, type PersonCheck } from './person-check.ts';
import { addConnectRoutes } from './routes.ts';
import { createSealing } from './sealing.ts';

/** The sign-in for people of a company. */
export interface SignIn {
  addSignIn: (app: Hono<Env>) => void;
  checkPerson: PersonCheck;
}

/** Throws StartError for a file of groups that cannot be used. */
export function createSignIn(deps: Deps & Pick<ProviderDeps, 'fetch'>): SignIn {
  const { claim, limitsOf } = readGroups(deps.configuration);
  const sealing = createSealing(deps.configuration.oidcClientSecret);
  const provider = createProvider({ ...deps, groupsClaim: claim });
  const connectDeps = { ...deps, provider, sealing, limitsOf };
  return {
    addSignIn: (app) => {
      addConnectRoutes(app, connectDeps);
    },
    checkPerson: createPersonCheck(connectDeps),
  };
}
