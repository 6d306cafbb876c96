import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { AnsweredRequest } from '../deps.ts';
import { getRequestListener } from '@hono/node-server';
import { hostsOf, isPrivateHost, plainHost } from '../config/hosts.ts';
import { type Address, closeServer, listen, strictHeaders } from '../redirect/http-server.ts';
import { createOperatorPage, type OperatorDeps } from './routes.ts';
import { type Store, StoreUnavailableError } from '../store/contract.ts';

/** Milliseconds that an answer in progress may take when the server closes. */
const closeTimeout = 500;

interface OpsDeps extends OperatorDeps {
  isDraining: () => boolean;
}

export type OpsServer = Awaited<ReturnType<typeof startOpsServer>>;

/**
 * Answers the machinery that runs the service: /healthz (the process works), /readyz (it should get requests) and /metrics,
 * and the operator with a page. It has its own port, which a proxy in front of the service does not make public.
 *
 * @throws StartError
 */
export async function startOpsServer(address: Address, deps: OpsDeps) {
  const { report } = deps;
  const readiness = createReadiness(deps);
  const metrics = createMetrics(readiness.wasFaultless, deps);
  const operatorHosts = hostsOf(deps.configuration.operatorOrigin);
  const page = getRequestListener(createOperatorPage(deps).fetch);

  const route = async (request: IncomingMessage, response: ServerResponse) => {
    const { url } = request;
    if (isOperatorPath(url)) {
      await page(request, response);
    } else if (url === '/healthz') {
      answer(response, 200, 'ok');
    } else if (url === '/readyz') {
      const { problem, isReady } = await readiness.check();
      if (problem === undefined) answer(response, 200, 'ready');
      else answer(response, isReady ? 200 : 503, isReady ? `degraded: ${problem}` : problem);
    } else if (url === '/metrics') {
      const text = await metrics.text();
      response.writeHead(200, { 'content-type': metrics.contentType }).end(text);
    } else {
      answer(response, 404, 'not found');
    }
  };
  const server = createServer(strictHeaders, (request, response) => {
    const { host } = request.headers;
    const isForOperator = operatorHosts.includes(plainHost(host ?? '')) && isOperatorPath(request.url);
    // A check by HTTP/1.0 has no Host header; a browser always sends one.
    if (host !== undefined && !isPrivateHost(host) && !isForOperator) {
      answer(response, 421, 'Ask by an address, or by a name without a dot.');
      return;
    }
    route(request, response).catch((error: unknown) => {
      report(error);
      answer(response, 500, 'error');
    });
  });
  const port = await listen(server, address, '--ops-');
  return { port, observe: metrics.observe, close: () => closeServer(server, closeTimeout) };
}

const isOperatorPath = (url = '') => /^\/operator(?:[/?]|$)/.test(url);

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
}

/** Milliseconds by which the clock of an instance may differ from the database's. */
const clockTolerance = 2000;

/** Milliseconds for which a result is reused, so that frequent checks do not load the database. */
const resultLifetime = 250;

type ReadinessDeps = Pick<OpsDeps, 'now' | 'isDraining' | 'report'> & { store: Pick<Store, 'health'> };

interface Readiness {
  /** What is wrong with this instance; undefined if nothing is. */
  problem: string | undefined;
  /** Whether it should get requests all the same. */
  isReady: boolean;
}

/**
 * Checks whether this instance should get requests: the store works, the clock is right, and it is not being stopped. An instance
 * that was ready and loses its store stays so: the others may have lost it, too, and links that are in memory redirect.
 */
export function createReadiness({ store, now, isDraining, report }: ReadinessDeps) {
  let last: Readiness = { problem: 'It has not been checked yet.', isReady: false };
  let checking: Promise<Readiness> | undefined;
  let checkedAt = -Infinity;

  const findProblem = async (): Promise<string | undefined> => {
    const { problem, clock } = await store.health();
    const difference = clock === undefined ? 0 : Math.abs(now() - clock);
    if (problem !== undefined || difference <= clockTolerance) return problem;
    return `The clock of this instance differs from the database's by ${Math.round(difference / 1000)} s.`;
  };

  const ask = async (): Promise<Readiness> => {
    try {
      const problem = await findProblem();
      return { problem, isReady: problem === undefined };
    } catch (error) {
      report(error);
      if (error instanceof StoreUnavailableError) return { problem: error.message, isReady: last.isReady };
      return { problem: 'The store reports an error.', isReady: false };
    }
  };

  const checkOnce = async () => {
    last = await ask();
    checkedAt = performance.now();
    checking = undefined;
    return last;
  };

  return {
    check: async (): Promise<Readiness> => {
      if (isDraining()) return { problem: 'It is being stopped.', isReady: false };
      if (performance.now() - checkedAt < resultLifetime) return last;
      checking ??= checkOnce();
      return checking;
    },
    /** Whether the last check has found nothing wrong. */
    wasFaultless: () => !isDraining() && last.problem === undefined,
  };
}

/** Seconds, from a redirect out of memory to an add that waited for the database. */
const buckets = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3];

/** The metrics of one process in Prometheus' text format. They name no application, link or client. */
function createMetrics(isFaultless: () => boolean, { store, report }: OpsDeps) {
  const registry = new Registry();
  const registers = [registry];

  /** Adds a gauge whose value is read at each request for the metrics; it is left out while that is undefined. */
  const addGauge = (name: string, help: string, read: () => number | Promise<number | undefined>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const value = await read();
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });

  addGauge('waylark_ready', '1 while the last check found the instance and its database usable.', () =>
    Number(isFaultless()),
  );
  let verifiedAt: number | undefined;
  addGauge('waylark_verified_backup_timestamp_seconds', 'When the newest backup was verified.', async () => {
    try {
      verifiedAt = await store.verifiedBackupAt();
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) report(error);
    }
    // While the store is out of reach, this is the last known time.
    return verifiedAt;
  });

  // These have the names of prom-client's default metrics, which also watch each garbage collection and wake the process up a
  // hundred times a second: that is a tenth of what a cached redirect costs.
  addGauge('process_resident_memory_bytes', 'Memory that is used.', () => process.memoryUsage.rss());
  addGauge('nodejs_heap_size_used_bytes', 'Memory of objects.', () => process.memoryUsage().heapUsed);
  addGauge('nodejs_eventloop_lag_seconds', 'How long what is ready to run waits now.', eventLoopLag);
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time that was used.',
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });

  const requests = new Counter({
    name: 'waylark_requests_total',
    help: 'Answered requests.',
    labelNames: ['operation', 'outcome'],
    registers,
  });
  const durations = new Histogram({
    name: 'waylark_request_seconds',
    help: 'How long requests took.',
    labelNames: ['operation'],
    buckets,
    registers,
  });

  return {
    observe: ({ operation, outcome, seconds }: AnsweredRequest) => {
      requests.inc({ operation, outcome });
      durations.observe({ operation }, seconds);
    },
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}

async function eventLoopLag(): Promise<number> {
  const began = performance.now();
  await setImmediate();
  return (performance.now() - began) / 1000;
}
