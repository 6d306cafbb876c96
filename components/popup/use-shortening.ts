import { useRef, useState } from 'preact/hooks';
import { background } from '../../lib/background.ts';
import { ownTabId } from '../../lib/browser/tab-list.ts';
import { openInBackgroundTab } from '../../lib/browser/tabs.ts';
import type { CurrentPage } from '../../lib/browser/types.ts';
import { truncate } from '../../lib/characters/text.ts';
import { logAndReturn } from '../../lib/errors/error-log.ts';
import { unanswered } from '../../lib/failures/interrupted.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import type { Outcome, ShortenRequest } from '../../lib/shortening/request.ts';
import type { CopiedLink } from '../../lib/i18n/copied-link.ts';
import { longestTitle } from '../../lib/url/contract.ts';
import type { Validity } from '../../lib/validity/schema.ts';
import { settings } from '../page.ts';
import { copyWhenReady } from '../ui/copy-when-ready.ts';
import type { CreatedLink } from '../ui/Result.tsx';
import { useCountdown } from '../ui/use-countdown.ts';

export type LinkOptions = Pick<ShortenRequest, 'connection' | 'limit' | 'ending' | 'note'>;

/** Opens the link in a tab behind the page's, or behind this page if that has none. */
const openBehind = async (tabId: number | null, shortLink: string): Promise<void> => {
  const front = tabId ?? (await ownTabId());
  if (front !== undefined) await openInBackgroundTab(front, shortLink);
};

/** Shortens, and opens the link if the setting says so. Never rejects. */
const shorten = async (request: ShortenRequest, tabId: number | null): Promise<Outcome> => {
  const { id } = request;
  const outcome = (await background.shorten(request)) ?? { ...unanswered, id };
  // Another id in the outcome belongs to a link that already existed, or to a pending request of another click.
  if (settings.value.openAtOnce && outcome.ok && outcome.id === id)
    void openBehind(tabId, outcome.shortLink).catch(logAndReturn(undefined));
  return outcome;
};

/** Shortens a link: from the click to the created link or the failure. One click creates one link. */
export const useShortening = ({
  page,
  isAnother = false,
  copyLink,
  onOutcome,
}: {
  page: CurrentPage;
  /** Every request is for another link, even if one exists. */
  isAnother?: boolean;
  /** Copies the short link of an address that is being created; called inside the click. */
  copyLink(created: Promise<Pick<CopiedLink, 'shortLink' | 'expiresAt'>>, link: string): Promise<boolean>;
  /** Called with each outcome, also after the component has gone. */
  onOutcome?(outcome: Outcome): void;
}) => {
  const [created, setCreated] = useState<CreatedLink | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [sending, setSending] = useState(false);
  const [wait, startWait] = useCountdown();
  // A double click dispatches its second click before the state is updated, so the state cannot stop it.
  const busy = useRef(false);
  const last = useRef<{ link: string; validity: Validity; options: LinkOptions } | null>(null);
  /** The link for which the person has requested another short link; null after it was created. */
  const repeatedLink = useRef<string | null>(null);

  const showFailure = (next: Failure | null): void => {
    setFailure(next);
    startWait(next?.retryAfter ?? 0);
  };
  const settle = async (pending: Promise<Outcome>, link: string): Promise<void> => {
    const copying = settings.value.copyAtOnce
      ? copyWhenReady(pending, (promised) => copyLink(promised, link))
      : null;
    const outcome = await pending;
    onOutcome?.(outcome);
    const copied = await copying;
    busy.current = false;
    setSending(false);
    // The reason "interrupted" is a guess of this page: the next popup shows the outcome that the worker knows.
    const isGuess = !outcome.ok && outcome.failure.reason === 'interrupted';
    if (!isGuess) void background.acknowledge({ id: outcome.id, private: page.private });
    if (outcome.ok) repeatedLink.current = null;
    setCreated(outcome.ok ? { ...outcome, copied, limit: last.current?.options.limit } : null);
    if (!outcome.ok) showFailure(outcome.failure);
  };
  /** Does nothing while a request is pending. It copies, so call it inside the click. */
  const start = (link: string, validity: Validity, options: LinkOptions): void => {
    if (busy.current || wait > 0) return;
    busy.current = true;
    setSending(true);
    setFailure(null);
    last.current = { link, validity, options };
    const request: ShortenRequest = {
      ...options,
      id: crypto.randomUUID(),
      link,
      validity,
      another: isAnother || repeatedLink.current === link,
      title: truncate(page.title, longestTitle),
      private: page.private,
    };
    void settle(shorten(request, page.tabId), link);
  };
  /** Creates a new link although one exists; call it like `start`. */
  const createAnother = (): void => {
    if (!last.current) return;
    const { link, validity, options } = last.current;
    repeatedLink.current = link;
    start(link, validity, options);
  };
  /** Shows a rate limit that began in an earlier popup, or that there is none; does nothing while a request is pending. */
  const continueCountdown = (rateLimit: Failure | null): void => {
    if (!busy.current) showFailure(rateLimit);
  };
  /** Removes the refusal of a field, after a field was changed. */
  const clearRefusal = (): void =>
    setFailure((now) => (now?.hadEffect === 'no' && now.service === undefined ? null : now));
  const reset = (): void => {
    setCreated(null);
    setFailure(null);
  };
  return {
    created,
    failure,
    sending,
    /** Seconds until the service accepts the next request. */
    wait,
    start,
    createAnother,
    setFailure,
    continueCountdown,
    clearRefusal,
    reset,
  };
};
