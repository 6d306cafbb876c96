import { useEffect, useRef, useState } from 'preact/hooks';
import { text } from '../../lib/browser/texts.ts';
import { endInWords } from '../moment.ts';
import { CopiedMark } from './CopiedMark.tsx';
import { QrCode } from './QrCode.tsx';
import type { Made } from './use-shortening.ts';

interface ResultProps extends Made {
  copy(shortLink: string): Promise<boolean>;
  open(url: string): void;
  startAgain(): void;
}

const announcement = (copied: boolean | null): string => {
  if (copied === null) return text('linkReady');
  return copied ? text('linkReadyCopied') : text('notCopied');
};

/** Whether the link is on the clipboard, and what assistive technology is told. */
const useCopying = ({
  shortLink,
  copied: copiedAtOnce,
  copy,
}: Pick<ResultProps, 'shortLink' | 'copied' | 'copy'>) => {
  const [copied, setCopied] = useState(copiedAtOnce);
  const [announced, setAnnounced] = useState('');
  useEffect(() => setAnnounced(announcement(copiedAtOnce)), []);
  const copyAgain = async (): Promise<void> => {
    const done = await copy(shortLink);
    setCopied(done);
    setAnnounced(text(done ? 'copied' : 'notCopied'));
  };
  return { copied, announced, copyAgain };
};

const EndAndCopied = ({ end, copied }: Pick<Made, 'end' | 'copied'>) => (
  <p id="made" class="note">
    {end !== undefined && `${endInWords(end)} `}
    <CopiedMark copied={copied} />
  </p>
);

/** The short link, selected, with what one does with it. */
export const Result = ({ open, startAgain, ...made }: ResultProps) => {
  const { shortLink, end } = made;
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
        <EndAndCopied end={end} copied={copied} />
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
      <button class="quiet" type="button" onClick={startAgain}>
        {text('newLink')}
      </button>
      <p role="status" class="unseen">
        {announced}
      </p>
    </section>
  );
};
