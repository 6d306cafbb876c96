import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { share } from '../../lib/browser/share.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import type { Format } from '../../lib/formats/names.ts';
import { formattedLink } from '../../lib/i18n/copied-link.ts';
import { withLimit } from '../../lib/i18n/opens.ts';
import { createdText } from '../../lib/i18n/past-dates.ts';
import { text } from '../../lib/i18n/texts.ts';
import { goToAddress } from '../page.ts';
import { CopyButton, useCopy } from './CopyButton.tsx';
import { Icon } from './Icon.tsx';
import { Menu } from './Menu.tsx';
import { Problem } from './Problem.tsx';
import { currentExpiryText, QrView } from './QrView.tsx';
import { announce } from './announce.tsx';
import { copyLinks } from './copying.ts';
import { formatItems } from './format-items.tsx';
import { useAction } from './use-action.ts';
import { useCountdown } from './use-countdown.ts';

interface UndoButtonProps {
  /** For how long the button is shown; it stays longer while it runs. */
  seconds: number;
  /** Resolves with why it failed; it can be pressed again then, in the time that was left. */
  undo(): Promise<Failure | null>;
  /** Gets the focus of the button when that is removed. */
  field: RefObject<HTMLElement | null>;
}

/** Undoes what was just done. Its name has no seconds: a screen reader would say each. */
export const UndoButton = ({ seconds, undo, field }: UndoButtonProps) => {
  const button = useRef<HTMLButtonElement>(null);
  const [left, startCountdown] = useCountdown(seconds);
  const [isOver, setOver] = useState(seconds <= 0);
  const { run: press, isRunning } = useAction(async () => {
    // The time stands still meanwhile.
    startCountdown(0);
    const failure = await undo();
    if (failure) startCountdown(left);
    return failure;
  });
  useEffect(() => {
    if (left > 0 || isRunning) return;
    if (document.activeElement === button.current) field.current?.focus();
    setOver(true);
  }, [left, isRunning]);
  if (isOver) return null;
  return (
    <button
      ref={button}
      class="quiet small num"
      type="button"
      aria-label={text('historyUndo')}
      aria-disabled={isRunning}
      onClick={() => void press()}
    >
      <Icon name="undo" small />
      {isRunning ? text('historyUndo') : text('undoIn', String(left))}
    </button>
  );
};

/** A short link as the popup and the page of an outcome show it. */
export interface CreatedLink {
  /** The id of its attempt, if this page has requested it. */
  id?: string;
  shortLink: string;
  /** Unix seconds. */
  expiresAt: number | undefined;
  /** Milliseconds; set for a link that already existed. */
  createdAt?: number | undefined;
  /** How often it can be opened. */
  limit?: number | undefined;
  /** Null if copying was not tried. */
  copied: boolean | null;
}

interface ResultProps extends CreatedLink {
  /** The address that was shortened. */
  link: string;
  /** The title of the page; empty if that is unknown. */
  title: string;
  /** What the person has noted about it. */
  note?: string;
  /** The link is of a private window: nothing of it is stored. */
  isPrivate: boolean;
  /** The QR code is shown in the place of the result. */
  isQrShown: boolean;
  showQr(isShown: boolean): void;
  /** Creates another link, which is offered for a link that existed before; null if that is not possible. */
  createAnother: (() => void) | null;
  /** Another request is pending. */
  sending: boolean;
  /** False in a regular window for a private link: opening or saving would put it into the browser's history or downloads. */
  mayLeave?: boolean;
  /** Only for a link that was just created: `seconds` for which it can be undone, and what undoes it, called inside the click. */
  undo?: { seconds: number; run(isCopied: boolean): Promise<Failure | null> } | undefined;
  /** Stands below Copy. */
  noteField?: ComponentChildren;
  /** The service can change the link. */
  canExtend?: boolean;
  /** Stands beside the button that opens the link. */
  menu?: ComponentChildren;
  /** Why the link was not changed. */
  failure?: Failure | null;
  /** What has become of the link after a change, for a live region. */
  changeSentence?: string;
  /** What has happened to the link, if the result does not show it otherwise. */
  notice?: string | null;
  isChanging?: boolean;
  /** Pixels that the result has at least: the height of the form before it. */
  height?: number;
}

const firstAnnouncement = ({ copied, createdAt }: Pick<CreatedLink, 'copied' | 'createdAt'>): string => {
  if (createdAt !== undefined) return `${createdText(createdAt)}. ${text(copied ? 'copied' : 'notCopied')}`;
  if (copied === null) return text('linkReady');
  return copied ? text('linkReadyCopied') : text('notCopied');
};

interface ShortLinkFieldProps {
  shortLink: string;
  /** When it expires, and how often it works. */
  expiry: string;
  copied: boolean | null;
  undo: ResultProps['undo'];
}

/** The short link, its expiry, whether it is not copied, and the button that undoes it. */
const ShortLinkField = ({ shortLink, expiry, copied, undo }: ShortLinkFieldProps) => {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.select();
    if (copied !== false) field.current?.focus();
  }, []);
  return (
    <div class="field">
      <label for="short-link">{text('shortLinkLabel')}</label>
      <input
        id="short-link"
        ref={field}
        // Otherwise Chromium stores the value of a page in a tab on disk, to restore it later.
        autocomplete="off"
        dir="ltr"
        readOnly
        value={shortLink}
        aria-describedby="existing expiry notes"
      />
      <div class="after">
        <p id="expiry" class="note num">
          <span>{expiry}</span>
          {copied === false && <span class="warn">{text('notCopiedShort')}</span>}
        </p>
        {undo && <UndoButton seconds={undo.seconds} undo={() => undo.run(copied === true)} field={field} />}
      </div>
    </div>
  );
};

/** Opens the share sheet of the system, if the browser has one. */
const ShareButton = ({ shortLink, title }: { shortLink: string; title: string }) => {
  const [isFailed, setFailed] = useState(false);
  if (!share) return null;
  const open = share;
  const start = async (): Promise<void> => setFailed(!(await open({ title, url: shortLink })));
  return (
    <>
      <button
        class="only-icon"
        type="button"
        aria-label={text('share')}
        title={text('share')}
        onClick={() => void start()}
      >
        <Icon name="share" />
      </button>
      {isFailed && (
        <p role="alert" class="note warn">
          {text('shareFailed')}
        </p>
      )}
    </>
  );
};

/** The buttons for the QR code, and for opening and sharing the link. The focus returns to the first when the QR code is closed. */
const ResultButtons = ({
  shortLink,
  title,
  isQrShown,
  showQr,
  menu,
}: Pick<ResultProps, 'shortLink' | 'title' | 'isQrShown' | 'showQr' | 'menu'>) => {
  const button = useRef<HTMLButtonElement>(null);
  const wasShown = useRef(false);
  useEffect(() => {
    if (wasShown.current && !isQrShown) button.current?.focus();
    wasShown.current = isQrShown;
  }, [isQrShown]);
  return (
    <div class="pair">
      <button ref={button} type="button" aria-expanded={isQrShown} onClick={() => showQr(true)}>
        <Icon name="qr" />
        {text('qrCode')}
      </button>
      <button type="button" onClick={() => goToAddress(shortLink)}>
        <Icon name="open" />
        {text('open')}
      </button>
      <ShareButton shortLink={shortLink} title={title} />
      {menu}
    </div>
  );
};

/** The short link, selected, with its buttons; or its QR code. */
export const Result = (props: ResultProps) => {
  const { shortLink, title, note, expiresAt, createdAt, limit } = props;
  const { isPrivate, isQrShown, showQr, createAnother, sending, mayLeave = true, height = 0 } = props;
  const link = { shortLink, link: props.link, title, note, expiresAt };
  const { copied, copyNow } = useCopy((format?: Format) => copyLinks([link], { format, isPrivate }), {
    initial: props.copied,
  });
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    announce(firstAnnouncement(props));
    if (copied === false) button.current?.focus();
    return () => announce('');
  }, []);
  useEffect(() => {
    if (props.changeSentence) announce(props.changeSentence);
  }, [props.changeSentence]);
  return (
    <>
      {isQrShown && <QrView shortLink={shortLink} expiresAt={expiresAt} canExtend={props.canExtend} />}
      <section class="result" hidden={isQrShown} style={{ minBlockSize: `${height}px` }}>
        {createdAt !== undefined && (
          <p id="existing" class="notice">
            <Icon name="history" />
            <span>{createdText(createdAt)}</span>
          </p>
        )}
        {props.notice && (
          <p class="notice">
            <Icon name="edit" />
            <span>{props.notice}</span>
          </p>
        )}
        <Problem failure={props.failure ?? null} place="change" />
        <ShortLinkField
          shortLink={shortLink}
          expiry={props.isChanging ? text('changing') : withLimit(currentExpiryText(expiresAt), limit)}
          copied={copied}
          undo={props.undo}
        />
        {mayLeave && (
          <ResultButtons
            shortLink={shortLink}
            title={title}
            isQrShown={isQrShown}
            showQr={showQr}
            menu={props.menu}
          />
        )}
        <div class="split">
          <CopyButton button={button} copied={copied} copy={() => copyNow()} />
          <Menu
            name={text('copyAs')}
            icon="chevron"
            look={copied ? 'done' : 'primary'}
            items={formatItems(formattedLink(link), copyNow)}
          />
        </div>
        {createdAt !== undefined && createAnother && (
          <button type="button" aria-disabled={sending} onClick={createAnother}>
            {text(sending ? 'shortening' : 'newLinkForPage')}
          </button>
        )}
      </section>
      {!isQrShown && props.noteField}
    </>
  );
};
