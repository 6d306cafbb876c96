import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AppOptions } from './app.ts';
import { type CommonHeaders, createCommonHeaders } from './common-headers.ts';
import { redirectHeaders } from './links.ts';
import type { BegunLookup, StoredLink } from './store/contract.ts';

/** Answers a request, or calls `pass`: with the look-up if it has begun, so that it is not made twice. */
export type QuickRedirect = (
  request: IncomingMessage,
  response: ServerResponse,
  pass: (begun?: BegunLookup) => void,
) => void;

/** The path of a short link as this service writes it. */
const shortLinkPath = /^\/([A-Za-z0-9_-]{1,64})$/;

/**
 * Redirects from short links that exist, with the same bytes as the app and at half its cost: most requests are of this
 * kind. All others are passed to the app, which alone knows of missing links and errors.
 */
export function createQuickRedirect(
  options: Pick<AppOptions, 'store' | 'allowedHosts' | 'now' | 'observe'>,
): QuickRedirect {
  const { store, allowedHosts, now, observe } = options;
  const commonHeaders = createCommonHeaders(now);

  const lookUp = (id: string): BegunLookup['found'] => {
    try {
      return store.findLink(id, now() / 1000);
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new Error(String(error)));
    }
  };

  const redirect = (response: ServerResponse, headers: Readonly<Record<string, string>>, began: number) => {
    response.writeHead(302, headers).end();
    observe?.({ operation: 'redirect', outcome: 'success', seconds: (performance.now() - began) / 1000 });
  };

  return (request, response, pass) => {
    const id = shortLinkOf(request);
    if (id === undefined || !allowedHosts.has(request.headers.host?.toLowerCase() ?? '')) {
      pass();
      return;
    }

    const began = performance.now();
    const found = lookUp(id);
    const answer = (link: StoredLink | undefined) => {
      const headers = link && headersFor(link, commonHeaders());
      if (headers) redirect(response, headers, began);
      else pass({ found: link });
    };
    if (!(found instanceof Promise)) answer(found);
    else found.then(answer, () => pass({ found }));
  };
}

/** Undefined for a link that cannot be sent, although none such is stored. */
function headersFor({ link }: StoredLink, common: CommonHeaders) {
  try {
    return redirectHeaders(link, common);
  } catch {
    return undefined;
  }
}

/** The identifier in a request that is one for a short link and nothing else. */
function shortLinkOf({ method, url = '', headers }: IncomingMessage): string | undefined {
  if (method !== 'GET') return undefined;
  // The body of a request has to be read to its end, which the app does.
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return undefined;
  return shortLinkPath.exec(url)?.[1];
}
