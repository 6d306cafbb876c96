import { setTimeout as wait } from 'node:timers/promises';
import { noExpiry } from '../lib/validity/contract.ts';
import { answerRequests, createQuickRedirect } from './answer-requests.ts';
import { type AppOptions, createApp } from './app.ts';
import { randomBase62 } from './base62.ts';
import { createPurge, startCleanup } from './cleanup.ts';
import { type Configuration, defaultHost, defaultIdLength } from './configuration.ts';
import { type ApplicationOptions, createApplication, type Credentials } from './credentials.ts';
import { type GrayscaleTimes, noGrayscale, readGrayscaleFile } from './grayscale.ts';
import { allowedHosts, originOf } from './hosts.ts';
import { type Address, closeServer, createHttpServer, listen, type Timeouts } from './http-server.ts';
import { createErrorLog, type Log, textLog } from './log.ts';
import { ownMusic } from './music.ts';
import type { OperationOptions, OperationServer } from './operation.ts';
import type { Store } from './store/contract.ts';
import { openStore, type StoreOptions } from './store/open-store.ts';
import { v3 } from './versions.ts';

export interface ServiceOptions extends StoreOptions {
  /** 0, the default, takes any free port. */
  port?: number;
  /** Address to listen on; the default is this machine's own. */
  host?: string;
  /** The clock of the service, in milliseconds since 1970. */
  now?: () => number;
  /** Folder with tracks.json; the default is the project's own. */
  musicFolder?: string;
  /** File with the days on which pages are shown in grayscale. */
  grayscaleFile?: string | undefined;
  /** The origin behind which a proxy hides the service; its short links begin with it. */
  publicOrigin?: string;
  /** Addresses and ranges of proxies whose X-Forwarded-For is trusted. */
  trustedProxies?: readonly string[];
  /** Characters in the identifier of a new short link. */
  idLength?: number;
  /** Limits and packages of new applications. */
  newApplications?: ApplicationOptions;
  /** Where the machinery that runs the service asks how it is; nowhere by default. */
  operation?: Address | undefined;
  /** How the service stops. */
  stopping?: Stopping;
  /** Tests set shorter ones. */
  timeouts?: Partial<Timeouts>;
  log?: Log;
  /** Called with every error that is not the client's; the default writes a line into the log. */
  report?: (error: unknown, requestId?: string) => void;
}

/** Milliseconds. */
interface Stopping {
  /** Time in which the service says that it is not ready and still answers. */
  drain: number;
  /** Time that responses in progress may take afterwards. */
  finish: number;
}

const stopAtOnce: Stopping = { drain: 0, finish: 500 };

export interface Service {
  /** What a person enters as Service address, e.g. `http://127.0.0.1:8404/v3`. */
  address: string;
  origin: string;
  port: number;
  /** Port of /healthz, /readyz and /metrics; undefined without one. */
  operationPort: number | undefined;
  store: Store;
  /** A sentence about what a failover may lose; empty without a database. */
  durability: string;
  createApplication: (options?: ApplicationOptions) => Promise<Credentials>;
  /** Is no longer ready, drains, stops listening, finishes responses in progress, then closes the store. */
  close: () => Promise<void>;
}

/** Starts the service. Throws StartError with a sentence for the person. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { grayscaleFile, log = textLog } = options;
  const grayscale = grayscaleFile === undefined ? noGrayscale : readGrayscaleFile(grayscaleFile);
  const errorLog = createErrorLog((line) => {
    log.error(line);
  });
  const { database, report = errorLog.report } = options;
  const { store, durability } = await openStore({
    ...options,
    database: database && { ...database, report },
  });

  try {
    const running = await startServers(store, {
      ...options,
      grayscale,
      now: options.now ?? Date.now,
      report,
    });
    return {
      ...running,
      store,
      durability,
      createApplication: (own) => createApplication(store, { ...options.newApplications, ...own }),
      close: async () => {
        await running.close();
        await store.close();
        errorLog.flush();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

interface ServerOptions extends ServiceOptions {
  grayscale: GrayscaleTimes;
  now: () => number;
  report: (error: unknown, requestId?: string) => void;
}

async function startServers(store: Store, options: ServerOptions) {
  const { host = defaultHost, publicOrigin = '', idLength = defaultIdLength, now, report } = options;
  const { stopping = stopAtOnce, operation: operationAddress } = options;
  const draining = new AbortController();
  const isDraining = () => draining.signal.aborted;
  const server = createHttpServer(options.timeouts);
  const port = await listen(server, { port: options.port ?? 0, host });

  let operation: OperationServer | undefined = undefined;
  const appOptions: AppOptions = {
    store,
    musicFolder: options.musicFolder ?? ownMusic,
    grayscale: options.grayscale,
    allowedHosts: allowedHosts(host, { port, publicOrigin }),
    publicOrigin,
    now,
    makeId: () => randomBase62(idLength),
    report,
    observe: operationAddress && ((request) => operation?.observe(request)),
  };
  // Add the listener in the same task in which the server starts to listen: a request before it would never be answered.
  answerRequests(server, createApp(appOptions), {
    trustedProxies: options.trustedProxies ?? [],
    isDraining,
    quickRedirect: createQuickRedirect(appOptions),
  });

  try {
    operation =
      operationAddress && (await startOperation(operationAddress, { store, now, isDraining, report }));
  } catch (error) {
    await closeServer(server, 0);
    throw error;
  }
  const stopCleanup = startCleanup(createPurge(store, { now, monotonic: () => performance.now() }), report);
  const origin = publicOrigin || originOf(host, port);

  return {
    address: origin + v3.base,
    origin,
    port,
    operationPort: operation?.port,
    close: async () => {
      draining.abort();
      stopCleanup();
      await wait(stopping.drain);
      await closeServer(server, stopping.finish);
      await operation?.close();
    },
  };
}

/** What the second port needs is loaded with it only. */
async function startOperation(address: Address, options: OperationOptions): Promise<OperationServer> {
  const { startOperationServer } = await import('./operation.ts');
  return startOperationServer(address, options);
}

const megabyte = 1024 * 1024;

/** Milliseconds that responses in progress may take when a service for a team stops; an add waits 2.5 s at most. */
const finishTime = 10_000;

/** The options of a service with this configuration. */
export function serviceOptions(configuration: Configuration): ServiceOptions {
  const { database, 'operation-port': operationPort } = configuration;

  return {
    data: configuration.data,
    port: configuration.port,
    host: configuration.host,
    grayscaleFile: configuration.grayscale || undefined,
    publicOrigin: configuration['public-origin'],
    trustedProxies: configuration['trusted-proxies'],
    idLength: configuration['id-length'],
    newApplications: {
      perSecond: configuration['calls-per-second'],
      perMinute: configuration['calls-per-minute'],
      packages: [{ total: configuration.units, startsAt: 0, expiresAt: noExpiry }],
    },
    operation:
      operationPort === undefined
        ? undefined
        : { port: operationPort, host: configuration['operation-host'] },
    stopping: { drain: configuration.drain * 1000, finish: database === '' ? 500 : finishTime },
    database:
      database === ''
        ? undefined
        : {
            url: database,
            replicaUrl: configuration.replica || undefined,
            connections: configuration.connections,
            preparedStatements: configuration['prepared-statements'],
            migrates: configuration.migrate,
            cacheBytes: configuration.cache * megabyte,
          },
  };
}
