interface Row {
  /** On disk until the extension is removed, or in memory until the browser closes. Content scripts reach neither. */
  area: 'local' | 'session';
  /** Whether pages of the extension write the value, too; in Firefox by a message (lib/storage/messages.ts). */
  writtenByPages?: true;
  /** Whether the value was fetched with the account, and is removed together with it. */
  ofAccount?: true;
}

/**
 * Every value in the browser's storage, never a secret on disk. Its schema is given where it is read. Keys differ between the
 * areas: Firefox has copies of the values on disk in `storage.session`.
 */
export const storedValues = {
  settings: { area: 'local', writtenByPages: true },
  /** The volume, what is played, and where. */
  playback: { area: 'local', writtenByPages: true },
  /** Whether the browser has lost the history, and the person has not acknowledged that. */
  'history-loss': { area: 'local', writtenByPages: true },
  /** What remains of a history that the browser loses. */
  'recent-attempts': { area: 'local', writtenByPages: true },
  'reminded-until': { area: 'local' },
  grayscale: { area: 'local' },
  /** Long work on many links: it continues after a restart. */
  jobs: { area: 'local' },
  /** How the service accepted the credentials last. */
  'credential-style': { area: 'local' },
  /** What the service of an account can do, while a policy leaves that account out. */
  features: { area: 'local' },

  /** That the browser has no databases, so that nothing is on disk: the values above are here, too. */
  'memory-only': { area: 'session' },
  /** The accounts with their keys, where the browser has no databases. */
  accounts: { area: 'session' },
  token: { area: 'session', ofAccount: true },
  'clock-reading': { area: 'session', ofAccount: true },
  'track-list': { area: 'session', ofAccount: true },
  'rate-limit': { area: 'session', ofAccount: true },
  /** When the numbers of opens were read last. */
  'links-refreshed': { area: 'session', ofAccount: true },
  deliveries: { area: 'session' },
  'private-attempts': { area: 'session', writtenByPages: true },
  'private-jobs': { area: 'session' },
  /** Digests of what private windows have used, which Load from service leaves out. */
  'private-digests': { area: 'session' },
  /** What was typed and chosen in the popup, and not used yet. */
  'popup-draft': { area: 'session', writtenByPages: true },
  /** The search, the filter and the order of the history. */
  'history-view': { area: 'session', writtenByPages: true },
  'private-sites-off': { area: 'session' },
  'unsaved-sites-off': { area: 'session' },
  /** The tab whose badge shows ♪. */
  'sounding-tab': { area: 'session' },
  'has-injected-detector': { area: 'session' },
} as const satisfies Record<string, Row>;

type Table = typeof storedValues;
type KeyIn<Area> = { [Key in keyof Table]: Table[Key]['area'] extends Area ? Key : never }[keyof Table];

export type LocalKey = KeyIn<'local'>;
export type SessionKey = KeyIn<'session'>;

/** The keys of the values with this property. */
export const keysWith = (property: 'writtenByPages' | 'ofAccount', area: Row['area']): string[] =>
  Object.entries(storedValues).flatMap(([key, row]: [string, Row]) =>
    row.area === area && row[property] ? [key] : [],
  );
