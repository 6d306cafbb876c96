import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { saveFile } from '../../lib/browser/save-file.ts';
import { fileOf } from '../../lib/batch/list-file.ts';
import { sourceOf } from '../../lib/formats/formats.ts';
import type { Format } from '../../lib/formats/names.ts';
import { type CopiedLink, formattedLink } from '../../lib/i18n/copied-link.ts';
import { formatNumber, language, text } from '../../lib/i18n/texts.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { formatItems } from '../ui/format-items.tsx';
import { copyFormat } from '../ui/copy-format.ts';
import { copyLinks } from '../ui/copying.ts';
import { Menu } from '../ui/Menu.tsx';
import { Alert } from '../ui/Problem.tsx';

const saveList = (list: string, format: Format): void => {
  const page = { title: text('batchList'), language: language(), direction: text('textDirection') };
  const { content, type, extension } = fileOf(list, format, page);
  saveFile(text('batchFile') + extension, new Blob([content], { type: `${type};charset=utf-8` }));
};

interface LinkListOptions {
  created: readonly CopiedLink[];
  isPrivate: boolean;
  announce(message: string): void;
}

/**
 * The list of the short links in the chosen format, whether it is shown as text, and what the clipboard contains: the list, or in
 * any format the short link of a single one.
 */
export const useLinkList = ({ created, isPrivate, announce }: LinkListOptions) => {
  const [clipboard, setClipboard] = useState<string | null>(null);
  const [isRefused, setRefused] = useState(false);
  /** How often the text was requested: each time, it gets the focus. */
  const [textRequests, setTextRequests] = useState(0);
  const showText = (): void => setTextRequests((count) => count + 1);
  const settle = async (content: string, copying: Promise<boolean>): Promise<void> => {
    // A screen reader does not announce the same text twice.
    announce('');
    const isCopied = await copying;
    setClipboard(isCopied ? content : null);
    setRefused(!isCopied);
    if (isCopied) announce(text('copied'));
    else showText();
  };
  const links = created.map(formattedLink);
  const { format, template } = copyFormat.value;
  const content = sourceOf(links, format, template);
  return {
    links,
    content,
    clipboard,
    isRefused,
    textRequests,
    showText,
    copyAs: (another?: Format): void =>
      void settle(
        sourceOf(links, another ?? format, template),
        copyLinks(created, { format: another, isPrivate }),
      ),
    copyLink: (link: CopiedLink): void => void settle(link.shortLink, copyLinks([link])),
    save: (): void => saveList(content, format),
  };
};

type LinkList = ReturnType<typeof useLinkList>;

interface CopyAllProps {
  list: LinkList;
  button: RefObject<HTMLButtonElement | null>;
  kind: 'primary' | 'outlined';
}

/** The button that copies all short links, and its menu with the formats. */
export const CopyAll = ({ list, button, kind }: CopyAllProps) => {
  const { links, copyAs, showText, save } = list;
  const isCopied = list.clipboard === list.content;
  const [exampleLink] = links;
  return (
    <div class="split">
      <CopyButton
        button={button}
        kind={kind}
        label="batchCopyAll"
        done={text('batchCopied', formatNumber(links.length))}
        copied={isCopied}
        copy={() => copyAs()}
      />
      <Menu
        name={text('batchCopyAs')}
        icon="chevron"
        look={isCopied ? 'done' : kind}
        items={[
          ...(exampleLink ? formatItems(exampleLink, copyAs) : []),
          { icon: 'list', name: text('batchShowText'), startsGroup: true, choose: showText },
          { icon: 'save', name: text('batchSave'), choose: save },
        ]}
      />
    </div>
  );
};

/** The list as text, selected; nothing until it is requested, or the browser does not copy. */
export const LinkText = ({ list }: { list: LinkList }) => {
  const { links, isRefused, textRequests } = list;
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
        rows={Math.min(10, Math.max(3, links.length))}
        value={list.content}
      />
      <Alert>{isRefused && text('batchCopyFailed')}</Alert>
    </div>
  );
};
