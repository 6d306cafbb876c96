import { useRef, useState } from 'preact/hooks';
import { background } from '../../lib/background.ts';
import { ownTabId } from '../../lib/browser/tab-list.ts';
import { openInBackgroundTab } from '../../lib/browser/tabs.ts';
import type { CurrentPage } from '../../lib/browser/pages.ts';
import { truncate } from '../../lib/characters/text.ts';
import { logAndReturn } from '../../lib/errors/error-log.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import { type CreatedAttempt, failureOf, isCreated } from '../../lib/history/outcome.ts';
import type { Attempt } from '../../lib/history/types.ts';
import { unansweredAttempt } from '../../lib/shortening/new-attempt.ts';
import type { ShortenRequest } from '../../lib/shortening/request.ts';
import { undoSeconds } from '../../lib/shortening/undo.ts';
import { longestTitle } from '../../lib/url/contract.ts';
import type { Validity } from '../../lib/validity/schema.ts';
import { settings } from '../page.ts';
import { copyCreated } from '../ui/copy-created.ts';
import { useCountdown } from '../ui/use-countdown.ts';

export type LinkOptions = Pick<ShortenRequest, 'connection' | 'limit' | 'ending' | 'note'>;

/** Opens the link in a tab behind the page's, or behind this page if that has none. */
const openBehind = async (tabId: number | null, shortLink: string): Promise<void> => {
  const front = tabId ?? (await ownTabId());
  if (front !== undefined) await openInBackgroundTab(front, shortLink);
};

/** A link that was created, as the popup shows it. */
export interface ShownLink {
  attempt: CreatedAttempt;
  /** Whether the clipboard has it; null if copying was not tried. */
  copied: boolean | null;
  /** For how long it can be undone. */
  undoSeconds: number;
}

/** What the popup shows first in a tab: the outcome of a request without it. */
export interface FirstOutcome {
  request: { link: string; validity: Validity; connection?: string | undefined };
  link: ShownLink | null;
  failure: Failure | null;
  /** The id of its attempt. */
  attempt: string;
  /** What Undo has done. */
  undone: string;
  /** What is to be said of the address, and of the field in which it was selected. */
  notes: readonly string[];
  /** Why the address may not be meant for others; empty for an ordinary one. */
  warning: string;
}

/** Shortens a link: from the click to the created link or the failure. One click creates one link. */
export const useShortening = ({
  page,
  first = null,
  isAnother = false,
  mayCopy = () => true,
  onSettled,
}: {
  page: CurrentPage;
  first?: FirstOutcome | null;
  /** Every request is for another link, even if one exists. */
  isAnother?: boolean;
  /** Whether a created link may still be copied: what is in the clipboard stays there if the person has left. */
  mayCopy?(): boolean;
  /** Called with each attempt once it is settled, also after the component has gone. */
  onSettled?(attempt: Attempt): void;
}) => {
  const [created, setCreated] = useState(first && first.link);
  const [failure, setFailure] = useState(first && first.failure);
  const [sending, setSending] = useState(false);
  const [wait, startWait] = useCountdown(failure?.retryAfter);
  // A double click dispatches its second click before the state is updated, so the state cannot stop it.
  const busy = useRef(false);
  const last = useRef<{ link: string; validity: Validity; options: LinkOptions } | null>(
    first && { ...first.request, options: { connection: first.request.connection } },
  );
  /** The id of the last attempt that created no link. */
  const failed = useRef(first?.attempt);
  /** The link for which the person has requested another short link; null after it was created. */
  const repeatedLink = useRef<string | null>(null);

  const showFailure = (next: Failure | null): void => {
    setFailure(next);
    startWait(next?.retryAfter ?? 0);
  };
  /** Sends the request, copies the link that it creates, and opens it if the setting says so. Never rejects. */
  const send = async (request: ShortenRequest): Promise<void> => {
    const { openAtOnce, copyAtOnce } = settings.value;
    const answering = background.shorten(request);
    const toCopy = answering.then((attempt) =>
      attempt && isCreated(attempt) && mayCopy()
        ? { ...attempt, link: request.link, title: page.title }
        : null,
    );
    const copying = copyAtOnce ? copyCreated(toCopy) : null;
    const answer = await answering;
    const attempt = answer ?? unansweredAttempt(request);
    // Another id belongs to a link that already existed, or to a pending request of another click.
    if (openAtOnce && isCreated(attempt) && attempt.id === request.id)
      void openBehind(page.tabId, attempt.shortLink).catch(logAndReturn(undefined));
    onSettled?.(attempt);
    const copied = await copying;
    busy.current = false;
    setSending(false);
    // Without an answer, the next popup shows what the worker knows of the outcome.
    if (answer) void background.acknowledge({ id: attempt.id, private: page.private });
    if (!isCreated(attempt)) {
      failed.current = attempt.id;
      setCreated(null);
      showFailure(failureOf(attempt));
      return;
    }
    repeatedLink.current = null;
    setCreated({ attempt, copied, undoSeconds: attempt.isReused ? 0 : undoSeconds });
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
    void send(request);
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
    failed,
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
