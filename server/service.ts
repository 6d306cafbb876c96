import { setTimeout as wait } from 'node:timers/promises';
import { answerRequests, createQuickRedirect } from './redirect/answer-requests.ts';
import { type AppOptions, createApp } from './api/app.ts';
import { createPurge, startCleanup } from './store/cleanup.ts';
import { type Configuration, defaultConfiguration } from './config/configuration.ts';
import { type ApplicationOptions, createApplication, type Credentials } from './api/credentials.ts';
import { type GrayscaleTimes, noGrayscale, readGrayscaleFile } from './api/grayscale.ts';
import { allowedHosts, inBrackets, originOf } from './config/hosts.ts';
import { closeServer, createHttpServer, listen, type Timeouts } from './redirect/http-server.ts';
import { randomLinkId } from './store/identifiers.ts';
import { createErrorLog, createOutageLog, type Log, textLog } from './config/log.ts';
import { ownMusic } from './api/music.ts';
import { createOpenCounter } from './redirect/opens.ts';
import type { OperationServer } from './operator/ops.ts';
import type { SignIn, SignInOptions } from './sign-in/start.ts';
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
  operationPort: number | undefined;
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
  const grayscaleTimes =
    configuration.grayscale === '' ? noGrayscale : readGrayscaleFile(configuration.grayscale);
  const write = (line: string) => {
    log.error(line);
  };
  const errorLog = createErrorLog(write);
  const outageLog = createOutageLog({ report: errorLog.report, write, health: () => store.health() });
  const { report = outageLog.report } = options;
  const { store, durability } = await openStore(configuration, report);
  let unlock: (() => void) | undefined;

  try {
    if (configuration.database === '') {
      const { lockFolder } = await import('./store/sqlite/database.ts');
      unlock = lockFolder(configuration.data);
    }
    const audit = log.info.bind(log);
    const signIn = await openSignIn({ configuration, store, now, report, log });
    const running = await startServers(store, {
      ...configuration,
      grayscaleTimes,
      now,
      report,
      audit,
      signIn,
    });
    return {
      ...running,
      store,
      durability,
      createApplication: (own) => createApplication(store, own, configuration),
      close: async () => {
        await running.close();
        outageLog.close();
        await store.close();
        unlock?.();
        errorLog.flush();
      },
    };
  } catch (error) {
    await store.close();
    unlock?.();
    throw error;
  }
}

/** The sign-in for people if it is configured; its modules are loaded only then. */
async function openSignIn({ log, ...options }: Omit<SignInOptions, 'audit'> & { log: Log }) {
  if (options.configuration['oidc-issuer'] === '') return undefined;
  const { createSignIn } = await import('./sign-in/start.ts');
  const audit = (secretId: string, change: string) => {
    const line = `${new Date(options.now()).toISOString()} Application ${secretId} ${change}`;
    log.info(line, { application: secretId });
  };
  return createSignIn({ ...options, audit });
}

interface ServerOptions extends Configuration, Pick<ServiceOptions, 'musicFolder' | 'timeouts'> {
  grayscaleTimes: GrayscaleTimes;
  now: () => number;
  report: (error: unknown, requestId?: string) => void;
  audit: Log['info'];
  signIn: SignIn | undefined;
}

/** Milliseconds that responses in progress may take when the service stops: with a database, an add waits 2.5 s at most. */
const finishTime = { file: 500, database: 10_000 };

async function startServers(store: Store, options: ServerOptions) {
  const { host, 'public-origin': publicOrigin, now, report } = options;
  const draining = new AbortController();
  const isDraining = () => draining.signal.aborted;
  const server = createHttpServer(options.timeouts);
  const port = await listen(server, { port: options.port, host });

  const opens = options['count-opens'] ? createOpenCounter({ store, now, report }) : undefined;
  let operation: OperationServer | undefined = undefined;
  const appOptions: AppOptions = {
    store,
    musicFolder: options.musicFolder ?? ownMusic,
    grayscale: options.grayscaleTimes,
    allowedHosts: allowedHosts(host, { port, publicOrigin }),
    publicOrigin,
    now,
    makeId: () => randomLinkId(options['id-length'], options.alphabet),
    report,
    countOpen: opens?.count,
    log: (line) => {
      options.audit(`${new Date(now()).toISOString()} ${line}`);
    },
    contact: options.contact,
    forwardsQuery: options['forward-query'],
    root: options.root,
    canEdit: options.edit,
    audit: ({ id, secretId, isUncertain }) => {
      const change = `Application ${secretId} ${isUncertain ? 'may have changed' : 'changed'} where short link ${id} leads.`;
      options.audit(`${new Date(now()).toISOString()} ${change}`, { application: secretId, linkID: id });
    },
    addSignIn: options.signIn?.addRoutes,
    checkPerson: options.signIn?.checkPerson,
    observe: options['operation-port'] === undefined ? undefined : (request) => operation?.observe(request),
  };
  // Add the listener in the same task in which the server starts to listen: a request before it would never be answered.
  answerRequests(server, createApp(appOptions), {
    trustedProxies: options['trusted-proxies'],
    isDraining,
    quickRedirect: createQuickRedirect(appOptions),
  });

  const origin = publicOrigin || originOf(host, port);
  const listensOn = `${inBrackets(host)}:${port}`;
  try {
    operation = await startOperation(store, options, { isDraining, listensOn, origin });
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
    operationPort: operation?.port,
    close: async () => {
      draining.abort();
      stopCleanup();
      await wait(options.drain * 1000);
      await closeServer(server, options.database === '' ? finishTime.file : finishTime.database);
      await operation?.close();
      await opens?.close();
    },
  };
}

interface Started {
  isDraining: () => boolean;
  listensOn: string;
  origin: string;
}

/** Opens the operation port if one is configured; its modules are loaded only then. */
async function startOperation(
  store: Store,
  options: ServerOptions,
  { isDraining, listensOn, origin }: Started,
): Promise<OperationServer | undefined> {
  const { 'operation-port': operationPort, 'operation-host': host, now, report } = options;
  if (operationPort === undefined) return undefined;

  const { startOperationServer } = await import('./operator/ops.ts');
  return startOperationServer(
    { port: operationPort, host },
    {
      store,
      now,
      isDraining,
      report,
      serviceAddress: listensOn,
      publicHost: new URL(origin).host,
      countsOpens: options['count-opens'],
      operatorOrigin: options['operator-origin'],
      operatorHeader: options['operator-header'],
      trustedProxies: options['trusted-proxies'],
    },
  );
}
