import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import { completeLink, readLink } from '../../lib/url/link.ts';
import type { Attempt } from '../../lib/history/contract.ts';
import type { Choice, Preset } from '../../lib/validity/validity.ts';
import type { CurrentPage } from '../../lib/browser/contract.ts';
import type { PopupActions } from './popup-actions.ts';
import { Icon } from '../ui/Icon.tsx';
import { type Back, Header } from './Header.tsx';
import { NotConnected } from './NotConnected.tsx';
import type { Parts } from './parts.ts';
import { ShortenForm } from './ShortenForm.tsx';
import { useEarlier } from './use-earlier.ts';
import { useFields } from './use-fields.ts';
import { type CreatedLink, useShortening } from './use-shortening.ts';
import { useTracking } from './use-tracking.ts';
import { useWarning } from './use-warning.ts';

export interface PopupProps {
  page: CurrentPage;
  connected: boolean;
  choice: Preset;
  /** The validities to choose from. */
  offered: readonly Choice[];
  copyAtOnce: boolean;
  removeTracking: boolean;
  /** The policy of an organisation switches music off. */
  musicOff: boolean;
  actions: PopupActions;
}

/** An earlier link for the address in the field: it is shown as if the popup had stayed open. */
const createdEarlier = (earlier: Attempt | null, link: string): CreatedLink | null =>
  earlier?.shortLink !== undefined && earlier.link === link
    ? { shortLink: earlier.shortLink, expiresAt: earlier.expiresAt, copied: null }
    : null;

/** Whether this is the address of the page, with or without its password. */
const isAddressOf = ({ link: address }: CurrentPage, link: string): boolean => {
  if (address === null) return false;
  const read = readLink(address);
  return address === link || (!read.ok && read.withoutPassword === link);
};

/** The state of the form and of its result. */
const usePopup = ({ page, connected, choice, copyAtOnce, removeTracking, actions }: PopupProps) => {
  const fields = useFields({ page, choice });
  const tracking = useTracking({ fields, removeAtOnce: removeTracking, actions });
  const { link } = fields;
  const isOfPage = isAddressOf(page, completeLink(link)) || tracking.isCleanedFrom(page.link);
  // The title of the page says nothing about another address.
  const title = isOfPage ? page.title : '';
  const shortening = useShortening({ page: { ...page, title }, copyAtOnce, actions });
  useEffect(() => {
    if (connected) void actions.pause().then((pause) => pause && shortening.continuePause(pause));
  }, []);
  const warning = useWarning({ page, link, isCreated: shortening.created !== null, actions });
  const { earlier, dismiss } = useEarlier({ page, connected, actions });
  // An earlier result is shown only while the person has not begun to use the form.
  const isUntouched = fields.chosen === choice && isOfPage;
  const isIdle = !shortening.sending && !shortening.failure;
  const result = shortening.created ?? (isIdle && isUntouched ? createdEarlier(earlier, link) : null);
  const startOver = (): void => {
    dismiss();
    shortening.reset();
  };
  return { fields, title, shortening, tracking, warning, earlier, dismiss, startOver, result };
};

/** Null until they are loaded, after the form has appeared. */
const useParts = (): Parts | null => {
  const [loaded, setLoaded] = useState<Parts | null>(null);
  useEffect(() => void import('./parts.ts').then(({ parts }) => setLoaded(parts)), []);
  return loaded;
};

/** The last heights of the form, in pixels: nothing moves when its result takes its place, or while it is sent again. */
const useHeights = ({ sending }: { sending: boolean }) => {
  const main = useRef<HTMLElement>(null);
  const heights = useRef({ main: 0, form: 0 });
  useLayoutEffect(() => {
    const form = main.current?.querySelector('form');
    if (form && main.current && !sending)
      heights.current = { main: main.current.offsetHeight, form: form.offsetHeight };
  });
  return { main, heights: heights.current };
};

const letter = /[\p{L}\p{N}]\p{M}*/u;

interface TitleProps {
  /** The title of the page; empty if it has none, or for another address. */
  title: string;
  /** The address that was shortened, without its scheme; empty before that. */
  address: string;
}

/**
 * The title of what is shortened, with its first letter in the place of an icon. It keeps its first height, so that nothing
 * moves while an address is typed.
 */
const Title = ({ title, address }: TitleProps) => {
  const box = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => setHeight(box.current?.offsetHeight ?? 0), []);
  return (
    <div ref={box} class="title" style={{ minBlockSize: `${height}px` }}>
      <span class="initial" translate={false} aria-hidden="true">
        {letter.exec(title)?.[0].toUpperCase() ?? <Icon name="link" small />}
      </span>
      <h1 class={title ? 'clamp' : 'cut'} dir="auto">
        {title || address || text('popupUntitled')}
      </h1>
    </div>
  );
};

/** Everything that the popup shows, in its state. */
const useView = (props: PopupProps) => {
  const state = usePopup(props);
  const [isQrShown, showQr] = useState(false);
  const toForm: Back = { label: 'newLink', go: state.startOver };
  const toResult: Back = { label: 'qrCode', isExpanded: true, go: () => showQr(false) };
  const parts = useParts();
  const back = parts && state.result && (isQrShown ? toResult : toForm);
  const address = back ? parts.readableAddress(state.fields.link).replace(/^https?:\/\//, '') : '';
  return { ...state, ...useHeights(state.shortening), parts, back, address, isQrShown, showQr };
};

interface ContentProps extends PopupProps {
  view: ReturnType<typeof useView>;
}

/** The form, below the outcome of an earlier popup; or its result. */
const Content = ({ view, page, offered, actions }: ContentProps) => {
  const { parts, result, shortening, earlier, main, dismiss, isQrShown, showQr } = view;
  const { sending, createAnother } = shortening;
  if (parts && result)
    return (
      <parts.Result
        key={result.shortLink}
        {...result}
        isQrShown={isQrShown}
        showQr={showQr}
        sending={sending}
        createAnother={createAnother}
        actions={actions}
        height={view.heights.form}
      />
    );
  const dismissNotice = (): void => {
    dismiss();
    main.current?.querySelector<HTMLElement>('#link')?.focus();
  };
  return (
    <>
      {earlier && parts && (
        <parts.EarlierNotice attempt={earlier} copy={actions.copy} dismiss={dismissNotice} />
      )}
      <ShortenForm
        offered={offered}
        shortening={shortening}
        parts={parts}
        actions={actions}
        fields={view.fields}
        notes={view}
        isPrivate={page.private}
      />
    </>
  );
};

/** The whole popup: the form, or its result, or the way to connect a service. */
export const Popup = (props: PopupProps) => {
  const { page, connected, musicOff, actions } = props;
  const view = useView(props);
  const { parts, back, shortening, main, heights } = view;
  const isHeld = shortening.sending && !back;
  return (
    <>
      <Header back={back} isPrivate={page.private} actions={actions} />
      {connected ? (
        <main ref={main} style={isHeld ? { minBlockSize: `${heights.main}px` } : {}}>
          <Title title={view.title} address={view.address} />
          <Content {...props} view={view} />
        </main>
      ) : (
        <NotConnected openSettings={actions.openSettings} />
      )}
      {connected && parts && (
        <parts.Extras
          page={page}
          musicOff={musicOff}
          actions={actions}
          newest={shortening.created?.shortLink}
        />
      )}
    </>
  );
};
