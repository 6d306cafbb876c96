import type { Attempt } from '../history/types.ts';
import { noExpiry } from '../validity/contract.ts';
import { type ConnectionHint, featuresOf } from '../settings/connection-hint.ts';
import type { Validity } from '../validity/schema.ts';
import type { RequestedChange } from './request.ts';
import { type Choice, durations, expiryOf, isAllowedValidity } from '../validity/validity.ts';

/** How a link is extended: by a time, by its first validity again, counted from now, or to a Unix time in seconds. */
export type Extension =
  { kind: 'by'; unit: 'day' | 'week' } | { kind: 'again' } | { kind: 'until'; expiresAt: number };

/** Days for which a service can bring back a link that has expired or was deleted. */
const revivableDays = 7;

/** Seconds: an extension by less is none, such as that of a link that was just created by its first validity. */
const leastGain = 60;

type Extended = Pick<Attempt, 'expiresAt' | 'validity'>;

/** When an extended link expires; all times in Unix seconds. A link that has expired is extended from now. */
export const extendedExpiry = (
  { expiresAt = 0, validity }: Extended,
  extension: Extension,
  now: number,
): number => {
  switch (extension.kind) {
    case 'by':
      return Math.max(expiresAt, now) + durations[extension.unit];
    case 'again':
      return expiryOf(validity, now);
    case 'until':
      return extension.expiresAt;
  }
};

/** The validity that a policy has to allow for an extension. */
const validityOf = ({ validity }: Extended, extension: Extension): Validity => {
  switch (extension.kind) {
    case 'by':
      return { kind: 'duration', seconds: durations[extension.unit] };
    case 'again':
      return validity;
    case 'until':
      return extension;
  }
};

/** Whether the validities that the organisation allows include this extension. */
export const isAllowedExtension = (
  attempt: Extended,
  extension: Extension,
  offered: readonly Choice[],
): boolean => isAllowedValidity(validityOf(attempt, extension), offered);

/** The extensions by one press that a link can have at `now` (Unix seconds); one to a date is asked for. */
export const extensionsFor = (attempt: Extended, now: number, offered: readonly Choice[]): Extension[] => {
  const { validity, expiresAt = 0 } = attempt;
  if (expiresAt >= noExpiry) return [];
  const all: Extension[] = [
    { kind: 'by', unit: 'day' },
    { kind: 'by', unit: 'week' },
    ...(validity.kind === 'duration' ? [{ kind: 'again' } as const] : []),
  ];
  return all
    .filter((each) => isAllowedExtension(attempt, each, offered))
    .filter((each) => extendedExpiry(attempt, each, now) >= expiresAt + leastGain);
};

/** The extensions by one press that each of these links can have. */
export const commonExtensions = (
  links: readonly Extended[],
  now: number,
  offered: readonly Choice[],
): Extension[] => {
  const nameOf = (each: Extension): string => (each.kind === 'by' ? each.unit : each.kind);
  let [common = []] = links.map((link) => extensionsFor(link, now, offered));
  for (const link of links) {
    const names = new Set(extensionsFor(link, now, offered).map(nameOf));
    common = common.filter((each) => names.has(nameOf(each)));
    if (common.length === 0) break;
  }
  return common;
};

/** The change that gives a link the expiry time that it has in `link`; null if the organisation does not allow that. */
export const changeToRestoreExpiry = (
  link: Extended,
  now: number,
  offered: readonly Choice[],
): RequestedChange | null => {
  const { expiresAt = 0 } = link;
  if (expiresAt <= now) return { kind: 'expire' };
  const extension: Extension = { kind: 'until', expiresAt };
  return isAllowedExtension(link, extension, offered) ? { kind: 'extend', extension } : null;
};

/** Whether the connection that created this link lets a person change it at `now` (Unix seconds). */
export const isManageable = (
  { state, account, expiresAt = 0 }: Attempt,
  connections: readonly ConnectionHint[],
  now: number,
): boolean =>
  state === 'created' &&
  featuresOf(connections, account).includes('manage') &&
  expiresAt > now - revivableDays * durations.day;

export interface ChangeableLinks {
  selected: readonly Attempt[];
  /** Unix seconds. */
  now: number;
  connections: readonly ConnectionHint[];
  offered: readonly Choice[];
}

/** The changes that all of these links can have. */
export const possibleChanges = ({ selected, now, connections, offered }: ChangeableLinks) => {
  const [first] = selected;
  if (!first || !selected.every((each) => isManageable(each, connections, now)))
    return { extensions: [], canHaveDate: false, canExpire: false, canEdit: false };
  const date: Extension = { kind: 'until', expiresAt: now };
  const canExpire = selected.every(({ expiresAt = 0 }) => expiresAt > now);
  return {
    extensions: commonExtensions(selected, now, offered),
    canHaveDate:
      selected.every(({ expiresAt = 0 }) => expiresAt < noExpiry) && isAllowedExtension(first, date, offered),
    canExpire,
    /** Whether the address can be changed. */
    canEdit: canExpire && selected.every(({ account }) => featuresOf(connections, account).includes('edit')),
  };
};

export type PossibleChanges = ReturnType<typeof possibleChanges>;
