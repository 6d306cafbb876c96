import type { Feature } from '../api/links/contract.ts';
import type { Preset } from '../validity/validity.ts';

/** The most connections that a person can add. */
export const maxConnections = 10;

/** The longest name that is stored, in UTF-16 code units; a longer one is cut. */
export const longestName = 60;

/** The colors of connections, `--hue-1` to `--hue-6`. */
export const hues = [1, 2, 3, 4, 5, 6] as const;

export type Hue = (typeof hues)[number];

/** What pages know of a connection: only the background reads its account, and writes this. */
export interface ConnectionInfo {
  /** The id of its account, from which nobody can read the SecretID. */
  id: string;
  /** What the person calls it; empty: its host stands for it. */
  name: string;
  hue: Hue;
  host: string;
  /** What its service can do beyond the documented operations, as it announced with the last token. */
  features: readonly Feature[];
  /** The validity to offer for it first; missing: as the settings say. */
  validity?: Preset | 'last';
  /** An organization's policy sets it: it cannot be changed or removed. */
  isLocked?: true;
}

/** What a connection is called: by the person, or else by its host. */
export const nameOf = ({
  name,
  ...service
}: { name: string } & ({ host: string } | { address: string })): string =>
  name || ('host' in service ? service.host : new URL(service.address).host);

/** The first color that none of these connections has; the first of all if each is taken. */
export const freeHue = (connections: readonly { hue: Hue }[]): Hue =>
  hues.find((each) => connections.every(({ hue }) => hue !== each)) ?? 1;

/** What the service of an account can do; nothing if it is not connected. */
export const featuresOf = (
  connections: readonly ConnectionInfo[],
  account: string | undefined,
): readonly Feature[] => connections.find(({ id }) => id === account)?.features ?? [];

/** Whether the service of any connection can do this. */
export const canAny = (connections: readonly ConnectionInfo[], feature: Feature): boolean =>
  connections.some(({ features }) => features.includes(feature));
