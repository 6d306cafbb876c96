import type { OpenLabel, TransportReason } from './contract.ts';

/** Written out beside the table of labels, which pages must not carry; the type requires each of them. */
const openLabels: Record<OpenLabel, true> = {
  'internal-server-error': true,
  'upstream-not-available': true,
};

const transportReasons: Record<TransportReason, true> = {
  timeout: true,
  unreachable: true,
  'not-json': true,
  'too-large': true,
  'unexpected-answer': true,
};

type ServiceFailure = TransportReason | OpenLabel;

/** Reasons that concern the service as a whole and leave open whether a link was created. */
export const serviceFailures = Object.keys({ ...transportReasons, ...openLabels }) as ServiceFailure[];

/** The background worker was stopped, or its answer was lost inside the browser. */
export const interrupted = { reason: 'interrupted', made: 'unknown' } as const;
