import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { language, text, type TextKey } from '../../lib/i18n/texts.ts';
import { fileOf, type Format, formats, listOf } from '../../lib/batch/link-lists.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Alert } from '../ui/Problem.tsx';
import type { BatchActions } from './batch-actions.ts';

interface ResultProps {
  created: Parameters<typeof listOf>[0];
  copyButton: RefObject<HTMLButtonElement | null>;
  actions: Pick<BatchActions, 'copy' | 'copyHtml' | 'save'>;
}

const names: Record<Format, TextKey> = { plain: 'batchPlain', markdown: 'batchMarkdown', html: 'batchHtml' };

const FormatChoice = ({ format, choose }: { format: Format; choose(format: Format): void }) => (
  <fieldset class="segments">
    <legend class="unseen">{text('batchFormat')}</legend>
    {formats.map((each) => (
      <label key={each}>
        <input type="radio" name="format" checked={each === format} onChange={() => choose(each)} />
        {text(names[each])}
      </label>
    ))}
  </fieldset>
);

/** The list as a file: its name and its content. */
const asFile = (list: string, format: Format): [string, Blob] => {
  const page = { title: text('batchList'), language: language(), direction: text('textDirection') };
  const { content, type, extension } = fileOf(list, format, page);
  return [text('batchFile') + extension, new Blob([content], { type: `${type};charset=utf-8` })];
};

/** Whether the clipboard contains the current list. */
const useCopying = (list: string, copy: () => Promise<boolean>) => {
  const [copied, setCopied] = useState<boolean | null>(null);
  const preview = useRef<HTMLTextAreaElement>(null);
  useEffect(() => setCopied(null), [list]);
  const start = async (): Promise<void> => {
    setCopied(null);
    const done = await copy();
    setCopied(done);
    if (done) return;
    preview.current?.focus();
    preview.current?.select();
  };
  return { copied, preview, start: () => void start() };
};

/** All short links as one list: to copy, or to save as a file. */
export const Result = ({ created, copyButton, actions }: ResultProps) => {
  const [format, setFormat] = useState<Format>('plain');
  const list = listOf(created, format);
  const copy = () => (format === 'html' ? actions.copyHtml(list) : actions.copy(list));
  const { copied, preview, start } = useCopying(list, copy);
  return (
    <section class="result" aria-label={text('batchList')}>
      <FormatChoice format={format} choose={setFormat} />
      <div>
        <label for="preview">{text('batchPreview')}</label>
        <textarea
          id="preview"
          ref={preview}
          readOnly
          // Otherwise Chromium stores the value on disk together with the window, to restore it later.
          autocomplete="off"
          dir="ltr"
          rows={Math.min(10, Math.max(3, created.length))}
          value={list}
        />
      </div>
      <div class="buttons">
        <CopyButton button={copyButton} copied={copied} copy={start} />
        <button type="button" onClick={() => actions.save(...asFile(list, format))}>
          <Icon name="save" />
          {text('batchSave')}
        </button>
      </div>
      <p role="status" class="unseen">
        {copied && text('copied')}
      </p>
      <Alert>{copied === false && text('batchCopyFailed')}</Alert>
    </section>
  );
};
