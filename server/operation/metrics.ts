import { setImmediate } from 'node:timers/promises';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { AnsweredRequest } from './answered-request.ts';

/** Seconds, from a redirect out of memory to an add that waited for the database. */
const buckets = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3];

/** The figures of one process in Prometheus' text format. They name no application, link or client. */
export function createMetrics(isReady: () => boolean) {
  const registers = [new Registry()];
  const [registry = new Registry()] = registers;
  addProcessMetrics(registers);

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
  new Gauge({
    name: 'waylark_ready',
    help: '1 while the last check found the instance ready.',
    registers,
    collect() {
      this.set(isReady() ? 1 : 0);
    },
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

/**
 * What the process uses, under the names of prom-client's default metrics, read when it is asked for. Those defaults also
 * watch each garbage collection and wake the process up a hundred times a second, which is a tenth of what a cached redirect
 * costs.
 */
function addProcessMetrics(registers: Registry[]): void {
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
  new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Memory that is used.',
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  new Gauge({
    name: 'nodejs_heap_size_used_bytes',
    help: 'Memory of objects.',
    registers,
    collect() {
      this.set(process.memoryUsage().heapUsed);
    },
  });
  new Gauge({
    name: 'nodejs_eventloop_lag_seconds',
    help: 'How long what is ready to run waits now.',
    registers,
    async collect() {
      const began = performance.now();
      await setImmediate();
      this.set((performance.now() - began) / 1000);
    },
  });
}
