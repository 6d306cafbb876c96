import { background } from '../../lib/background.ts';
import { isPrivateWindow } from '../../lib/browser/pages.ts';
import { requestTemporaryAccess } from '../../lib/browser/permissions.ts';
import { redirectsElsewhere } from '../../lib/browser/redirects.ts';
import { isCallable, originToRequest } from '../../lib/connection/address.ts';
import { redirectSources } from '../../lib/connection/check-short-link.ts';
import type { ConnectionView } from '../../lib/connection/connect.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import { interrupted } from '../../lib/failures/interrupted.ts';
import { isCreated } from '../../lib/history/outcome.ts';
import { presets, presetValidity } from '../../lib/validity/validity.ts';
import { goToAddress, settings } from '../page.ts';

/** Where the real link leads to. It is outside of every service: services refuse links to themselves. */
export const linkTestTarget = 'https://example.com/';

/**
 * The test of a real link. In `asking` the person is asked where the short link led, which a tab shows. `isWholeAddress`: the
 * service answered this very address, so that no setting of ours is wrong.
 */
export type LinkTest =
  | { state: 'running' }
  | { state: 'failed'; failure: Failure }
  | { state: 'arrived' | 'nowhere' | 'asking'; shortLink: string; isWholeAddress?: boolean | undefined };

/** Whether a short link redirects to another host than its own site, the service and `linkTestTarget`. */
const leadsElsewhere = async (shortLink: string, { address }: ConnectionView): Promise<boolean> => {
  // An address without https is one that the person has entered, and nothing can look where it redirects.
  if (!isCallable(new URL(shortLink))) return false;
  const sources = redirectSources(shortLink, address);
  return redirectsElsewhere(shortLink, [...sources, new URL(linkTestTarget).origin]);
};

const createAndOpen = async (connection: ConnectionView): Promise<LinkTest> => {
  const key = { id: crypto.randomUUID(), private: isPrivateWindow() };
  const { offered } = settings.value;
  const shortest = presets.find((each) => offered.includes(each)) ?? 'hour';
  const request = { link: linkTestTarget, title: '', validity: presetValidity(shortest) };
  // `another` creates a new link even if the history contains one for this page.
  const attempt = await background.shorten({
    ...key,
    ...request,
    another: true,
    connection: connection.id,
  });
  // No popup shows this outcome again.
  void background.acknowledge(key);
  if (!attempt || !isCreated(attempt)) return { state: 'failed', failure: attempt?.failure ?? interrupted };

  const { shortLink, isWholeAddress } = attempt;
  const link = { shortLink, isWholeAddress };
  const shown = await background.checkShortLink(key);
  if (!shown) return { state: 'failed', failure: interrupted };
  if (shown === 'redirects') return { state: 'arrived', ...link };
  // A tab sends cookies, so it opens no link that may lead to a private network.
  if (shown === 'nowhere' || (await leadsElsewhere(shortLink, connection)))
    return { state: 'nowhere', ...link };
  goToAddress(shortLink);
  return { state: 'asking', ...link };
};

/**
 * Creates one real link by a connection, with the shortest validity that is offered, opens it, and compares where it leads. If the
 * browser does not show that, a tab opens it and the person is asked: a dead link is never reported as good. Call it inside the
 * click: it may request access to the host of the short links, which it revokes afterwards.
 */
export const runLinkTest = async (connection: ConnectionView): Promise<LinkTest> => {
  const origin = originToRequest(connection);
  const access = origin === null ? null : requestTemporaryAccess(origin);
  try {
    await access?.granted;
    return await createAndOpen(connection);
  } finally {
    await access?.revoke();
  }
};
