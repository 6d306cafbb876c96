import { isbot } from 'isbot';
import { dayOf, type LinkOpens, type RequestStore, StoreUnavailableError } from '../store/contract.ts';

/** Milliseconds between two writes: opens in memory are lost when an instance is killed. */
const interval = 5000;

/** The most links with opens in memory. While the store is out of reach, no further ones are added beyond this limit. */
const maxLinks = 100_000;

/** The most links in one statement, so that it ends within its time. */
const maxBatchSize = 5000;

/** Parts of the User-Agent of programs that the package isbot takes for people, each with a page that documents it. */
const otherPrograms: readonly RegExp[] = [
  // Office opens a link itself before it gives it to the browser:
  // https://learn.microsoft.com/en-us/office/troubleshoot/office-suite-issues/click-hyperlink-to-sso-website
  /ms-office|microsoft office/i,
  // https://learn.microsoft.com/en-us/powershell/module/microsoft.powershell.utility/invoke-webrequest#-useragent
  /powershell\//i,
  // https://api.dart.dev/dart-io/HttpClient/userAgent.html
  /^dart\//i,
];

/**
 * Headers by which a browser or an app says that it fetches in advance: that of the Fetch standard, of older Chromium and
 * Safari, of Facebook's apps (https://www.facebook.com/business/help/1514372351922333), and of older Firefox
 * (https://developer.mozilla.org/docs/Web/HTTP/Link_prefetching_FAQ).
 */
const purposeHeaders = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** The headers of a request that say whether a person opens the link. */
export interface OpenRequest {
  agent: string | undefined;
  /** Why it was sent, if no person waits for the answer. */
  purpose: string | undefined;
}

/** `header` returns the value of a header whose name is in lower case. */
export function openRequestOf(header: (name: string) => string | undefined): OpenRequest {
  const purpose = purposeHeaders.map(header).find((value) => value !== undefined && value !== '');
  return { agent: header('user-agent'), purpose };
}

/** Every browser sends a User-Agent. */
const isPerson = ({ agent = '', purpose }: OpenRequest) =>
  purpose === undefined &&
  agent.trim() !== '' &&
  !isbot(agent) &&
  !otherPrograms.some((program) => program.test(agent));

export interface OpenCounter {
  /** Counts a redirect, if a person has requested it. */
  count: (id: string, request: OpenRequest) => void;
  /** Writes what has not been written yet, and ends. */
  close: () => Promise<void>;
}

interface CounterDeps {
  store: Pick<RequestStore, 'addOpens'>;
  /** Milliseconds since 1970. */
  now: () => number;
  report: (error: unknown) => void;
}

/** Counts opens in memory and writes them every `interval`, so that no request waits for it. */
export function createOpenCounter({ store, now, report }: CounterDeps): OpenCounter {
  let counted = new Map<string, LinkOpens>();

  const add = ({ id, count, day }: LinkOpens) => {
    const before = counted.get(id);
    if (!before && counted.size >= maxLinks) return;
    counted.set(id, { id, count: count + (before?.count ?? 0), day: Math.max(day, before?.day ?? 0) });
  };

  const writeAll = async () => {
    const left = [...counted.values()];
    counted = new Map();
    while (left.length > 0) {
      const batch = left.splice(0, maxBatchSize);
      try {
        await store.addOpens(batch);
      } catch (error) {
        report(error);
        left.splice(0).forEach(add);
        // Opens that may have been written would be counted twice.
        const mayBeWritten = error instanceof StoreUnavailableError && error.isUncertain;
        if (!mayBeWritten) batch.forEach(add);
      }
    }
  };

  let writing = Promise.resolve();
  const writeNext = () => {
    writing = writing.then(writeAll);
    return writing;
  };
  const timer = setInterval(() => void writeNext(), interval).unref();

  return {
    count: (id, request) => {
      if (isPerson(request)) add({ id, count: 1, day: dayOf(now() / 1000) });
    },
    close: () => {
      clearInterval(timer);
      return writeNext();
    },
  };
}
