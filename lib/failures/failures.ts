import type { UncertainLabel, TransportReason } from './contract.ts';

/** A copy of what the table of labels says, so that bundles of pages do not include that table. The type makes a missing label an error. */
const uncertainLabels: Record<UncertainLabel, true> = {
  'internal-server-error': true,
  'upstream-not-available': true,
};

const transportReasons: Record<TransportReason, true> = {
  timeout: true,
  unreachable: true,
  redirected: true,
  'not-json': true,
  'too-large': true,
  'unexpected-answer': true,
};

type ServiceFailure = TransportReason | UncertainLabel;

/** Reasons that concern the service as a whole and leave open whether a link was created. */
export const serviceFailures = Object.keys({ ...transportReasons, ...uncertainLabels }) as ServiceFailure[];

/** The background worker was stopped, or its answer was lost inside the browser. */
export const interrupted = { reason: 'interrupted', made: 'unknown' } as const;
