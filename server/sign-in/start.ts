import type { Hono } from 'hono';
import type { Env } from '../api/envelopes.ts';
import type { Deps } from '../deps.ts';
import { readGroups } from './groups.ts';
import { createProvider, type ProviderDeps } from './provider.ts';
import { createPersonCheck } from './person-check.ts';
import { addConnectRoutes } from './routes.ts';
import { createSealing } from './sealing.ts';

/** The sign-in for people of a company. Throws StartError for a file of groups that cannot be used. */
export function createSignIn(deps: Deps & Pick<ProviderDeps, 'fetch'>) {
  const { claim, limitsOf } = readGroups(deps.configuration);
  const sealing = createSealing(deps.configuration.oidcClientSecret);
  const provider = createProvider({ ...deps, groupsClaim: claim });
  const connectDeps = { ...deps, provider, sealing, limitsOf };
  return {
    addSignIn: (app: Hono<Env>) => {
      addConnectRoutes(app, connectDeps);
    },
    checkPerson: createPersonCheck(connectDeps),
  };
}
