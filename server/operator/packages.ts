import type { StoredPackage } from '../store/contract.ts';
import { week } from '../store/operator-contract.ts';

/** A package with the name of its application, and what it is near to. */
export interface PackageState extends StoredPackage {
  /** Empty for an application without one. */
  name: string;
  /** The part of its units that is used, from 0 to 1. */
  usedShare: number;
  isNearlyUsed: boolean;
  isExpiring: boolean;
}

/** The packages that are valid at `now` (Unix seconds), with the names of applications by their SecretIDs. */
export function packageStates(
  packages: readonly StoredPackage[],
  names: ReadonlyMap<string, string>,
  now: number,
): PackageState[] {
  return packages
    .filter(({ startsAt, expiresAt }) => startsAt <= now && expiresAt > now)
    .map((each) => {
      const usedShare = each.total === 0 ? 1 : each.used / each.total;
      return {
        ...each,
        name: names.get(each.secretId) ?? '',
        usedShare,
        isNearlyUsed: usedShare >= 0.9,
        isExpiring: each.expiresAt <= now + week,
      };
    });
}

/**
 * The packages that an operator has to do something about, the most urgent first. A used-up package is not among them if its
 * application has another one with units left that is not near its end itself.
 */
export function packagesNearEnd(states: readonly PackageState[]): PackageState[] {
  const isNear = ({ isNearlyUsed, isExpiring }: PackageState) => isNearlyUsed || isExpiring;
  const supplied = new Set(states.filter((each) => !isNear(each)).map(({ secretId }) => secretId));
  return states
    .filter((each) => isNear(each) && !supplied.has(each.secretId))
    .toSorted((a, b) => b.usedShare - a.usedShare || a.expiresAt - b.expiresAt);
}
