import type { Validity } from '../validity/schema.ts';
import type { Trigger } from './trigger.ts';
import { aimOf } from './target.ts';
import type { Act, Told } from './contract.ts';
import { type Desk, type Flight, hand, run, type Site, spotOf, type TellingWorld } from './outcome.ts';
import { createKept, type Telling } from './stored-outcomes.ts';

/** Milliseconds within which a toast that the browser let in speaks up. */
const patience = 1_500;

/** How many that were asked for are known at a time. */
const room = 20;

const tellQuietly = async (desk: Desk, { ended }: Flight): Promise<boolean> => {
  const telling = await ended;
  return hand(desk, telling, () => desk.world.tellQuietly(telling.id, telling.told));
};

/** Without a page where we may, else by a page of ours. */
const tellElsewhere = async (desk: Desk, flight: Flight): Promise<void> => {
  const { mayTellQuietly, openTold } = desk.world;
  flight.isElsewhere = true;
  // What a notice says the system may write down.
  const isTold = !flight.isPrivate && (await mayTellQuietly()) && (await tellQuietly(desk, flight));
  if (!isTold) flight.toldIn = await openTold(flight.id, flight.tabId);
};

const after = (ms: number): Promise<false> => new Promise((resolve) => setTimeout(() => resolve(false), ms));

const ask = async (desk: Desk, asked: Trigger, validity: Promise<Validity>): Promise<void> => {
  const { world, flights } = desk;
  const { tabId, title, page, private: isPrivate } = asked;
  const id = crypto.randomUUID();
  const begin = async (): Promise<Telling> => {
    const { link: meant, refusal } = aimOf(asked, world.readLink);
    const { link, removed } = refusal ? { link: meant, removed: [] } : await world.clean(meant);
    const wish = { link, title, validity: await validity, private: isPrivate };
    return run(desk, { id, tabId, wish, removed }, refusal);
  };
  world.sign(tabId, '…');
  let hear = (): void => undefined;
  const heard = new Promise<true>((resolve) => {
    hear = () => resolve(true);
  });
  const flight: Flight = { id, tabId, ended: begin(), hear, isElsewhere: false, isPrivate, page };
  flights.unshift(flight);
  flights.length = Math.min(flights.length, room);
  const injected = world.injectToast(tabId).then((isIn) => isIn && after(patience));
  if (!(await Promise.race([heard, injected]))) await tellElsewhere(desk, flight);
};

const originOf = (address: string): string | undefined => URL.parse(address)?.origin;

/**
 * The flight that this toast is to tell: the newest of its tab, asked on a page of its origin. It belongs to the first
 * document that asks.
 */
const flightOf = ({ flights }: Desk, site: Site): Flight | undefined => {
  const newest = flights.find(({ tabId }) => tabId === site.tabId);
  if (!newest || newest.isElsewhere || (newest.spot ?? spotOf(site)) !== spotOf(site)) return undefined;
  return originOf(newest.page ?? site.url) === originOf(site.url) ? newest : undefined;
};

/** What a page may know, whose browser may have been taken over: not the address, which a frame of another site may have. */
const forSite = (told: Told): Told => ({ ...told, link: '' });

/** What was told with this id: now on its way, or before this worker lived. */
const told = async (desk: Desk, id: string): Promise<Told | null> => {
  const { world, kept, flights } = desk;
  const flight = flights.find((each) => each.id === id);
  const telling = flight ? await flight.ended : await kept.find(id);
  if (!telling) return null;
  const tab = flight?.toldIn;
  await hand(desk, telling, async () => tab === undefined || world.isStillAt({ tabId: tab }));
  return telling.told;
};

/** What the button does makes a new outcome in the old one's place. */
const again = async (desk: Desk, before: Telling, act: Act): Promise<Telling> => {
  const { world, flights } = desk;
  const read = world.readLink(before.wish.link);
  const link = act === 'without-password' && !read.ok ? (read.without ?? '') : before.wish.link;
  const wish = { ...before.wish, link, ...(act === 'another' && { another: true }) };
  world.sign(before.tabId, '…');
  const ended = run(desk, { ...before, wish });
  const flight = flights.find(({ id }) => id === before.id);
  if (flight) flight.ended = ended;
  return ended;
};

/** The button with this id was pressed: it works once, and only where it was told. */
const act = async (desk: Desk, id: string, site: Site | null): Promise<Told | null> => {
  const { kept, world } = desk;
  const before = await kept.spend(id, site && { tabId: site.tabId, spot: spotOf(site) });
  const what = before?.told.act?.what;
  if (!before || !what) return null;
  if (what === 'settings') {
    await world.openOptions();
    return null;
  }
  const telling = await again(desk, before, what);
  await hand(desk, telling, async () => site === null || world.isStillAt(site));
  return site ? forSite(telling.told) : telling.told;
};

/**
 * Shortening without the popup: what was asked for by menu or shortcut is told by a toast on its page, where that comes
 * in, else by a notice or a page of ours. What nobody heard stays news for the popup.
 */
export const createTelling = (world: TellingWorld) => {
  const desk: Desk = { world, kept: createKept(world.kept), flights: [] };
  return {
    ask: (asked: Trigger, validity: Promise<Validity>): Promise<void> => ask(desk, asked, validity),
    /** A toast is there: whether it is to copy; null where nobody asked for anything on its page. */
    async toast(site: Site): Promise<{ copies: boolean } | null> {
      const flight = flightOf(desk, site);
      if (!flight) return null;
      flight.spot = spotOf(site);
      flight.hear();
      return { copies: await world.copies() };
    },
    /** How it ended, for the toast that asked before. */
    async toasted(site: Site): Promise<Told | null> {
      const flight = flightOf(desk, site);
      if (flight?.spot === undefined) return null;
      const telling = { ...(await flight.ended), spot: flight.spot };
      // What was asked for on the same tab meanwhile has taken this toast's place.
      await hand(desk, telling, async () => flightOf(desk, site) === flight && world.isStillAt(site));
      return forSite(telling.told);
    },
    /** For the page that tells it; null where that is gone. */
    told: (id: string): Promise<Told | null> => told(desk, id),
    /** Null for a button that is spent, and for one that gives no link. */
    act: (id: string, site: Site | null): Promise<Told | null> => act(desk, id, site),
    /** The last private window is gone. */
    forgetPrivate(): Promise<void> {
      desk.flights = desk.flights.filter(({ isPrivate }) => !isPrivate);
      return desk.kept.forgetPrivate();
    },
  };
};
