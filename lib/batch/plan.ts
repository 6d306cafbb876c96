import { durations, presets } from '../validity/validity.ts';
import type { BrowserTab, TabSelection } from '../browser/types.ts';
import { readLink } from '../url/link.ts';
import type { LinkRefusal } from '../failures/contract.ts';
import { logAndReturn } from '../errors/error-log.ts';
import type { Attempt, Journal } from '../history/types.ts';

const idPattern = /^\d{1,10}$/;
const idListPattern = /^\d{1,10}(,\d{1,10})*$/;

/** The page that shortens these tabs; `readTabSelection` reads its query. */
export const batchPath = ({
  window,
  tabs,
  private: isPrivate,
  validity,
  connection,
}: TabSelection): string => {
  const selection = window === null ? `tabs=${tabs.join(',')}` : `window=${window}`;
  const chosen = validity ? `&validity=${validity}` : '';
  // The id of a connection is in Base64, of which `+` would be read as a space.
  const by = connection ? `&connection=${encodeURIComponent(connection)}` : '';
  return `/batch.html?${selection}${isPrivate ? '&private=1' : ''}${chosen}${by}`;
};

/**
 * Reads `?window=7` or `?tabs=3,4`, each with `&private=1` for a private window, `&validity=week` for a chosen validity,
 * `&connection=id` for a chosen connection and `&job=id` for a job that was begun; null for a query without tabs.
 */
export const readTabSelection = (search: string): TabSelection | null => {
  const query = new URLSearchParams(search);
  const [window, tabs] = [query.get('window'), query.get('tabs')];
  if (window === null ? !idListPattern.test(tabs ?? '') : !idPattern.test(window)) return null;
  return {
    window: window === null ? null : Number(window),
    tabs: tabs?.split(',').map(Number) ?? [],
    private: query.has('private'),
    validity: presets.find((each) => each === query.get('validity')) ?? null,
    connection: query.get('connection') ?? undefined,
    job: query.get('job') ?? undefined,
  };
};

export interface OpenTab extends BrowserTab {
  /** Names of the tracking parameters that were removed from its address. */
  removed: readonly string[];
  /** A short link may have been created for it before. */
  isUncertain?: boolean;
}

/** Why a tab is skipped: its address is not there yet or cannot be shortened, another tab has the same one, or it is not of this kind of window. */
export type SkipReason = LinkRefusal | 'loading' | 'duplicate' | 'private-tab' | 'ordinary-tab';

export interface Plan {
  included: { link: string; title: string; removed: readonly string[]; isUncertain: boolean }[];
  skipped: { link: string; title: string; reason: SkipReason }[];
}

/** Divides the tabs into those to shorten, each address once, and those to skip. A batch is either private or not. */
export const planBatch = (tabs: readonly OpenTab[], isPrivate: boolean): Plan => {
  const plan: Plan = { included: [], skipped: [] };
  const seen = new Set<string>();
  const skipReason = (tab: OpenTab): SkipReason | null => {
    if (tab.private !== isPrivate) return tab.private ? 'private-tab' : 'ordinary-tab';
    if (tab.isWaiting) return 'loading';
    const read = readLink(tab.link);
    if (!read.ok) return read.reason;
    return seen.has(tab.link) ? 'duplicate' : null;
  };
  for (const tab of tabs) {
    const { link, title, removed, isUncertain = false } = tab;
    const reason = skipReason(tab);
    if (reason) plan.skipped.push({ link, title, reason });
    else plan.included.push({ link, title, removed, isUncertain });
    if (tab.private === isPrivate) seen.add(link);
  }
  return plan;
};

/** After this time, an attempt without an outcome no longer counts. */
const maxAgeMs = durations.day * 1000;

/** An attempt that failed created no link, and says nothing about the one before it. */
const isUncertain = (attempts: readonly Attempt[], nowMs: number): boolean => {
  const [newest] = attempts
    .filter(({ state }) => state !== 'failed')
    .toSorted((one, other) => other.createdAt - one.createdAt);
  if (!newest || nowMs - newest.createdAt > maxAgeMs) return false;
  return newest.state === 'unknown' || newest.state === 'sending';
};

/** The addresses for which a short link may have been created within the last day, although no attempt says so. */
export const findUncertain = async (
  links: readonly string[],
  journal: Pick<Journal, 'findByLink'>,
  now = Date.now(),
): Promise<ReadonlySet<string>> => {
  const uncertain = new Set<string>();
  const check = async (link: string): Promise<void> => {
    const read = readLink(link);
    // Without the history, the list is as if nothing had been tried before.
    const attempts = read.ok ? await journal.findByLink(read.link).catch(logAndReturn([])) : [];
    if (isUncertain(attempts, now)) uncertain.add(link);
  };
  await Promise.all(links.map(check));
  return uncertain;
};
