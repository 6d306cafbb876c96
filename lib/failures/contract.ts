/** Reasons why an address is refused as it is written. */
const linkRefusals = [
  'link-missing',
  'local-file',
  'data-page',
  'page-source',
  'browser-page',
  'extension-page',
  'email-address',
  'not-web',
  'not-an-address',
  'password',
  'too-long',
] as const;

/** Reasons why a link or an expiry time is refused before anything is sent; `address-hidden`: the browser does not give it. */
const refusals = [
  ...linkRefusals,
  'address-hidden',
  'already-short',
  'not-in-selection',
  'end-missing',
  'end-past',
  'end-too-far',
  'validity-not-allowed',
] as const;

/** Reasons why no usable answer of the service arrived. */
const transportReasons = [
  'timeout',
  'unreachable',
  'redirected',
  'not-json',
  'too-large',
  'unexpected-answer',
] as const;

/** Reasons that lie in the connection or in the browser; `credentials-rejected`: each credential style was refused;
 * `credentials-unsendable`: no header can carry them. */
const ownReasons = [
  'not-connected',
  'credentials-rejected',
  'credentials-unsendable',
  'access-missing',
  'account-unreadable',
  'account-lost',
  'account-newer',
  'history-unwritable',
  'history-newer',
  'history-blocked',
  'settings-unwritable',
  'interrupted',
] as const;

interface LabelEntry {
  /** The codes that were seen with its message: the one of v3 first, then the one of v3.1. */
  codes: readonly [number, number?];
  /** HTTP status of an answer without an envelope that has the same meaning. */
  status?: number;
  /** Whether Add may have created a link although it answered this. */
  mayHaveCreated?: true;
}

/**
 * The failures that a service names. The service's document lists the first nine; the last three answer a request that
 * reached no operation. The name of each is the service's message with hyphens. A new label is an entry here and its text in
 * the catalogue.
 */
export const labels = {
  'internal-server-error': { codes: [500], mayHaveCreated: true },
  'permission-denied': { codes: [801, 1001] },
  'missing-parameter': { codes: [800, 2001] },
  'too-many-requests': { codes: [429], status: 429 },
  'no-package-available': { codes: [802, 1002] },
  'application-not-found': { codes: [803, 1003] },
  'link-invalid': { codes: [805, 2002] },
  'validity-invalid': { codes: [806, 2003] },
  'upstream-not-available': { codes: [807, 7001], mayHaveCreated: true },
  'bad-request': { codes: [400], status: 400 },
  'not-found': { codes: [404], status: 404 },
  'method-not-allowed': { codes: [405], status: 405 },
} as const satisfies Record<string, LabelEntry>;

type Labels = typeof labels;

export type Label = keyof Labels;

export const labelNames = Object.keys(labels) as Label[];

/** The message with which a service names a failure. */
export const messageOf = (label: string): string => label.replaceAll('-', ' ');

/** The labels after which a link may have been created all the same. */
export type UncertainLabel = {
  [Name in Label]: Labels[Name] extends { mayHaveCreated: true } ? Name : never;
}[Label];

export type LinkRefusal = (typeof linkRefusals)[number];
export type Refusal = (typeof refusals)[number];
export type TransportReason = (typeof transportReasons)[number];
export type Reason = Refusal | TransportReason | (typeof ownReasons)[number] | Label;

export const reasons: readonly Reason[] = [...refusals, ...transportReasons, ...ownReasons, ...labelNames];
