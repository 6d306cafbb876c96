import { useEffect, useRef, useState } from 'preact/hooks';
import { background } from '../../lib/background.ts';
import type { CurrentPage } from '../../lib/browser/pages.ts';
import { logAndReturn } from '../../lib/errors/error-log.ts';
import { isCreated } from '../../lib/history/outcome.ts';
import type { Attempt } from '../../lib/history/types.ts';
import { offeredValidity } from '../../lib/settings/schema.ts';
import { type Draft, saveDraft } from '../../lib/shortening/draft.ts';
import type { UrlWarning } from '../../lib/url/contract.ts';
import { completeLink, readLink } from '../../lib/url/link.ts';
import { secretIn, urlWarningOf, withoutSecret } from '../../lib/url/warnings.ts';
import type { Choice } from '../../lib/validity/validity.ts';
import { connections, settings } from '../page.ts';
import { useValidity } from '../ui/ValidityFields.tsx';
import { isLoaded } from './Later.tsx';
import { readPage, useActiveLinks, useTracking } from './use-address.ts';
import { type FirstOutcome, type ShownLink, useShortening } from './use-shortening.ts';

/** A page, which chooses its address, may name any number of secret parameters. */
const maxSecrets = 5;

/** Whether this is the address of the page, with or without its password, its tracking parameters and its secret ones. */
const isAddressOf = (
  { link: address }: CurrentPage,
  link: string,
  withoutTracking: (link: string) => string,
): boolean => {
  if (address === null) return false;
  const read = readLink(address);
  const whole = [address, (!read.ok && read.withoutPassword) || address];
  let accepted = [...whole, ...whole.map(withoutTracking)];
  for (let removed = 0; removed < maxSecrets && !accepted.includes(link); removed += 1)
    accepted = accepted.map(withoutSecret);
  return accepted.includes(link);
};

/** A link that has expired before its outcome was seen is not shown. */
const isExpired = ({ expiresAt }: Attempt): boolean =>
  expiresAt !== undefined && expiresAt * 1000 <= Date.now();

/** The attempt of an earlier popup whose outcome was not seen, updated when its outcome arrives. */
const useEarlier = (isPrivate: boolean, isInTab: boolean) => {
  const [earlier, setEarlier] = useState<Attempt | null>(null);
  const show = (attempt: Attempt): void => {
    setEarlier(isExpired(attempt) ? null : attempt);
    if (attempt.state !== 'sending') void background.acknowledge({ id: attempt.id, private: isPrivate });
  };
  const load = async (): Promise<void> => {
    const found = await background.unacknowledged({ private: isPrivate });
    if (!found) return;
    show(found);
    if (found.state !== 'sending') return;
    await background.pendingAttempt({ id: found.id });
    const settled = await background.unacknowledged({ private: isPrivate });
    // Another popup may have shown it meanwhile.
    if (settled?.id === found.id) show(settled);
    else setEarlier(null);
  };
  useEffect(() => {
    if (!isInTab) void load();
  }, []);
  return { earlier, dismissEarlier: (): void => setEarlier(null) };
};

/** An earlier link for the address in the field: it is shown as if the popup had stayed open. */
const createdEarlier = (earlier: Attempt | null, link: string): ShownLink | null =>
  earlier && isCreated(earlier) && earlier.link === link
    ? { attempt: earlier, copied: null, undoSeconds: 0 }
    : null;

/**
 * The warning for an address, and the parameter that may sign other people in. Null for text that is refused. An address
 * that has short links was shared already, so it gets no other warning than that of such a parameter.
 */
const warningOf = (
  link: string,
  activeLinks: readonly Attempt[] | null,
): { warning: UrlWarning; secret?: string | undefined } | null => {
  const read = readLink(link);
  if (!read.ok) return null;
  const warning = urlWarningOf(read.link);
  if (warning === 'secret') return { warning, secret: secretIn(read.link) };
  return warning && !activeLinks?.length ? { warning } : null;
};

/** Stores what was typed and chosen for the next popup over the page, until a short link was created for it. */
const useDraft = (page: CurrentPage, begun: Draft, firstChoice: Choice, isUsed: boolean): void => {
  const { link, choice, customExpiry, options } = begun;
  const store = (draft: Draft | null): void => void saveDraft(page, draft).catch(logAndReturn(undefined));
  const isFirst = useRef(true);
  useEffect(() => {
    const isBegun = link !== null || choice !== firstChoice || Boolean(options);
    if (!isFirst.current) store(isBegun && !isUsed ? begun : null);
    isFirst.current = false;
  }, [link, choice, customExpiry, options]);
  useEffect(() => {
    if (isUsed) store(null);
  }, [isUsed]);
};

/** The state of the form over this page, which begins with a draft, and of its result. `first`: see `FirstOutcome`. */
export const useForm = (page: CurrentPage, draft: Draft | null, first: FirstOutcome | null) => {
  const [{ link: pageLink, hint }] = useState(() => readPage(page));
  const [link, setLink] = useState(draft?.link ?? pageLink);
  const tracking = useTracking(link, setLink);
  const isOfPage = isAddressOf(page, completeLink(link), tracking.withoutTracking);
  // The title of the page says nothing about another address.
  const title = isOfPage ? page.title : '';

  // A validity that is chosen here is stored at once, and is the first one of the next popup.
  const [firstChoice] = useState(() => offeredValidity(settings.value));
  const isDraftOffered = draft !== null && settings.value.offered.includes(draft.choice);
  const validity = useValidity(isDraftOffered ? draft.choice : firstChoice, draft?.customExpiry);
  const [options, setOptions] = useState(draft?.options ?? null);

  const shortening = useShortening({
    page: { ...page, title },
    first,
  });
  const { created, failure, sending } = shortening;
  /** Shows a rate limit that began in an earlier popup. */
  const continueRateLimit = async (connection: string): Promise<void> => {
    const rateLimit = await background.rateLimit({ connection });
    if (rateLimit) shortening.continueCountdown(rateLimit);
  };
  useEffect(() => {
    const [first] = connections.value;
    if (first) void continueRateLimit(first.id);
  }, []);

  const { earlier, dismissEarlier } = useEarlier(page.private, first !== null);
  // An earlier result is shown only while the person has not begun to use the form.
  const isUntouched = validity.chosen === firstChoice && isOfPage && !sending && !failure;
  const shown = created ?? (isUntouched ? createdEarlier(earlier, link) : null);
  // Its components are loaded after the first paint.
  const result = isLoaded.value ? shown : null;

  const isUsed = created !== null;
  const { chosen: choice, customExpiry } = validity;
  useDraft(page, { link: isOfPage ? null : link, choice, customExpiry, options }, firstChoice, isUsed);
  useEffect(() => {
    if (isUsed) setOptions(null);
  }, [isUsed]);

  /** What Undo has done to the last link. */
  const [undone, setUndone] = useState(first?.undone ?? '');
  useEffect(() => {
    if (sending) setUndone('');
  }, [sending]);
  const showUndone = (said: string): void => {
    shortening.reset();
    setUndone(said);
    // A reload would show the link as it was.
    if (first) history.replaceState(null, '', '#undone');
  };
  const startOver = (): void => {
    dismissEarlier();
    shortening.reset();
  };

  const activeLinks = useActiveLinks(
    isOfPage ? completeLink(link) : null,
    page.private,
    result?.attempt.shortLink,
  );
  return {
    page,
    first,
    /** The text of the field Link. It stays while a result is shown, for the button Shorten another. */
    link,
    setLink,
    /** Says why the field is empty. */
    hint,
    /** Puts the address of the page in the place of another one; null if it is in the field, or there is no page with an address. */
    usePage: isOfPage || first || pageLink === '' ? null : () => setLink(pageLink),
    title,
    tracking,
    validity,
    options,
    setOptions,
    shortening,
    earlier,
    dismissEarlier,
    result,
    undone,
    showUndone,
    startOver,
    activeLinks,
    warning: warningOf(link, activeLinks),
  };
};

export type Form = ReturnType<typeof useForm>;
