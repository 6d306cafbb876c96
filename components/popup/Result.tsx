import { useEffect, useRef, useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import { createdText, expiryText } from '../../lib/i18n/dates.ts';
import { lazy } from '../ui/lazy.tsx';
import { CopiedNote } from '../ui/CopiedNote.tsx';
import type { CreatedLink } from './use-shortening.ts';

const QrCode = lazy(async () => (await import('../ui/QrCode.tsx')).QrCode, <div class="qr" />);

interface ResultProps extends CreatedLink {
  copy(shortLink: string): Promise<boolean>;
  open(url: string): void;
  startOver(): void;
  createAnother(): void;
  /** Another request is pending. */
  sending: boolean;
}

const announcement = ({ copied, createdAt }: Pick<CreatedLink, 'copied' | 'createdAt'>): string => {
  if (createdAt !== undefined) return `${createdText(createdAt)} ${text(copied ? 'copied' : 'notCopied')}`;
  if (copied === null) return text('linkReady');
  return copied ? text('linkReadyCopied') : text('notCopied');
};

/** Whether the clipboard contains the link, and the announcement for assistive technology. */
const useCopying = ({
  shortLink,
  copy,
  ...created
}: Pick<ResultProps, 'shortLink' | 'copied' | 'createdAt' | 'copy'>) => {
  const [copied, setCopied] = useState(created.copied);
  const [announced, setAnnounced] = useState('');
  useEffect(() => setAnnounced(announcement(created)), []);
  const copyAgain = async (): Promise<void> => {
    // A screen reader does not announce the same text twice.
    setAnnounced('');
    const done = await copy(shortLink);
    setCopied(done);
    setAnnounced(text(done ? 'copied' : 'notCopied'));
  };
  return { copied, announced, copyAgain };
};

const endOf = ({ end, createdAt }: Pick<CreatedLink, 'end' | 'createdAt'>): string => {
  const words = end === undefined ? '' : expiryText(end);
  return createdAt === undefined ? words : text('createdEarlierUntil', createdText(createdAt), words);
};

const EndAndCopied = ({ copied, ...created }: Pick<CreatedLink, 'end' | 'createdAt' | 'copied'>) => (
  <p id="end-and-copied" class="note ends">
    <span>{endOf(created)}</span>
    <CopiedNote copied={copied} />
  </p>
);

/** The buttons for what comes after the result. */
const Next = ({
  createdAt,
  sending,
  startOver,
  createAnother,
}: Pick<ResultProps, 'createdAt' | 'sending' | 'startOver' | 'createAnother'>) => (
  <div class="buttons">
    {createdAt !== undefined && (
      <button class="quiet" type="button" aria-disabled={sending} onClick={createAnother}>
        {text(sending ? 'shortening' : 'createAnother')}
      </button>
    )}
    <button class="quiet" type="button" onClick={startOver}>
      {text('newLink')}
    </button>
  </div>
);

/** Selects the short link. The focus is on it, or on Copy if copying failed. */
const useInitialFocus = (copied: ResultProps['copied']) => {
  const field = useRef<HTMLInputElement>(null);
  const copyButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    field.current?.select();
    (copied === false ? copyButton : field).current?.focus();
  }, []);
  return { field, copyButton };
};

/** The short link, selected, with its buttons. */
export const Result = ({ open, ...created }: ResultProps) => {
  const { shortLink, end, createdAt } = created;
  const { copied, announced, copyAgain } = useCopying(created);
  const [showQr, setShowQr] = useState(false);
  const { field, copyButton } = useInitialFocus(created.copied);
  return (
    <section class="form">
      <div class="field">
        <label for="short-link">{text('shortLinkLabel')}</label>
        <input
          id="short-link"
          ref={field}
          dir="ltr"
          readOnly
          value={shortLink}
          aria-describedby="end-and-copied"
        />
        <EndAndCopied {...{ end, createdAt, copied }} />
      </div>
      <div class="buttons">
        <button ref={copyButton} class="primary" type="button" onClick={() => void copyAgain()}>
          {text('copy')}
        </button>
        <button type="button" aria-expanded={showQr} onClick={() => setShowQr(!showQr)}>
          {text('qrCode')}
        </button>
        <button type="button" onClick={() => open(shortLink)}>
          {text('open')}
        </button>
      </div>
      {showQr && <QrCode of={shortLink} />}
      <Next {...created} />
      <p role="status" class="unseen">
        {announced}
      </p>
    </section>
  );
};
