import { interrupted } from '../failures/interrupted.ts';
import type { Shortened } from '../connection/service.ts';
import { isCallable } from '../connection/address.ts';
import { redirectSources, type ShortLinkCheck } from '../connection/check-short-link.ts';
import type { Failure } from '../failures/schema.ts';
import type { AttemptKey, Outcome, ShortenRequest } from '../shortening/request.ts';
import { type Choice, presets, presetValidity } from '../validity/validity.ts';

/** The state of the test of a real link. In `asking` the person is asked where the short link led, which a tab shows. */
export type LinkTest =
  | { state: 'none' | 'creating' }
  | { state: 'failed'; failure: Failure }
  /** `isWholeAddress`: the service answered this very address, so that no setting of ours is wrong. */
  | { state: 'opening' | 'arrived' | 'nowhere' | 'asking'; shortLink: string; isWholeAddress?: boolean };

/** The web page that the real link leads to. It is outside of every service: services refuse links to themselves. */
export const linkTestTarget = 'https://example.com/';

/** What the test calls. Nothing rejects. */
export interface LinkTestDeps {
  /** Resolves once the person has answered the browser's prompt for access, if there is one. */
  access: Promise<unknown>;
  /** The connection that creates the link; without one the default one. */
  connection?: { id?: string | undefined; address: string } | undefined;
  /** Whether the page is in a private window. */
  isPrivate: boolean;
  readOffered(): Promise<readonly Choice[]>;
  /** Null if the background gives no answer. */
  shorten(request: ShortenRequest): Promise<Outcome | null>;
  /** Marks the outcome as shown, so that no popup shows it again. */
  markShown(attempt: AttemptKey): void;
  /** Opens the short link of an attempt in the background; null if that is not possible. */
  checkShortLink(attempt: AttemptKey): Promise<ShortLinkCheck | null>;
  /** Origin of the service of the default connection; null if there is none. */
  readServiceOrigin(): Promise<string | null>;
  /** Whether an address redirects to something else than these sources of a content security policy. */
  redirectsElsewhere(address: string, sources: readonly string[]): Promise<boolean>;
  open(address: string): void;
}

/** Creates one real link with the shortest validity that is offered; `another` makes sure that it is a new one. */
const createLink = async (deps: LinkTestDeps, attempt: AttemptKey): Promise<Shortened> => {
  const offered = await deps.readOffered();
  const shortest = presets.find((each) => offered.includes(each)) ?? 'hour';
  const validity = presetValidity(shortest);
  const { connection: { id: connection } = {} } = deps;
  const request = { ...attempt, link: linkTestTarget, title: '', validity, another: true, connection };
  const outcome = await deps.shorten(request);
  deps.markShown(attempt);
  return outcome ?? { ok: false, failure: interrupted };
};

/** Whether a short link redirects to another host than its own site, the service and `linkTestTarget`. */
const leadsElsewhere = async (deps: LinkTestDeps, shortLink: string): Promise<boolean> => {
  // An address without https is one that the person has entered, and nothing can look where it redirects.
  if (!isCallable(new URL(shortLink))) return false;
  const service = deps.connection?.address ?? (await deps.readServiceOrigin());
  const sources = redirectSources(shortLink, service ?? shortLink);
  return deps.redirectsElsewhere(shortLink, [...sources, new URL(linkTestTarget).origin]);
};

/**
 * Creates one real link and opens it, and reports each state as it is reached. If the browser does not show where the
 * link leads, a tab opens it and the person is asked: a dead link is never reported as good.
 */
export const runLinkTest = async (deps: LinkTestDeps, report: (test: LinkTest) => void): Promise<void> => {
  report({ state: 'creating' });
  await deps.access;
  const attempt = { id: crypto.randomUUID(), private: deps.isPrivate };
  const created = await createLink(deps, attempt);
  if (!created.ok) {
    report({ state: 'failed', failure: created.failure });
    return;
  }

  const { shortLink, isWholeAddress } = created;
  const link = { shortLink, ...(isWholeAddress && { isWholeAddress }) };
  report({ state: 'opening', ...link });
  const shown = await deps.checkShortLink(attempt);
  if (shown === null) report({ state: 'failed', failure: interrupted });
  else if (shown === 'redirects') report({ state: 'arrived', ...link });
  // A tab sends cookies, so it opens no link that may lead to a private network.
  else if (shown === 'nowhere' || (await leadsElsewhere(deps, shortLink)))
    report({ state: 'nowhere', ...link });
  else {
    deps.open(shortLink);
    report({ state: 'asking', ...link });
  }
};
