import { createCountBuffer } from './count-buffer.ts';
import { dayOf, type LinkOpens, type RequestStore } from './store/contract.ts';

/** Parts of the User-Agent of programs that follow links for previews or for search engines. */
const agents =
  /bot\b|bot\/|crawl|spider|preview|facebookexternalhit|whatsapp\/|slack-imgproxy|embedly|iframely|pinterest\/|mastodon|skypeuripreview|google-safety|googleother|feedfetcher|ms-office|microsoft office|viber\/|vkshare|kakaotalk-scrap|line-poker|headlesschrome/i;

/** The headers of a request that say whether a person opens the link. */
export interface OpenRequest {
  agent: string | undefined;
  /** The header Sec-Purpose or Purpose, by which a browser says that it fetches in advance. */
  purpose: string | undefined;
}

export interface OpenCounter {
  /** Counts a redirect, unless a program or a prefetch has requested it. */
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

/** Counts opens in memory and writes them from time to time. */
export function createOpenCounter({ store, now, report }: CounterOptions): OpenCounter {
  const { add, close } = createCountBuffer<LinkOpens>({
    keyOf: ({ id }) => id,
    write: (opens) => store.addOpens(opens),
    report,
  });

  return {
    count: (id, { agent = '', purpose = '' }) => {
      if (purpose === '' && !agents.test(agent)) add({ id, count: 1, day: dayOf(now() / 1000) });
    },
    close,
  };
}
