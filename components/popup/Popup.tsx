import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { background } from '../../lib/background.ts';
import type { CurrentPage } from '../../lib/browser/pages.ts';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import type { Draft } from '../../lib/shortening/draft.ts';
import { goToPage, goToSettings, settings } from '../page.ts';
import { FirstPaintIcon, type FirstPaintIconName } from '../ui/FirstPaintIcon.tsx';
import { Initial } from '../ui/Initial.tsx';
import { LiveRegion } from '../ui/announce.tsx';
import { useRingAfterKey } from '../ui/use-ring-after-key.ts';
import { Later, loadParts } from './Later.tsx';
import { ShortenForm } from './ShortenForm.tsx';
import { useFirstFocus } from './use-first-focus.ts';
import { useForm } from './use-form.ts';
import type { FirstOutcome } from './use-shortening.ts';

/** The way back from a result or from its QR code. */
interface Back {
  label: TextKey;
  /** `aria-expanded`: true if a button of the same name has opened the present view. */
  isExpanded?: boolean;
  go(): void;
}

interface IconLinkProps {
  icon: FirstPaintIconName;
  name: string;
  href: string;
  open(): void;
}

const IconLink = ({ icon, name, href, open }: IconLinkProps) => (
  <a
    class="button only-icon"
    href={href}
    aria-label={name}
    title={name}
    onClick={(event) => {
      event.preventDefault();
      open();
    }}
  >
    <FirstPaintIcon name={icon} />
  </a>
);

interface HeaderProps {
  back: Back | null;
  isPrivate: boolean;
  /** Content beside the name. */
  children?: ComponentChildren;
}

/** The name of the extension with what stands beside it, or the way back; the history, except from a private window; and the settings. */
export const Header = ({ back, isPrivate, children }: HeaderProps) => (
  <header class="line">
    {back ? (
      <button class="back plain" type="button" aria-expanded={back.isExpanded} onClick={back.go}>
        <FirstPaintIcon name="back" />
        {text(back.label)}
      </button>
    ) : (
      <>
        <img src="/icons/48.png" width="24" height="24" alt="" />
        <strong class="grow">{text('popupTitle')}</strong>
      </>
    )}
    {children}
    {!isPrivate && (
      <IconLink
        icon="history"
        name={text('recentHistory')}
        href="/history.html"
        open={() => goToPage('/history.html')}
      />
    )}
    <IconLink icon="settings" name={text('settings')} href="/options.html" open={goToSettings} />
  </header>
);

interface TitleProps {
  /** The title of the page; empty if it has none, or for another address. */
  title: string;
  /** The address in the form. */
  link: string;
  hasAddress: boolean;
  /** Only assistive technology reads it: the QR code needs its place. */
  isUnseen: boolean;
}

/**
 * The title of what is shortened, with its first letter in the place of an icon, and its address, if that is not only what is
 * typed. It keeps its first height, so that nothing moves meanwhile.
 */
const Title = ({ title, link, hasAddress, isUnseen }: TitleProps) => {
  const box = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => setHeight(box.current?.offsetHeight ?? 0), []);
  const address = hasAddress && (
    <Later>{({ readableAddress }) => readableAddress(link).replace(/^https?:\/\//, '')}</Later>
  );
  return (
    <div ref={box} class={isUnseen ? 'unseen' : 'title'} style={{ minBlockSize: `${height}px` }}>
      <Initial name={title} address={link} />
      <div class="grow">
        <h1 class={title ? 'clamp' : 'cut'} dir="auto">
          {title || address || text('popupUntitled')}
        </h1>
        {title && address && (
          <p class="meta cut" dir="ltr">
            {address}
          </p>
        )}
      </div>
    </div>
  );
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

interface PopupProps {
  page: CurrentPage;
  /** What was typed and chosen in an earlier popup over the page. */
  draft: Draft | null;
  /** Only in a tab. */
  first?: FirstOutcome | undefined;
}

/** The form, or the short link in its place, between the header and the recent links. */
const ConnectedPopup = ({ page, draft, first }: PopupProps) => {
  const form = useForm(page, draft, first ?? null);
  const { link, title, result, earlier, undone, activeLinks } = form;
  const { sending } = form.shortening;
  const [isQrShown, showQr] = useState(false);
  const { main, heights } = useHeights(sending);
  // A tab shows it before a link is created, too: its page is not in sight.
  const hasAddress = result !== null || (link !== '' && link === first?.request.link);
  useEffect(() => void loadParts(), []);
  const back: Back = isQrShown
    ? { label: 'qrCode', isExpanded: true, go: () => showQr(false) }
    : { label: 'shortenAnother', go: form.startOver };
  const dismissEarlier = (): void => {
    form.dismissEarlier();
    main.current?.querySelector<HTMLElement>('#link')?.focus();
  };
  return (
    <>
      <Header back={result && back} isPrivate={page.private}>
        <Later>{({ ConnectionChip }) => <ConnectionChip form={form} />}</Later>
      </Header>
      <main ref={main} style={sending && !result ? { minBlockSize: `${heights.main}px` } : {}}>
        <Title title={title} link={link} hasAddress={hasAddress} isUnseen={isQrShown} />
        {first && (first.notes.length > 0 || first.warning !== '') && (
          <div id="notes">
            {first.notes.map((note) => (
              <p key={note} class="note">
                {note}
              </p>
            ))}
            {first.warning && <p class="note warn">{first.warning}</p>}
          </div>
        )}
        {result ? (
          <Later>
            {({ Result }) => (
              <Result
                key={result.attempt.id}
                form={form}
                shown={result}
                isQrShown={isQrShown}
                showQr={showQr}
                height={heights.form - (title && link !== first?.request.link ? addressHeight : 0)}
              />
            )}
          </Later>
        ) : (
          <>
            <Later>
              {({ EarlierNotice, UndoneNotice, ActiveLinks }) => (
                <>
                  {earlier && (
                    <EarlierNotice attempt={earlier} isPrivate={page.private} dismiss={dismissEarlier} />
                  )}
                  {undone && <UndoneNotice said={undone} />}
                  {!!activeLinks?.length && <ActiveLinks attempts={activeLinks} />}
                </>
              )}
            </Later>
            <ShortenForm form={form} />
          </>
        )}
        <LiveRegion />
      </main>
      {!first && (
        <Later>
          {({ Extras }) => <Extras page={page} shownLink={result?.attempt.shortLink ?? earlier?.shortLink} />}
        </Later>
      )}
    </>
  );
};

/** Before a service is connected: one sentence, and a button that opens the settings. */
const NotConnected = ({ isPrivate }: { isPrivate: boolean }) => {
  const button = useRef<HTMLButtonElement>(null);
  useFirstFocus(() => button.current);
  // The background clears its badge when it gets this message.
  useEffect(() => void background.unacknowledged({ private: isPrivate }), []);
  return (
    <>
      <Header back={null} isPrivate={isPrivate} />
      <main class="unconnected">
        <h1>{text('notConnectedTitle')}</h1>
        <p class="soft">{text('notConnected')}</p>
        <button ref={button} class="primary" type="button" onClick={goToSettings}>
          {text('connect')}
        </button>
      </main>
    </>
  );
};

/** What the button of the toolbar opens; in a tab, it shows an outcome first. */
export const Popup = ({ page, draft, first }: PopupProps) => {
  useRingAfterKey();
  return settings.value.connected || first ? (
    <ConnectedPopup page={page} draft={draft} first={first} />
  ) : (
    <NotConnected isPrivate={page.private} />
  );
};
