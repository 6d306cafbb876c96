import type { Failure } from '../../lib/failures/schema.ts';
import type { Validity } from '../../lib/validity/schema.ts';
import type { Outcome } from '../../lib/shortening/request.ts';
import { useRef, useState } from 'preact/hooks';
import type { CurrentPage } from '../../lib/browser/types.ts';
import { truncate } from '../../lib/characters/text.ts';
import { longestTitle } from '../../lib/url/contract.ts';
import { copyWhenReady } from '../ui/copy-when-ready.ts';
import { useCountdown } from '../ui/use-countdown.ts';
import type { PopupActions } from './popup-actions.ts';

/** A short link as the popup shows it. */
export interface CreatedLink {
  shortLink: string;
  /** Unix seconds. */
  expiresAt: number | undefined;
  /** Milliseconds; set for a link that already existed. */
  createdAt?: number | undefined;
  /** Null if copying was not tried. */
  copied: boolean | null;
}

export interface Shortening {
  created: CreatedLink | null;
  failure: Failure | null;
  sending: boolean;
  /** Seconds until the service accepts the next request. */
  wait: number;
  /** Shortens; does nothing while a request is pending. It copies, so call it inside the click. */
  start(link: string, validity: Validity): void;
  /** Creates a new link although one exists; call it like `start`. */
  createAnother(): void;
  refuse(failure: Failure): void;
  /** Shows a failure whose pause began in an earlier popup, and counts that down; does nothing while a request is pending. */
  continuePause(failure: Failure): void;
  /** Removes the refusal of a field, after a field was changed. */
  clearRefusal(): void;
  reset(): void;
}

interface ShorteningOptions {
  page: CurrentPage;
  copyAtOnce: boolean;
  actions: Pick<PopupActions, 'shorten' | 'copy' | 'acknowledge'>;
}

/** The created link or the failure, and the seconds that the service wants the person to wait. */
const useResult = () => {
  const [created, setCreated] = useState<CreatedLink | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [wait, startWait] = useCountdown();
  const fail = (failed: Failure): void => {
    setFailure(failed);
    startWait(failed.retryAfter ?? 0);
  };
  return {
    created,
    failure,
    wait,
    show(outcome: Outcome, copied: boolean | null): void {
      setCreated(outcome.ok ? { ...outcome, copied } : null);
      if (!outcome.ok) fail(outcome.failure);
    },
    fail,
    refuse: setFailure,
    clearFailure: () => setFailure(null),
    clearRefusal: () =>
      setFailure((current) =>
        current?.linkCreated === 'no' && current.service === undefined ? null : current,
      ),
    reset(): void {
      setCreated(null);
      setFailure(null);
    },
  };
};

/** The last request, and the link for which another short link is requested until it is created. */
const useRequests = () => {
  const last = useRef<{ link: string; validity: Validity } | null>(null);
  const repeatedLink = useRef<string | null>(null);
  return {
    next(link: string, validity: Validity) {
      last.current = { link, validity };
      return { link, validity, another: repeatedLink.current === link };
    },
    requestAnother() {
      repeatedLink.current = last.current?.link ?? null;
      return last.current;
    },
    clearAnother() {
      repeatedLink.current = null;
    },
  };
};

/** Shortens a link: from the click to the result or the failure. One click creates one link. */
export const useShortening = ({ page, copyAtOnce, actions }: ShorteningOptions): Shortening => {
  const { show, fail, clearFailure, ...result } = useResult();
  const [sending, setSending] = useState(false);
  // A double click dispatches its second click before the state is updated, so the state cannot stop it.
  const busy = useRef(false);
  const requests = useRequests();

  const settle = async (pending: Promise<Outcome>): Promise<void> => {
    const copying = copyAtOnce ? copyWhenReady(pending, actions.copy) : null;
    const outcome = await pending;
    const copied = await copying;
    busy.current = false;
    setSending(false);
    // The reason "interrupted" is a guess of this page: the next popup shows the outcome that the worker knows.
    const isGuess = !outcome.ok && outcome.failure.reason === 'interrupted';
    if (!isGuess) actions.acknowledge(outcome.id, page.private);
    if (outcome.ok) requests.clearAnother();
    show(outcome, copied);
  };

  const start = (link: string, validity: Validity): void => {
    if (busy.current || result.wait > 0) return;
    busy.current = true;
    setSending(true);
    clearFailure();
    const about = { title: truncate(page.title, longestTitle), private: page.private };
    void settle(actions.shorten({ ...requests.next(link, validity), ...about, id: crypto.randomUUID() }));
  };

  const createAnother = (): void => {
    const last = requests.requestAnother();
    if (last) start(last.link, last.validity);
  };
  const continuePause = (failure: Failure): void => {
    if (!busy.current) fail(failure);
  };
  return { ...result, sending, start, createAnother, continuePause };
};
