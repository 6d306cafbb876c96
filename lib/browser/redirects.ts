import { withTimeout } from '../async/timeout.ts';

/** The time for the request with all its redirects. */
const requestLimitMs = 8_000;

/** Within this time, the browser reports a redirect that it has not followed. */
const reportLimitMs = 500;

/** Loads an empty frame, whose content security policy allows requests to these sources only. */
const load = async (frame: HTMLIFrameElement, sources: readonly string[]): Promise<void> => {
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  document.body.append(frame);
  // Firefox replaces the first empty document when the frame is loaded.
  await loaded;
  const inside = frame.contentDocument;
  const policy = inside?.createElement('meta');
  if (!inside || !policy) throw new Error('The frame has no document.');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = `connect-src ${sources.join(' ')}`;
  inside.head.append(policy);
};

/**
 * Whether an address redirects to something else than these sources of a content security policy. The browser compares each
 * redirect with the policy before it follows it, so that nothing else gets a request. Sends no cookies.
 */
export const redirectsElsewhere = async (address: string, sources: readonly string[]): Promise<boolean> => {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  try {
    await load(frame, sources);
    const reported = new Promise<boolean>((resolve) =>
      frame.contentDocument?.addEventListener('securitypolicyviolation', () => resolve(true)),
    );
    const options = {
      mode: 'no-cors',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(requestLimitMs),
    } as const;
    const isFetched = await frame.contentWindow?.fetch(address, options).then(
      () => true,
      () => false,
    );
    if (isFetched) return false;
    return await withTimeout(reported, { milliseconds: reportLimitMs, onTimeout: () => false });
  } finally {
    frame.remove();
  }
};
