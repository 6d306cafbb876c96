import { setTimeout as wait } from 'node:timers/promises';
import { answerRequests } from './redirect/answer-requests.ts';
import { createApp } from './api/app.ts';
import type { AppDeps, Deps } from './deps.ts';
import { createPurge, startCleanup } from './store/cleanup.ts';
import { type Configuration, defaultConfiguration } from './config/configuration.ts';
import { type ApplicationOptions, createApplication, type Credentials } from './api/credentials.ts';
import { noGrayscale, readGrayscaleFile } from './api/grayscale.ts';
import { allowedHosts, inBrackets, originOf } from './config/hosts.ts';
import { closeServer, createHttpServer, listen, type Timeouts } from './redirect/http-server.ts';
import { randomLinkId } from './store/identifiers.ts';
import { createErrorLog, createOutageLog, type Log, textLog } from './config/log.ts';
import { ownMusic } from './api/music.ts';
import { createOpenCounter } from './redirect/opens.ts';
import type { OpsServer } from './operator/ops.ts';
import type { Store } from './store/contract.ts';
import { openStore } from './store/open-store.ts';
import { v3 } from './api/versions.ts';

/** The configuration, of which each part has a default; without a port, any free one. */
export interface ServiceOptions extends Partial<Omit<Configuration, 'log'>> {
  log?: Log;
  /** The clock of the service, in milliseconds since 1970. */
  now?: () => number;
  /** Folder with tracks.json; the default is the project's own. */
  musicFolder?: string;
  /** Tests set shorter ones. */
  timeouts?: Partial<Timeouts>;
  /** Called with every error that is not the client's; the default writes a line into the log. */
  report?: (error: unknown, requestId?: string) => void;
}

export interface Service {
  /** What a person enters as Service address, e.g. `http://127.0.0.1:8404/v3`. */
  address: string;
  origin: string;
  port: number;
  /** Port of /healthz, /readyz, /metrics and /operator; undefined without one. */
  opsPort: number | undefined;
  store: Store;
  /** Where the service listens, such as "127.0.0.1:8404". */
  listensOn: string;
  /** A sentence about what a failover may lose; empty without a database. */
  durability: string;
  createApplication: (options?: ApplicationOptions) => Promise<Credentials>;
  /** Is no longer ready, drains, stops listening, finishes responses in progress, then closes the store. */
  close: () => Promise<void>;
}

/** Starts the service. Throws StartError with a sentence for the person. */
export async function startService({
  log = textLog,
  now = Date.now,
  ...options
}: ServiceOptions): Promise<Service> {
  const configuration = { ...defaultConfiguration, port: 0, ...options, log: defaultConfiguration.log };
  const write = (line: string) => {
    log.error(line);
  };
  const errorLog = createErrorLog(write);
  const outageLog = createOutageLog(errorLog.report, write, () => store.health());
  const { report = outageLog.report } = options;
  const { store, durability, unlock } = await openOwnStore(configuration, report);
  const deps: Deps = { configuration, store, log, now, report };

  try {
    const running = await startServers(deps, options);
    return {
      ...running,
      store,
      durability,
      createApplication: (own) => createApplication(store, own, configuration),
      close: async () => {
        await running.close();
        outageLog.close();
        await store.close();
        unlock();
        errorLog.flush();
      },
    };
  } catch (error) {
    await store.close();
    unlock();
    throw error;
  }
}

/** Opens the store; a data folder is locked before, so that the service that uses it finds its file as it was. */
async function openOwnStore(configuration: Configuration, report: (error: Error) => void) {
  let unlock = () => {};
  if (configuration.database === '') {
    const { lockFolder } = await import('./store/sqlite/database.ts');
    unlock = await lockFolder(configuration.data);
  }
  try {
    return { ...(await openStore(configuration, report)), unlock };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** The sign-in for people if it is configured; its modules are loaded only then. */
async function openSignIn(deps: Deps) {
  if (deps.configuration.oidcIssuer === '') return undefined;
  const { createSignIn } = await import('./sign-in/start.ts');
  return createSignIn(deps);
}

/** Milliseconds that responses in progress may take when the service stops: with a database, an add waits 2.5 s at most. */
const finishTime = { file: 500, database: 10_000 };

async function startServers(deps: Deps, { musicFolder = ownMusic, timeouts }: ServiceOptions) {
  const { configuration, store, now, report } = deps;
  const { host, publicOrigin, idLength, alphabet, grayscale } = configuration;
  const grayscaleTimes = grayscale === '' ? noGrayscale : readGrayscaleFile(grayscale);
  const signIn = await openSignIn(deps);
  const draining = new AbortController();
  const isDraining = () => draining.signal.aborted;
  const server = createHttpServer(timeouts);
  const port = await listen(server, { port: configuration.port, host });

  const opens = configuration.countOpens ? createOpenCounter(deps) : undefined;
  let ops: OpsServer | undefined = undefined;
  const appDeps: AppDeps = {
    ...deps,
    ...signIn,
    musicFolder,
    grayscaleTimes,
    allowedHosts: allowedHosts(host, { port, publicOrigin }),
    makeId: () => randomLinkId(idLength, alphabet),
    countOpen: opens?.count,
    observe: configuration.opsPort === undefined ? undefined : (request) => ops?.observe(request),
  };
  // Add the listener in the same task in which the server starts to listen: a request before it would never be answered.
  answerRequests(server, createApp(appDeps), appDeps, isDraining);

  const origin = publicOrigin || originOf(host, port);
  const listensOn = `${inBrackets(host)}:${port}`;
  try {
    ops = await startOps(deps, isDraining, origin);
  } catch (error) {
    await closeServer(server, 0);
    throw error;
  }
  const stopCleanup = startCleanup(createPurge(store, { now, monotonic: () => performance.now() }), report);
  return {
    address: origin + v3.base,
    origin,
    port,
    listensOn,
    opsPort: ops?.port,
    close: async () => {
      draining.abort();
      stopCleanup();
      await wait(configuration.drain * 1000);
      await closeServer(server, configuration.database === '' ? finishTime.file : finishTime.database);
      await ops?.close();
      await opens?.close();
    },
  };
}

/** Opens the ops port if one is configured; its modules are loaded only then. */
async function startOps(deps: Deps, isDraining: () => boolean, origin: string) {
  const { opsPort: port, opsHost: host } = deps.configuration;
  if (port === undefined) return undefined;

  const { startOpsServer } = await import('./operator/ops.ts');
  return startOpsServer({ port, host }, { ...deps, isDraining, publicHost: new URL(origin).host });
}
