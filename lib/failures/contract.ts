/** What the rest of the extension does with a failure. */
interface Row {
  /** `address`: the address is refused as it is written. `request`: refused for another reason before anything is sent. */
  kind: 'address' | 'request' | 'transport' | 'extension' | 'service';
  /** Whether a link may have been created or changed all the same. */
  mayHaveEffect: boolean;
  /** Whether its sentence beside a link also says whether the link exists. Then the catalog has a second text: what to do. */
  mentionsLink: boolean;
  /** What a person can do next, apart from changing the link. */
  remedy: 'try-again' | 'settings' | 'without-password' | null;
  /**
   * What a batch does: offers to try this tab again, or not, since it would fail again; stops, since every other tab would fail,
   * too; or stops after several in a row.
   */
  batch: 'retry' | 'never-retry' | 'stop' | 'stop-if-repeated';
  /** What the diagnostics conclude: the service was not reached, or the path leads to something else. */
  diagnosis: 'unanswered' | 'unexpected' | null;
  /** Of the service: the codes that were seen with its message, the one of v3 first, then the one of v3.1. */
  codes?: readonly [number, number?];
  /** Of the service: HTTP status of an answer without an envelope that has the same meaning. */
  status?: number;
}

const commonRow = {
  mayHaveEffect: false,
  mentionsLink: false,
  remedy: null,
  batch: 'retry',
  diagnosis: null,
} as const;

const addressRow = { ...commonRow, kind: 'address' } as const;
const requestRow = { ...commonRow, kind: 'request' } as const;
/** No usable answer of the service arrived. */
const transportRow = {
  kind: 'transport',
  mayHaveEffect: true,
  mentionsLink: true,
  remedy: 'try-again',
  batch: 'stop-if-repeated',
  diagnosis: 'unexpected',
} as const;
/** A failure of the connection or of the browser: every other link fails, too. */
const extensionRow = { ...commonRow, kind: 'extension', batch: 'stop' } as const;
const settingsRow = { ...extensionRow, remedy: 'settings' } as const;
const serviceRow = { ...commonRow, kind: 'service', batch: 'stop' } as const;
/** Settings that lead to another service, or to none. */
const wrongServiceRow = {
  ...serviceRow,
  remedy: 'settings',
  mentionsLink: true,
  diagnosis: 'unexpected',
} as const;
const brokenServiceRow = { ...transportRow, kind: 'service', diagnosis: null } as const;

/**
 * Every reason of a failure, and what follows from it. Those of the service are its messages with hyphens: its document lists
 * those up to `upstream-not-available` without `link-too-long`, and the last three answer a request that reached no operation.
 * Each reason has its sentences in the catalog.
 */
export const failures = {
  'link-missing': addressRow,
  'local-file': addressRow,
  'data-page': addressRow,
  'page-source': addressRow,
  'browser-page': addressRow,
  'extension-page': addressRow,
  'email-address': addressRow,
  'not-web': addressRow,
  'not-an-address': addressRow,
  password: { ...addressRow, remedy: 'without-password', batch: 'never-retry' },
  'too-long': addressRow,

  /** The browser does not give the address of the page. */
  'address-hidden': requestRow,
  /** The page is still loading, and the browser does not give its address yet. */
  'address-loading': requestRow,
  'already-short': { ...requestRow, batch: 'never-retry' },
  'not-in-selection': requestRow,
  'expiry-missing': requestRow,
  'expiry-past': requestRow,
  'expiry-too-far': requestRow,
  'validity-not-allowed': { ...requestRow, batch: 'stop' },
  /** The service has not announced it, or the organization does not allow it. */
  'not-offered': { ...requestRow, batch: 'stop' },
  /** A link is changed by the account that created it. */
  'other-account': requestRow,

  timeout: { ...transportRow, diagnosis: 'unanswered' },
  unreachable: { ...transportRow, diagnosis: 'unanswered' },
  /** Nothing was sent: this computer has no network. */
  offline: { ...transportRow, mayHaveEffect: false, diagnosis: 'unanswered' },
  redirected: { ...transportRow, diagnosis: null },
  'not-json': transportRow,
  'too-large': transportRow,
  'unexpected-answer': transportRow,

  'not-connected': settingsRow,
  /** The connection that a request names was removed. */
  'connection-removed': settingsRow,
  /** Each credential style was refused. */
  'credentials-rejected': settingsRow,
  'access-missing': { ...settingsRow, diagnosis: 'unanswered' },
  'account-unreadable': settingsRow,
  'account-lost': settingsRow,
  'account-newer': extensionRow,
  'history-unwritable': extensionRow,
  'history-newer': extensionRow,
  'history-blocked': extensionRow,
  'settings-unwritable': extensionRow,
  /** The background was stopped, or its answer was lost inside the browser. */
  interrupted: { ...transportRow, kind: 'extension', diagnosis: 'unanswered' },

  'internal-server-error': { ...brokenServiceRow, codes: [500] },
  'permission-denied': { ...wrongServiceRow, diagnosis: null, codes: [801, 1001] },
  'missing-parameter': { ...serviceRow, batch: 'never-retry', codes: [800, 2001] },
  'too-many-requests': {
    ...serviceRow,
    batch: 'retry',
    codes: [429],
    status: 429,
  },
  'no-package-available': { ...serviceRow, codes: [802, 1002] },
  'application-not-found': { ...serviceRow, remedy: 'settings', codes: [803, 1003] },
  // Two rows have the same codes. An answer that has only the code means the second one, which the document lists.
  'link-too-long': { ...serviceRow, batch: 'never-retry', codes: [805, 2002] },
  'link-invalid': { ...serviceRow, batch: 'never-retry', codes: [805, 2002] },
  'validity-invalid': { ...serviceRow, codes: [806, 2003] },
  'upstream-not-available': { ...brokenServiceRow, codes: [807, 7001] },
  'link-does-not-exist': { ...serviceRow, batch: 'never-retry', codes: [804] },
  'ending-taken': { ...serviceRow, batch: 'never-retry', codes: [808] },
  'bad-request': { ...wrongServiceRow, codes: [400], status: 400 },
  'not-found': { ...wrongServiceRow, codes: [404], status: 404 },
  'method-not-allowed': { ...wrongServiceRow, codes: [405], status: 405 },
} as const satisfies Record<string, Row>;

type Failures = typeof failures;

export type Reason = keyof Failures;

/** The reasons whose row has these values. */
export type ReasonWith<Part extends Partial<Row>> = {
  [Name in Reason]: Failures[Name] extends Part ? Name : never;
}[Reason];

export type LinkRefusal = ReasonWith<{ kind: 'address' }>;
export type Refusal = ReasonWith<{ kind: 'address' | 'request' }>;
export type TransportReason = ReasonWith<{ kind: 'transport' }>;

/** The name of a failure that a service reports. */
export type Label = ReasonWith<{ kind: 'service' }>;

export const reasons = Object.keys(failures) as Reason[];

/** What follows from a failure. */
export const rowOf = (reason: Reason): Row => failures[reason];

const isLabel = (reason: Reason): reason is Label => rowOf(reason).kind === 'service';

export const labelNames = reasons.filter(isLabel);

/** The message with which a service names a failure. */
export const messageOf = (label: string): string => label.replaceAll('-', ' ');
