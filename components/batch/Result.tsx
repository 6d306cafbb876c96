import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { fileOf, type Format, formats, listOf } from '../../lib/batch/link-lists.ts';
import { truncate } from '../../lib/characters/text.ts';
import { formatNumber, language, text, type TextKey } from '../../lib/i18n/texts.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Menu } from '../ui/Menu.tsx';
import { Alert } from '../ui/Problem.tsx';
import type { BatchActions } from './batch-actions.ts';

type Created = Parameters<typeof listOf>[0];

const names: Record<Format, TextKey> = { plain: 'batchPlain', markdown: 'batchMarkdown', html: 'batchHtml' };

const shorten = (content: string, length: number): string =>
  content.length > length ? `${truncate(content, length).trimEnd()}…` : content;

/** What a format gives for the first link, in short: "- [Eurasian…](https…)". */
const exampleOf = (created: Created, format: Format) => {
  const [first] = created;
  if (!first) return undefined;
  const title = shorten(first.title, 9);
  if (format === 'html') return <u>{title}</u>;
  const shortLink = shorten(first.shortLink, format === 'plain' ? 20 : 5);
  return <bdi dir="ltr">{listOf([{ ...first, title, shortLink }], format)}</bdi>;
};

/** The list as a file: its name and its content. */
const asFile = (list: string, format: Format): [string, Blob] => {
  const page = { title: text('batchList'), language: language(), direction: text('textDirection') };
  const { content, type, extension } = fileOf(list, format, page);
  return [text('batchFile') + extension, new Blob([content], { type: `${type};charset=utf-8` })];
};

interface LinkListOptions {
  created: Created;
  announce(message: string): void;
  actions: Pick<BatchActions, 'copy' | 'copyHtml' | 'save'>;
}

/** The list of the short links in the chosen format, whether it is shown as text, and what the clipboard contains. */
export const useLinkList = ({ created, announce, actions }: LinkListOptions) => {
  const [format, setFormat] = useState<Format>(formats[0]);
  const [clipboard, setClipboard] = useState<string | null>(null);
  const [isRefused, setRefused] = useState(false);
  /** How often the text was requested: each time, it gets the focus. */
  const [textRequests, setTextRequests] = useState(0);
  const showText = (): void => setTextRequests((count) => count + 1);
  const write = async (content: string, copying: Promise<boolean>): Promise<void> => {
    // A screen reader does not announce the same text twice.
    announce('');
    const isCopied = await copying;
    setClipboard(isCopied ? content : null);
    setRefused(!isCopied);
    if (isCopied) announce(text('copied'));
    else showText();
  };
  const list = listOf(created, format);
  const copyAs = (next: Format): void => {
    setFormat(next);
    const content = listOf(created, next);
    void write(content, next === 'html' ? actions.copyHtml(content) : actions.copy(content));
  };
  return {
    created,
    format,
    list,
    clipboard,
    isRefused,
    textRequests,
    showText,
    copyAs,
    copyLink: (shortLink: string): void => void write(shortLink, actions.copy(shortLink)),
    save: (): void => actions.save(...asFile(list, format)),
  };
};

type LinkList = ReturnType<typeof useLinkList>;

/** The button that copies all short links, and its menu with the formats. */
export const CopyAll = ({
  links,
  button,
  kind,
}: {
  links: LinkList;
  button: RefObject<HTMLButtonElement | null>;
  kind: 'primary' | 'outlined';
}) => {
  const { created, format, list, clipboard, copyAs, showText, save } = links;
  const isCopied = clipboard === list;
  return (
    <div class="split">
      <CopyButton
        button={button}
        kind={kind}
        label="batchCopyAll"
        done={text('batchCopied', formatNumber(created.length))}
        copied={isCopied}
        copy={() => copyAs(format)}
      />
      <Menu
        name={text('batchCopyAs')}
        icon="chevron"
        look={isCopied ? 'done' : kind}
        items={[
          ...formats.map((each) => ({
            icon: 'check' as const,
            name: text(names[each]),
            isSelected: each === format,
            example: exampleOf(created, each),
            choose: () => copyAs(each),
          })),
          { icon: 'list', name: text('batchShowText'), startsGroup: true, choose: showText },
          { icon: 'save', name: text('batchSave'), choose: save },
        ]}
      />
    </div>
  );
};

/** The list as text, selected; nothing until it is requested, or the browser does not copy. */
export const LinkText = ({ links }: { links: LinkList }) => {
  const { created, list, isRefused, textRequests } = links;
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [textRequests]);
  if (textRequests === 0) return null;
  return (
    <div class="text">
      <textarea
        ref={field}
        aria-label={text('batchList')}
        readOnly
        // Otherwise Chromium stores the value on disk together with the window, to restore it later.
        autocomplete="off"
        dir="ltr"
        rows={Math.min(10, Math.max(3, created.length))}
        value={list}
      />
      <Alert>{isRefused && text('batchCopyFailed')}</Alert>
    </div>
  );
};
