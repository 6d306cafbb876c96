import type { Failure } from '../failures/contract.ts';
import type { Advanced, Probing } from '../api/contract.ts';
import type { Service } from '../connection/service.ts';
import type { LinkTest } from './link-test.ts';

/** The connection that is saved, as far as the doctor needs it. */
export interface Saved {
  address: string;
  /** Short link address; empty where it follows the service address. */
  template?: string;
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
  /** The real link that is tested on request. */
  link: LinkTest;
}

/** In the order in which they are asked: what needs no credentials first. */
export const operations = ['time', 'token', 'music', 'grey', 'divisions'] as const satisfies Probing[];

export const nothingYet: Facts = { heard: {}, times: null, isOffline: false, link: { state: 'none' } };

/** The connection that is saved, where there is one. */
export const savedIn = ({ saved }: Facts): Saved | undefined =>
  saved?.kind === 'connected' ? saved.at : undefined;

/** What failed, in the order in which it was called; the link that was created on request comes last. */
export const failuresIn = ({ heard, link }: Facts): Failure[] => {
  const failures = operations.flatMap((each) => {
    const probe = heard[each];
    return typeof probe === 'object' && !probe.ok ? [probe.failure] : [];
  });
  return link.state === 'failed' ? [...failures, link.failure] : failures;
};

/** Failures that leave open whether anybody is there. */
const unheard: readonly Failure['reason'][] = ['timeout', 'unreachable', 'interrupted', 'access-missing'];

/** Whether the service itself answered, well or not. */
export const isAnswered = (heard: Probe | Silent | undefined): heard is Probe =>
  heard !== undefined && heard !== 'silent' && (heard.ok || !unheard.includes(heard.failure.reason));
