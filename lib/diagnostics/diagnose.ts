import type { Probing } from '../api/contract.ts';
import { type Facts, nothingYet, operations, type Probe, type Saved, type Silent } from './facts.ts';

/** What the doctor asks. Nothing rejects. */
export interface World {
  /** The connection that is saved; null where there is none. */
  saved(): Promise<Saved | null | Silent>;
  mayReach(origin: string): Promise<boolean>;
  /** Calls an operation once; null where the saved connection cannot be read. */
  probe(operation: Probing): Promise<Probe | null | Silent>;
  isOffline(): boolean;
  pause?(milliseconds: number): Promise<void>;
}

/** Milliseconds after which a call does not keep the next one waiting. */
const step = 1000;
/** Milliseconds: a call ends in 8 s, and what has not answered by then is silent. */
const patience = 10_000;
/** How often Current time is asked, the first time included. */
const samples = 3;

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

const savedFact = async (ask: World): Promise<Facts['saved']> => {
  const at = await ask.saved();
  if (at === null) return { kind: 'nothing' };
  if (at !== 'silent') return { kind: 'connected', at };
  // A background that answers, but not with the connection, cannot read it.
  return { kind: (await ask.probe('time')) === null ? 'unreadable' : 'silent' };
};

/** The same world, which never lets one wait longer than `patience`. */
const patient = (world: World): World => {
  const pause = world.pause ?? sleep;
  const inTime = <Value>(asked: Promise<Value>): Promise<Value | Silent> =>
    Promise.race([asked, pause(patience).then(() => 'silent' as const)]);
  return {
    ...world,
    pause,
    saved: () => inTime(world.saved()),
    mayReach: async (origin) => (await inTime(world.mayReach(origin))) === true,
    probe: (operation) => inTime(world.probe(operation)),
  };
};

/** Calls every operation once, one after another where they are quick. */
const callAll = async (ask: World, learn: (operation: Probing, heard: Probe | Silent) => void) => {
  const flights = [];
  for (const operation of operations) {
    const flight = ask.probe(operation).then((heard) => learn(operation, heard ?? 'silent'));
    flights.push(flight);
    await Promise.race([flight, ask.pause?.(step)]);
  }
  await Promise.all(flights);
};

/** Milliseconds of Current time, the first of which is known. */
const measure = async (ask: World, first: Probe | Silent | undefined): Promise<number[]> => {
  const times: number[] = [];
  let heard: Probe | Silent | null | undefined = first;
  while (heard && heard !== 'silent' && heard.ok) {
    times.push(heard.milliseconds);
    if (times.length === samples) break;
    heard = await ask.probe('time');
  }
  return times;
};

/**
 * Looks at the connection from the ground up and tells what is known as soon as it is; ends in about 30 s whatever is
 * broken. Makes nothing at the service but a token.
 */
export const examine = async (world: World, tell: (facts: Facts) => void): Promise<void> => {
  const ask = patient(world);
  let facts: Facts = { ...nothingYet, isOffline: world.isOffline() };
  const learn = (more: Partial<Facts>): void => tell((facts = { ...facts, ...more }));
  const saved = await savedFact(ask);
  learn({ ...(saved && { saved }) });
  if (saved?.kind !== 'connected') return;
  const mayReach = await ask.mayReach(new URL(saved.at.address).origin);
  learn({ mayReach });
  if (!mayReach) return;
  await callAll(ask, (operation, heard) => learn({ heard: { ...facts.heard, [operation]: heard } }));
  learn({ times: await measure(ask, facts.heard.time) });
};
