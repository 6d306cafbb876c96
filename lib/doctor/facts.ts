import type { Failure } from '../failures/contract.ts';
import type { Advanced, Probing } from '../service/contract.ts';
import type { Service, Shortened } from '../service/service.ts';

/** The connection that is saved, as far as the doctor needs it. */
export interface Saved {
  address: string;
  advanced?: Pick<Advanced, 'paths'> | undefined;
}

/** How one call went. */
export type Probe = NonNullable<Awaited<ReturnType<Service['probe']>>>;

/** The background gave no answer at all. */
export type Silent = 'silent';

/** What is known so far; what is missing is still being asked. */
export interface Facts {
  saved?: { kind: 'connected'; at: Saved } | { kind: 'nothing' | 'unreadable' | Silent };
  /** Whether the browser lets us call the service. */
  mayReach?: boolean;
  heard: Partial<Record<Probing, Probe | Silent>>;
  /** Milliseconds of Current time, each time that it answered; null until all of them are in. */
  times: readonly number[] | null;
  /** Whether the browser says that there is no network. */
  isOffline: boolean;
  /** The link that was made on request; null where none was asked for. */
  add: 'adding' | Shortened | null;
}

/** In the order in which they are asked: what needs no credentials first. */
export const operations = ['time', 'token', 'music', 'grey', 'divisions'] as const satisfies Probing[];

export const nothingYet: Facts = { heard: {}, times: null, isOffline: false, add: null };

/** The connection that is saved, where there is one. */
export const savedIn = ({ saved }: Facts): Saved | undefined =>
  saved?.kind === 'connected' ? saved.at : undefined;

/** What failed, in the order in which it was asked; the link that was made on request comes last. */
export const failuresIn = ({ heard, add }: Facts): Failure[] =>
  [...operations.map((each) => heard[each]), add].flatMap((each) =>
    typeof each === 'object' && each !== null && !each.ok ? [each.failure] : [],
  );

/** Failures that leave open whether anybody is there. */
const unheard: readonly Failure['reason'][] = ['timeout', 'unreachable', 'interrupted', 'access-missing'];

/** Whether the service itself answered, well or not. */
export const isAnswered = (heard: Probe | Silent | undefined): heard is Probe =>
  heard !== undefined && heard !== 'silent' && (heard.ok || !unheard.includes(heard.failure.reason));
