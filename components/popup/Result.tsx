import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { background } from '../../lib/background.ts';
import { isPrivateWindow } from '../../lib/browser/pages.ts';
import { share } from '../../lib/browser/share.ts';
import { unanswered } from '../../lib/failures/interrupted.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import type { Format } from '../../lib/formats/names.ts';
import type { CreatedAttempt } from '../../lib/history/outcome.ts';
import type { Attempt } from '../../lib/history/types.ts';
import { formattedLink } from '../../lib/i18n/copied-link.ts';
import { withLimit } from '../../lib/i18n/opens.ts';
import { currentExpiryText } from '../../lib/i18n/dates.ts';
import { createdText } from '../../lib/i18n/past-dates.ts';
import { text } from '../../lib/i18n/texts.ts';
import { possibleChanges } from '../../lib/managing/extension.ts';
import { undoneSentences } from '../../lib/outcome/sentence.ts';
import { connections, goToAddress, now, settings } from '../page.ts';
import { announce } from '../ui/announce.tsx';
import { copyWhenReady } from '../ui/copy-created.ts';
import { CopyButton, useCopy } from '../ui/CopyButton.tsx';
import { copyLinks } from '../ui/copying.ts';
import { ExtendDialog } from '../ui/ExtendDialog.tsx';
import { formatItems } from '../ui/format-items.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Menu } from '../ui/Menu.tsx';
import { NoteField } from '../ui/NoteField.tsx';
import { Problem } from '../ui/Problem.tsx';
import { QrView } from '../ui/QrView.tsx';
import { useAction } from '../ui/use-action.ts';
import { useCountdown } from '../ui/use-countdown.ts';
import { ChangeMenu, useChanges } from './ChangeMenu.tsx';
import type { Form } from './use-form.ts';
import type { ShownLink } from './use-shortening.ts';

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
      aria-disabled={isRunning}
      onClick={() => void press()}
    >
      <Icon name="undo" small />
      <span class="unseen">{text('historyUndo')}</span>
      <span aria-hidden="true">{isRunning ? text('historyUndo') : text('undoIn', String(left))}</span>
    </button>
  );
};

/** The short link, selected. */
const ShortLinkField = ({
  shortLink,
  field,
  takesFocus,
}: {
  shortLink: string;
  field: RefObject<HTMLInputElement | null>;
  takesFocus: boolean;
}) => {
  useEffect(() => {
    field.current?.select();
    if (takesFocus) field.current?.focus();
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
        style={{ '--characters': shortLink.length }}
        aria-describedby="existing expiry notes"
      />
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
      <button type="button" onClick={() => void start()}>
        <Icon name="share" />
        {text('share')}
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
}: Pick<ResultProps, 'isQrShown' | 'showQr'> & {
  shortLink: string;
  title: string;
  /** Stands beside the other buttons. */
  menu: ComponentChildren;
}) => {
  const button = useRef<HTMLButtonElement>(null);
  const wasShown = useRef(false);
  useEffect(() => {
    if (wasShown.current && !isQrShown) button.current?.focus();
    wasShown.current = isQrShown;
  }, [isQrShown]);
  return (
    <div class="quick wrap">
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

interface ResultProps {
  form: Form;
  shown: ShownLink;
  /** The QR code is shown in the place of the result. */
  isQrShown: boolean;
  showQr(isShown: boolean): void;
  /** Pixels that the result has at least: the height of the form before it. */
  height: number;
}

const firstAnnouncement = ({ isReused, createdAt }: CreatedAttempt, copied: boolean | null): string => {
  if (isReused) return `${createdText(createdAt)}. ${text(copied ? 'copied' : 'notCopied')}`;
  if (copied === null) return text('linkReady');
  return copied ? text('linkReadyCopied') : text('notCopied');
};

/** The second click of a double click on Shorten, which the result has replaced, must not undo or open anything. */
const ignoreSecondClick = (event: MouseEvent): void => {
  if (event.detail < 2) return;
  event.stopPropagation();
  event.preventDefault();
};

/** Says that the link existed before, and creates another one. */
const Reused = ({ attempt, form: { shortening } }: { attempt: Attempt; form: Form }) => (
  <div class="notice reused">
    <Icon name="history" />
    <p id="existing" class="grow say">
      {createdText(attempt.createdAt)}
    </p>
    <button
      class="quiet small"
      type="button"
      aria-disabled={shortening.sending}
      onClick={shortening.createAnother}
    >
      {text(shortening.sending ? 'shortening' : 'newLink')}
    </button>
  </div>
);

/** A link that was created: the short link, selected, with its buttons; or its QR code. */
export const Result = ({ form, shown, isQrShown, showQr, height }: ResultProps) => {
  const { page, title } = form;
  const { undoSeconds } = shown;
  const isPrivate = page.private;
  const changes = useChanges(shown.attempt, isPrivate);
  const { attempt, failure, setFailure, sentence, isChanging } = changes;
  const { shortLink = '', expiresAt, isReused, limit } = attempt;
  const [note, setNote] = useState(attempt.note ?? '');
  const [isExtending, setExtending] = useState(false);
  // An address that was changed here is no longer the one in the form.
  const isAddressChanged = attempt.change?.kind === 'address' && attempt.change.state === 'done';
  const link = { shortLink, link: isAddressChanged ? attempt.link : form.link, title, note, expiresAt };
  const { copied, copyNow } = useCopy((format?: Format) => copyLinks([link], { format, isPrivate }), {
    initial: shown.copied,
  });
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    announce(firstAnnouncement(shown.attempt, shown.copied));
    if (copied === false) button.current?.focus();
    return () => announce('');
  }, []);
  useEffect(() => {
    if (sentence) announce(sentence);
  }, [sentence]);

  /** The clipboard gets the address in the place of the short link, copied inside the click. */
  const undo = async (hasShortLink: boolean): Promise<Failure | null> => {
    setFailure(null);
    const pending = background
      .undo({ id: attempt.id, private: isPrivate })
      .then((outcome) => outcome ?? unanswered);
    const address = pending.then(({ ok }) => (ok ? { text: form.link } : null));
    const copying = hasShortLink ? copyWhenReady(address, 'plain') : null;
    const outcome = await pending;
    if (!outcome.ok) {
      setFailure(outcome.failure);
      return outcome.failure;
    }
    form.showUndone(undoneSentences(outcome.attempt, await copying));
    return null;
  };

  // A link of the regular history is not changed from a private window.
  const mayChange = !(isPrivate && isReused);
  const { offered } = settings.value;
  const selected = { selected: [attempt], connections: connections.value, offered, now: now.value };
  const canExtend = mayChange && possibleChanges(selected).canHaveDate;
  return (
    <>
      {isQrShown && (
        <QrView
          shortLink={shortLink}
          expiresAt={expiresAt}
          extend={canExtend ? () => setExtending(true) : undefined}
        />
      )}
      {isExtending && (
        <ExtendDialog
          attempts={[attempt]}
          extend={(extension) => {
            setExtending(false);
            // The result shows what becomes of it; the code stays the same.
            showQr(false);
            void changes.change({ kind: 'extend', extension });
          }}
          onClose={() => setExtending(false)}
        />
      )}
      <section
        class="result"
        hidden={isQrShown}
        style={{ minBlockSize: `${height}px` }}
        onClickCapture={ignoreSecondClick}
      >
        {isReused && <Reused attempt={attempt} form={form} />}
        {isAddressChanged && (
          <p class="notice">
            <Icon name="edit" />
            <span>{text('addressChanged')}</span>
          </p>
        )}
        <Problem failure={failure} place="change" />
        <ShortLinkField shortLink={shortLink} field={field} takesFocus={shown.copied !== false} />
        <div class="split">
          <CopyButton button={button} copied={copied} copy={() => copyNow()} />
          <Menu
            name={text('copyAs')}
            icon="chevron"
            look={copied ? 'done' : 'primary'}
            items={formatItems(formattedLink(link), copyNow)}
          />
        </div>
        {/* The history or the downloads of a regular window would list a private link. */}
        {(!isPrivate || isPrivateWindow()) && (
          <ResultButtons
            shortLink={shortLink}
            title={title}
            isQrShown={isQrShown}
            showQr={showQr}
            menu={mayChange && <ChangeMenu {...changes} />}
          />
        )}
        <div class="after line wrap">
          <p id="expiry" class="note num">
            <span>{isChanging ? text('changing') : withLimit(currentExpiryText(expiresAt), limit)}</span>
            {copied === false && <span class="warn">{text('notCopiedShort')}</span>}
          </p>
          <UndoButton seconds={undoSeconds} undo={() => undo(copied === true)} field={field} />
        </div>
      </section>
      {!isQrShown && mayChange && <NoteField attempt={attempt} isPrivate={isPrivate} onNote={setNote} />}
    </>
  );
};
