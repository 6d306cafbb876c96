import type { Followed } from '../connection/follow.ts';
import type { Failure } from '../failures/schema.ts';
import type { Shortened } from '../connection/connection.ts';

/** The state of the test of a real link. In `asking` the person is asked where the short link led, which a tab shows. */
export type LinkTest =
  | { state: 'none' | 'creating' }
  | { state: 'failed'; failure: Failure }
  /** `isWhole`: the service answered this very address, so that no setting of ours is wrong. */
  | { state: 'opening' | 'arrived' | 'nowhere' | 'asking'; shortLink: string; isWhole?: boolean };

/** A link that was created for the test; `id` is that of its attempt. */
export type TestLink = { id: string } & Shortened;

export interface LinkTestDeps {
  /** Resolves once the person has answered the browser's question for access, where there is one. Does not reject. */
  access: Promise<unknown>;
  /** Creates one real link. Does not reject. */
  create(): Promise<TestLink>;
  /** Whether the browser lets us fetch from this origin. Does not reject. */
  mayReach(origin: string): Promise<boolean>;
  /** Opens the short link of an attempt in the background; null where that is not possible. Does not reject. */
  follow(id: string): Promise<Followed | null>;
  /** Opens an address in a tab. */
  open(address: string): void;
}

/**
 * Creates one real link and opens it, and reports each state as it is reached. Where the
 * browser does not show where the link leads, a tab opens it and the person is asked: a dead link is never reported as
 * good.
 */
export const runLinkTest = async (deps: LinkTestDeps, report: (test: LinkTest) => void): Promise<void> => {
  report({ state: 'creating' });
  await deps.access;
  const created = await deps.create();
  if (!created.ok) {
    report({ state: 'failed', failure: created.failure });
    return;
  }
  const { id, shortLink, isWhole } = created;
  const link = { shortLink, ...(isWhole && { isWhole }) };
  report({ state: 'opening', ...link });
  const isReachable = await deps.mayReach(new URL(shortLink).origin);
  const followed = isReachable ? await deps.follow(id) : null;
  if (followed === 'redirects') report({ state: 'arrived', ...link });
  else if (followed === 'nowhere') report({ state: 'nowhere', ...link });
  else {
    deps.open(shortLink);
    report({ state: 'asking', ...link });
  }
};
