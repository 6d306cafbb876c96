import type { Attempt } from '../history/types.ts';
import { noExpiry } from '../validity/contract.ts';
import { type ConnectionInfo, featuresOf } from '../settings/connection-info.ts';
import type { Validity } from '../validity/schema.ts';
import type { ChangeOfExpiry, Extension } from './request.ts';
import { type Choice, durations, expiryOf, isAllowedValidity } from '../validity/validity.ts';

/** Days for which a service can restore a link that has expired or was deleted. */
const restorableDays = 7;

/** An extension that adds less is not offered: for a new link, its first validity again would add nothing. */
export const minGainSeconds = 60;

type Extended = Pick<Attempt, 'expiresAt' | 'validity'>;

/** What an extension adds, which a policy has to allow. */
const extendedValidity = ({ validity }: Extended, extension: Extension): Validity => {
  if (extension.kind === 'by') return { kind: 'duration', seconds: durations[extension.unit] };
  return extension.kind === 'again' ? validity : extension;
};

/** When an extended link expires; all times in Unix seconds. A link that has expired is extended from now. */
export const extendedExpiry = (link: Extended, extension: Extension, nowSeconds: number): number => {
  const from = extension.kind === 'by' ? Math.max(link.expiresAt ?? 0, nowSeconds) : nowSeconds;
  return expiryOf(extendedValidity(link, extension), from);
};

/** Whether the validities that the organization allows include this extension. */
export const isAllowedExtension = (
  attempt: Extended,
  extension: Extension,
  offered: readonly Choice[],
): boolean => isAllowedValidity(extendedValidity(attempt, extension), offered);

/** The extensions that links can have, except to a chosen date. */
const extensions: readonly Extension[] = [
  { kind: 'by', unit: 'day' },
  { kind: 'by', unit: 'week' },
  { kind: 'by', unit: 'month' },
  { kind: 'again' },
];

/** Those that each of these links can have. */
export const extensionsFor = (
  links: readonly Extended[],
  nowSeconds: number,
  offered: readonly Choice[],
): Extension[] =>
  extensions.filter((extension) =>
    links.every((link) => {
      const { expiresAt = 0, validity } = link;
      if (expiresAt >= noExpiry || (extension.kind === 'again' && validity.kind !== 'duration')) return false;
      const isGain = extendedExpiry(link, extension, nowSeconds) >= expiresAt + minGainSeconds;
      return isGain && isAllowedExtension(link, extension, offered);
    }),
  );

/** The change that restores the expiry time of the link as it was `before`; null if the organization forbids it. */
export const changeToRestoreExpiry = (
  before: Extended,
  nowSeconds: number,
  offered: readonly Choice[],
): ChangeOfExpiry | null => {
  const { expiresAt = 0 } = before;
  if (expiresAt <= nowSeconds) return { kind: 'expire' };
  const extension: Extension = { kind: 'until', expiresAt };
  return isAllowedExtension(before, extension, offered) ? { kind: 'extend', extension } : null;
};

/** Whether the connection that created this link lets a person change it. */
export const isManageable = (
  { state, account, expiresAt = 0 }: Attempt,
  connections: readonly ConnectionInfo[],
  nowSeconds: number,
): boolean =>
  state === 'created' &&
  featuresOf(connections, account).includes('manage') &&
  expiresAt > nowSeconds - restorableDays * durations.day;

/** The changes that all of these links can have; `now` in Unix seconds. */
export const possibleChanges = ({
  selected,
  now,
  connections,
  offered,
}: {
  selected: readonly Attempt[];
  now: number;
  connections: readonly ConnectionInfo[];
  offered: readonly Choice[];
}) => {
  const [first] = selected;
  if (!first || !selected.every((each) => isManageable(each, connections, now)))
    return { extensions: [], canHaveDate: false, canExpire: false, canEdit: false };
  // A policy allows either every date for every link, or none: one check is enough.
  const date: Extension = { kind: 'until', expiresAt: now };
  const canExpire = selected.every(({ expiresAt = 0 }) => expiresAt > now);
  return {
    extensions: extensionsFor(selected, now, offered),
    canHaveDate:
      selected.every(({ expiresAt = 0 }) => expiresAt < noExpiry) && isAllowedExtension(first, date, offered),
    canExpire,
    /** Whether the address can be changed. */
    canEdit: canExpire && selected.every(({ account }) => featuresOf(connections, account).includes('edit')),
  };
};

export type PossibleChanges = ReturnType<typeof possibleChanges>;
