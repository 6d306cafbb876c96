import type { Outcome } from '../shortening/request.ts';
import type { StoredItem } from '../storage/storage.ts';
import type { Warning } from '../url/contract.ts';
import type { Refusal } from '../failures/contract.ts';
import type { Failure } from '../failures/schema.ts';
import { interrupted } from '../failures/contract.ts';
import type { Links } from '../shortening/shortening.ts';
import type { ReadLink } from './target.ts';
import type { Act, Told } from './contract.ts';
import type { createKept, Place, Telling } from './stored-outcomes.ts';

/** A tab in which our content script runs, as the door of messages tells it. */
export interface Site {
  tabId: number;
  documentId: string | undefined;
  url: string;
}

/** A link, and the names of the parameters that were taken out of it. */
export interface Cleaned {
  link: string;
  removed: string[];
}

/** What telling needs of the world. */
export interface TellingWorld {
  links: Pick<Links, 'shorten' | 'show'>;
  kept: StoredItem<Telling[]>;
  readLink: ReadLink;
  /** Without what only tracks, where the person wants that. */
  clean(link: string): Promise<Cleaned>;
  warningOf(link: string): Warning | null;
  remedy(failure: Failure): Act | null;
  /** Whether a short link is to be copied as soon as it is made. */
  copies(): Promise<boolean>;
  sign(tabId: number, sign: '…' | '✓' | '!'): void;
  /** A short link has just been made for what was asked for there. */
  made(tabId: number, shortLink: string): unknown;
  /** Whether the browser let the toast in. */
  injectToast(tabId: number): Promise<boolean>;
  /** Whether the tab is there and, where a page of it is named, still shows that one. */
  isStillAt(place: Pick<Site, 'tabId'> & Partial<Site>): Promise<boolean>;
  isAnyWindowPrivate(): Promise<boolean>;
  mayTellQuietly(): Promise<boolean>;
  /** Copies and tells without a page; resolves with whether it was told. */
  tellQuietly(id: string, told: Told): Promise<boolean>;
  /** Opens the page that tells it; resolves with its tab. */
  openTold(id: string, tabId: number): Promise<number | undefined>;
  openOptions(): Promise<void>;
}

/** Something that was asked for while this worker lives. */
export interface Flight extends Place {
  id: string;
  ended: Promise<Telling>;
  /** A toast asks what it is to tell. */
  hear(): void;
  /** Told by other means: a toast that comes later has nothing to tell. */
  isElsewhere: boolean;
  isPrivate: boolean;
  /** Address of the page it was asked on, where the browser tells it. */
  page: string | undefined;
  /** The tab of the page that tells it. */
  toldIn?: number | undefined;
}

export interface Desk {
  world: TellingWorld;
  kept: ReturnType<typeof createKept>;
  /** The newest first. */
  flights: Flight[];
}

type Aimed = Omit<Telling, 'attempt' | 'told'>;

/** One document of a tab; Firefox names none, and a page keeps its origin. */
export const spotOf = ({ documentId, url }: Site): string => documentId ?? new URL(url).origin;

const toldOf = ({ warningOf, remedy }: TellingWorld, { wish, removed }: Aimed, outcome: Outcome): Told => {
  const { link } = wish;
  const act = (what: Act | null): Told['act'] => what && { what, id: crypto.randomUUID() };
  if (!outcome.ok) {
    const { failure } = outcome;
    return { link, removed, outcome: { ok: false, failure }, warning: null, act: act(remedy(failure)) };
  }
  const { shortLink, end, madeAt } = outcome;
  const isNew = madeAt === undefined;
  return {
    ...{ link, removed },
    outcome: { ok: true, shortLink, end, madeAt },
    warning: isNew ? warningOf(link) : null,
    act: act(isNew ? null : 'another'),
  };
};

export const run = async ({ world }: Desk, aimed: Aimed, refusal?: Refusal): Promise<Telling> => {
  const id = crypto.randomUUID();
  const failed = (failure: Failure): Outcome => ({ ok: false, id, failure });
  const outcome = refusal
    ? failed({ reason: refusal, made: 'no' })
    : await world.links.shorten({ ...aimed.wish, id }).catch(() => failed(interrupted));
  world.sign(aimed.tabId, outcome.ok ? '✓' : '!');
  // Not what had been made before, nor what another click is making.
  if (outcome.ok && outcome.id === id) world.made(aimed.tabId, outcome.shortLink);
  return { ...aimed, attempt: outcome.id, told: toldOf(world, aimed, outcome) };
};

/** Somebody hears it: its button works from now on; and it is news no longer, if `isHeard` says that it was heard. */
export const hand = async (
  { kept, world }: Desk,
  telling: Telling,
  isHeard: () => Promise<boolean>,
): Promise<boolean> => {
  // What a private window made is forgotten with the last of them, and so is what arrives later.
  if (!telling.wish.private || (await world.isAnyWindowPrivate())) await kept.keep(telling);
  const heard = await isHeard();
  if (heard) void world.links.show(telling.attempt, telling.wish.private).catch(() => null);
  return heard;
};
