import { useEffect, useRef, useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import { madeInWords } from '../again.ts';
import { endInWords } from '../moment.ts';
import { QrCode } from '../QrCode.tsx';
import { CopiedMark } from '../CopiedMark.tsx';
import type { Made } from './use-shortening.ts';

interface ResultProps extends Made {
  copy(shortLink: string): Promise<boolean>;
  open(url: string): void;
  startAgain(): void;
  makeAnother(): void;
  /** Another one is on its way. */
  sending: boolean;
}

const announcement = ({ copied, madeAt }: Pick<Made, 'copied' | 'madeAt'>): string => {
  if (madeAt !== undefined) return `${madeInWords(madeAt)} ${text(copied ? 'copied' : 'notCopied')}`;
  if (copied === null) return text('linkReady');
  return copied ? text('linkReadyCopied') : text('notCopied');
};

/** Whether the link is on the clipboard, and what assistive technology is told. */
const useCopying = ({
  shortLink,
  copy,
  ...made
}: Pick<ResultProps, 'shortLink' | 'copied' | 'madeAt' | 'copy'>) => {
  const [copied, setCopied] = useState(made.copied);
  const [announced, setAnnounced] = useState('');
  useEffect(() => setAnnounced(announcement(made)), []);
  const copyAgain = async (): Promise<void> => {
    // Or the same words would not be said again.
    setAnnounced('');
    const done = await copy(shortLink);
    setCopied(done);
    setAnnounced(text(done ? 'copied' : 'notCopied'));
  };
  return { copied, announced, copyAgain };
};

const endOf = ({ end, madeAt }: Pick<Made, 'end' | 'madeAt'>): string => {
  const words = end === undefined ? '' : endInWords(end);
  return madeAt === undefined ? words : text('againUntil', madeInWords(madeAt), words);
};

const EndAndCopied = ({ copied, ...made }: Pick<Made, 'end' | 'madeAt' | 'copied'>) => (
  <p id="made" class="note ends">
    <span>{endOf(made)}</span>
    <CopiedMark copied={copied} />
  </p>
);

/** What one does when done with it. */
const Next = ({
  madeAt,
  sending,
  startAgain,
  makeAnother,
}: Pick<ResultProps, 'madeAt' | 'sending' | 'startAgain' | 'makeAnother'>) => (
  <div class="buttons">
    {madeAt !== undefined && (
      <button class="quiet" type="button" aria-disabled={sending} onClick={makeAnother}>
        {text(sending ? 'shortening' : 'againAnother')}
      </button>
    )}
    <button class="quiet" type="button" onClick={startAgain}>
      {text('newLink')}
    </button>
  </div>
);

/** The short link, selected, with what one does with it. */
export const Result = ({ open, ...made }: ResultProps) => {
  const { shortLink, end, madeAt } = made;
  const { copied, announced, copyAgain } = useCopying(made);
  const [showQr, setShowQr] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const copyButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    field.current?.select();
    (made.copied === false ? copyButton : field).current?.focus();
  }, []);
  return (
    <section class="form">
      <div class="field">
        <label for="short-link">{text('shortLinkLabel')}</label>
        <input id="short-link" ref={field} dir="ltr" readOnly value={shortLink} aria-describedby="made" />
        <EndAndCopied {...{ end, madeAt, copied }} />
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
      <Next {...made} />
      <p role="status" class="unseen">
        {announced}
      </p>
    </section>
  );
};
