import { dayOf, type LinkOpens, type RequestStore, StoreUnavailableError } from './store/contract.ts';

/** Milliseconds between two writes: what an instance has in memory may be lost when it is killed. */
const interval = 5000;

/** The most links of which opens are in memory: beyond it, while the store is out of reach, they are not counted. */
const maxLinks = 100_000;

/** Programs that open links to show what is behind them, or to look for pages; part of their User-Agent. */
const agents =
  /bot\b|bot\/|crawl|spider|preview|facebookexternalhit|whatsapp\/|slack-imgproxy|embedly|iframely|pinterest\/|mastodon|skypeuripreview|google-safety|googleother|feedfetcher|ms-office|microsoft office|viber\/|vkshare|kakaotalk-scrap|line-poker|headlesschrome/i;

/** The headers of a request that say whether a person opens the link. */
export interface OpenRequest {
  agent: string | undefined;
  /** Of Sec-Purpose or Purpose: a browser that fetches in advance says so. */
  purpose: string | undefined;
}

export interface OpenCounter {
  /** Counts a redirect, unless nobody has opened the link. */
  count: (id: string, request: OpenRequest) => void;
  /** Writes what has not been written yet, and ends. */
  close: () => Promise<void>;
}

interface CounterOptions {
  store: Pick<RequestStore, 'addOpens'>;
  /** Milliseconds since 1970. */
  now: () => number;
  report: (error: unknown) => void;
}

/** Counts opens in memory and writes them every `interval`, so that no redirect waits for it. */
export function createOpenCounter({ store, now, report }: CounterOptions): OpenCounter {
  let opens = new Map<string, LinkOpens>();

  const write = async () => {
    if (opens.size === 0) return;
    const written = opens;
    opens = new Map();
    try {
      await store.addOpens([...written.values()]);
    } catch (error) {
      report(error);
      // What may have been written would be counted twice.
      if (error instanceof StoreUnavailableError && error.isUncertain) return;
      for (const each of written.values()) add(each);
    }
  };

  const add = ({ id, count, day }: LinkOpens) => {
    const counted = opens.get(id);
    if (!counted && opens.size >= maxLinks) return;
    opens.set(id, { id, count: count + (counted?.count ?? 0), day: Math.max(day, counted?.day ?? 0) });
  };

  let writing = Promise.resolve();
  const writeNext = () => {
    writing = writing.then(write);
    return writing;
  };
  const timer = setInterval(() => void writeNext(), interval).unref();

  return {
    count: (id, { agent = '', purpose = '' }) => {
      if (purpose === '' && !agents.test(agent)) add({ id, count: 1, day: dayOf(now() / 1000) });
    },
    close: () => {
      clearInterval(timer);
      return writeNext();
    },
  };
}
