import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { CurrentPage } from '../../lib/browser/types.ts';
import { copyPending } from '../../lib/formats/copy-pending.ts';
import type { CopyFormat } from '../../lib/formats/names.ts';
import type { Attempt } from '../../lib/history/types.ts';
import type { PolicySettings } from '../../lib/settings/policy.ts';
import type { Draft, DraftOptions } from '../../lib/shortening/draft.ts';
import type { Settings, ValiditySettings } from '../../lib/settings/schema.ts';
import { completeLink, readLink } from '../../lib/url/link.ts';
import { withoutSecret } from '../../lib/url/warnings.ts';
import type { Preset } from '../../lib/validity/validity.ts';
import type { LinkCopier } from '../ui/link-copier.ts';
import type { CreatedLink } from '../ui/Result.tsx';
import { useValidity, type ValidityState } from '../ui/ValidityFields.tsx';
import { type Back, Header, NotConnected, Title } from './Header.tsx';
import type { LazyParts } from './lazy-parts.tsx';
import type { FirstActions, LazyActions, PopupActions } from './popup-actions.ts';
import { ShortenForm } from './ShortenForm.tsx';
import { useActiveLinks, useAddress, useTracking, warningOf } from './use-address.ts';
import { type ShorteningOptions, useShortening } from './use-shortening.ts';

type PopupSettings = 'connected' | 'offered' | 'copyAtOnce' | 'removeTracking' | 'musicOff';

export interface PopupProps
  extends Pick<Settings & PolicySettings, PopupSettings>, ValiditySettings, CopyFormat {
  page: CurrentPage;
  /** The validity that is offered first. */
  choice: Preset;
  /** What was typed and chosen in an earlier popup over the page. */
  draft: Draft | null;
  actions: FirstActions;
  /** Loaded after the first paint. */
  lazyActions(): Promise<LazyActions>;
}

/** A link that has expired before its outcome was seen is not shown. */
const isExpired = ({ expiresAt }: Attempt): boolean =>
  expiresAt !== undefined && expiresAt * 1000 <= Date.now();

/** The attempt of an earlier popup whose outcome was not seen, updated when its outcome arrives. */
const useEarlier = ({ page, connected, actions }: PopupProps) => {
  const [earlier, setEarlier] = useState<Attempt | null>(null);
  const show = (attempt: Attempt): void => {
    setEarlier(isExpired(attempt) ? null : attempt);
    if (attempt.state !== 'sending') actions.acknowledge(attempt.id, page.private);
  };
  const load = async (): Promise<void> => {
    const found = await actions.unacknowledged(page.private);
    if (!found || !connected) return;
    show(found);
    if (found.state !== 'sending') return;
    await actions.pendingOutcome(found.id);
    const settled = await actions.unacknowledged(page.private);
    // Another popup may have shown it meanwhile.
    if (settled?.id === found.id) show(settled);
    else setEarlier(null);
  };
  // Always sent, even without a connection: the background clears its badge when it gets this message.
  useEffect(() => void load(), []);
  return { earlier, dismiss: () => setEarlier(null) };
};

/** An earlier link for the address in the field: it is shown as if the popup had stayed open. */
const createdEarlier = (earlier: Attempt | null, link: string): CreatedLink | null =>
  earlier?.shortLink !== undefined && earlier.link === link
    ? { shortLink: earlier.shortLink, expiresAt: earlier.expiresAt, limit: earlier.limit, copied: null }
    : null;

/** Whether this is the address of the page, with or without its password or a secret parameter. */
const isAddressOf = ({ link: address }: CurrentPage, link: string): boolean => {
  if (address === null) return false;
  const read = readLink(address);
  return [address, withoutSecret(address), !read.ok && read.withoutPassword].includes(link);
};

/** Pixels of the address below the title of a result. */
const addressHeight = 16;

/** The last heights of the form, in pixels: nothing moves when its result takes its place, or while it is sent again. */
const useHeights = (sending: boolean) => {
  const main = useRef<HTMLElement>(null);
  const heights = useRef({ main: 0, form: 0 });
  useLayoutEffect(() => {
    const form = main.current?.querySelector('form');
    if (form && main.current && !sending)
      heights.current = { main: main.current.offsetHeight, form: form.offsetHeight };
  });
  return { main, heights: heights.current };
};

type Loaded = LazyParts & { actions: PopupActions };

const loadParts = async (): Promise<LazyParts> => (await import('./lazy-parts.tsx')).lazyParts;

/** Null until they are loaded, after the form has appeared. */
const useLazyParts = ({ actions, lazyActions }: PopupProps): Loaded | null => {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const load = async (): Promise<void> => {
    const [lazyParts, others] = await Promise.all([loadParts(), lazyActions()]);
    setLoaded({ ...lazyParts, actions: { ...actions, ...others } });
  };
  useEffect(() => void load(), []);
  return loaded;
};

interface DraftState {
  /** Null for the address of the page. */
  link: string | null;
  validity: ValidityState;
  options: DraftOptions | null;
  setOptions(options: null): void;
  /** A short link was created for it. */
  isUsed: boolean;
}

/** Stores what was typed and chosen, for the next popup over the page, until it is used. */
const useDraft = (
  { page, choice, actions }: PopupProps,
  { link, validity, options, setOptions, isUsed }: DraftState,
): void => {
  const { chosen, customExpiry } = validity;
  const isFirst = useRef(true);
  useEffect(() => {
    const isBegun = !isUsed && (link !== null || chosen !== choice || options !== null);
    if (!isFirst.current)
      actions.saveDraft(page, isBegun ? { link, choice: chosen, customExpiry, options } : null);
    isFirst.current = false;
  }, [link, chosen, customExpiry, options]);
  useEffect(() => {
    if (!isUsed) return;
    actions.saveDraft(page, null);
    setOptions(null);
  }, [isUsed]);
};

/** The format to copy in, and what copies a link with this title as soon as it is created. */
const useFormat = (props: PopupProps, title: string) => {
  const [format, setFormat] = useState(props.format);
  const copyPendingLink: ShorteningOptions['copyPending'] = (promised, link) => {
    // The formats are loaded after the first paint.
    const content = Promise.all([promised, loadParts()]).then(([created, { copiedContent }]) =>
      copiedContent([{ ...created, link, title }], { ...props, format }),
    );
    return copyPending(content, format, props.actions.copy);
  };
  return { format, setFormat, copyPending: copyPendingLink };
};

/** The state of the form and of its result. */
const usePopup = (props: PopupProps) => {
  const { page, connected, connections, choice, copyAtOnce, removeTracking, draft, offered, actions } = props;
  const isOffered = draft && offered.includes(draft.choice);
  const address = useAddress(page, draft);
  const { link } = address;
  const validity = useValidity(isOffered ? draft.choice : choice, draft?.customExpiry);
  const [options, setOptions] = useState(draft?.options ?? null);
  const tracking = useTracking({ ...address, removeAtOnce: removeTracking, actions });
  const isOfPage = isAddressOf(page, completeLink(link)) || tracking.isCleanedFrom(page.link);
  // The title of the page says nothing about another address.
  const title = isOfPage ? page.title : '';
  const formats = useFormat(props, title);
  const shortening = useShortening({ ...formats, page: { ...page, title }, copyAtOnce, actions });
  useEffect(() => {
    if (connections[0])
      void actions
        .rateLimit(connections[0].id)
        .then((rateLimit) => rateLimit && shortening.continueCountdown(rateLimit));
  }, []);
  /** What Undo has done to the last link. */
  const [undone, setUndone] = useState('');
  useEffect(() => setUndone(''), [shortening.sending]);
  const onUndone = (said: string): void => {
    shortening.reset();
    setUndone(said);
  };
  const { earlier, dismiss } = useEarlier(props);
  // An earlier result is shown only while the person has not begun to use the form.
  const isUntouched = validity.chosen === choice && isOfPage;
  const isIdle = !shortening.sending && !shortening.failure;
  const result = shortening.created ?? (isIdle && isUntouched ? createdEarlier(earlier, link) : null);
  const isUsed = shortening.created !== null;
  useDraft(props, { link: isOfPage ? null : link, validity, options, setOptions, isUsed });
  const activeLinks = useActiveLinks({
    page,
    address: connected && isOfPage ? completeLink(link) : null,
    shownLink: result?.shortLink,
    actions,
  });
  const warning = warningOf(link, activeLinks);
  return {
    address,
    validity,
    options,
    setOptions,
    tracking,
    activeLinks,
    warning,
    title,
    earlier,
    result,
    undone,
    ...formats,
    shortening,
    dismiss,
    onUndone,
  };
};

interface ContentProps extends PopupProps {
  state: ReturnType<typeof usePopup>;
  lazyParts: (Loaded & { copier: LinkCopier }) | null;
  isQrShown: boolean;
  showQr(isShown: boolean): void;
}

/** The title, and below it the form with the outcome of an earlier popup, or its result. */
const Content = (props: ContentProps) => {
  const { state, lazyParts, page } = props;
  const { shortening, earlier, result, title, dismiss } = state;
  const { sending } = shortening;
  const { main, heights } = useHeights(sending);
  const hasResult = lazyParts && result;
  const dismissNotice = (): void => {
    dismiss();
    main.current?.querySelector<HTMLElement>('#link')?.focus();
  };
  const address = hasResult ? lazyParts.readableAddress(state.address.link).replace(/^https?:\/\//, '') : '';
  return (
    <main ref={main} style={sending && !hasResult ? { minBlockSize: `${heights.main}px` } : {}}>
      <Title title={title} link={state.address.link} shown={address} />
      {hasResult ? (
        <lazyParts.Result
          key={result.shortLink}
          {...props}
          {...state}
          {...shortening}
          {...result}
          {...lazyParts}
          link={state.address.link}
          height={heights.form - (title ? addressHeight : 0)}
        />
      ) : (
        <>
          {earlier && lazyParts && (
            <lazyParts.EarlierNotice
              {...lazyParts.copier}
              attempt={earlier}
              isPrivate={page.private}
              dismiss={dismissNotice}
            />
          )}
          {lazyParts && state.undone && <lazyParts.UndoneNotice said={state.undone} />}
          {lazyParts && !!state.activeLinks?.length && (
            <lazyParts.ActiveLinks {...lazyParts.copier} attempts={state.activeLinks} />
          )}
          <ShortenForm {...props} {...state} isPrivate={page.private} />
        </>
      )}
    </main>
  );
};

/** The whole popup: the form, or its result, or the way to connect a service. */
export const Popup = (props: PopupProps) => {
  const { page, connected, actions } = props;
  const state = usePopup(props);
  const loaded = useLazyParts(props);
  const lazyParts = loaded && {
    ...loaded,
    copier: loaded.popupCopier({ ...props, ...state, actions: loaded.actions }),
  };
  const [isQrShown, showQr] = useState(false);
  const startOver = (): void => {
    state.dismiss();
    state.shortening.reset();
  };
  const toForm: Back = { label: 'shortenAnother', go: startOver };
  const toResult: Back = { label: 'qrCode', isExpanded: true, go: () => showQr(false) };
  const shownLink = state.result?.shortLink ?? state.earlier?.shortLink;
  const back = lazyParts && state.result && (isQrShown ? toResult : toForm);
  return (
    <>
      <Header back={back} isPrivate={page.private} actions={actions}>
        {lazyParts && <lazyParts.ConnectionChip {...props} {...state} />}
      </Header>
      {connected ? (
        <Content {...props} state={state} lazyParts={lazyParts} isQrShown={isQrShown} showQr={showQr} />
      ) : (
        <NotConnected openSettings={actions.openSettings} />
      )}
      {connected && lazyParts && <lazyParts.Extras {...props} {...lazyParts} shownLink={shownLink} />}
    </>
  );
};
