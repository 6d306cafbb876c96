import { type Choice, choices, type LastingChoice, lastingChoices } from '../validity/validity.ts';
import { type Managed, offeredBy } from './policy.ts';

/** What a person cannot change, since their organisation sets it; null for what it leaves to them. */
export interface Locks {
  offered: readonly Choice[] | null;
  defaultValidity: LastingChoice | null;
  musicOff: boolean;
}

export const locksOf = ({ allowedValidities, defaultValidity, musicOff }: Managed): Locks => {
  const offered = offeredBy(allowedValidities);
  const first = lastingChoices.find((each) => each === defaultValidity && offered.includes(each));
  return {
    offered: offered.length < choices.length ? offered : null,
    defaultValidity: first ?? null,
    musicOff: musicOff === true,
  };
};
