import type { AnsweredRequest } from './answered-request.ts';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Seconds, from a redirect out of memory to an add that waited for the database. */
const buckets = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3];

/** The figures of one process in Prometheus' text format. They name no application, link or client. */
export function createMetrics(isReady: () => boolean) {
  const registers = [new Registry()];
  const [registry = new Registry()] = registers;
  collectDefaultMetrics({ register: registry });

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
