import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { fileOf } from '../../lib/batch/link-lists.ts';
import { contentOf, type CopiedContent, sourceOf } from '../../lib/formats/formats.ts';
import type { Format } from '../../lib/formats/names.ts';
import { formattedLink } from '../../lib/i18n/copied-link.ts';
import { formatNumber, language, text } from '../../lib/i18n/texts.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { formatItems } from '../ui/format-items.tsx';
import { Menu } from '../ui/Menu.tsx';
import { Alert } from '../ui/Problem.tsx';
import type { BatchActions, CopyFormat } from './batch-actions.ts';

type Created = readonly Parameters<typeof formattedLink>[0][];

/** The list as a file: its name and its content. */
const asFile = (list: string, format: Format): [string, Blob] => {
  const page = { title: text('batchList'), language: language(), direction: text('textDirection') };
  const { content, type, extension } = fileOf(list, format, page);
  return [text('batchFile') + extension, new Blob([content], { type: `${type};charset=utf-8` })];
};

interface LinkListOptions extends CopyFormat {
  created: Created;
  announce(message: string): void;
  actions: Pick<BatchActions, 'copy' | 'rememberFormat' | 'save'>;
}

/** The list of the short links in the chosen format, whether it is shown as text, and what the clipboard contains. */
export const useLinkList = ({ created, announce, actions, template, ...initial }: LinkListOptions) => {
  const [format, setFormat] = useState(initial.format);
  const [clipboard, setClipboard] = useState<string | null>(null);
  const [isRefused, setRefused] = useState(false);
  /** How often the text was requested: each time, it gets the focus. */
  const [textRequests, setTextRequests] = useState(0);
  const showText = (): void => setTextRequests((count) => count + 1);
  const write = async ({ text: plain, html }: CopiedContent): Promise<void> => {
    // A screen reader does not announce the same text twice.
    announce('');
    const isCopied = await actions.copy(plain, html);
    setClipboard(isCopied ? (html ?? plain) : null);
    setRefused(!isCopied);
    if (isCopied) announce(text('copied'));
    else showText();
  };
  const links = created.map(formattedLink);
  const list = sourceOf(links, format, template);
  const copyAs = (next: Format): void => {
    setFormat(next);
    actions.rememberFormat(next);
    void write(contentOf(links, next, template));
  };
  return {
    links,
    template,
    format,
    list,
    clipboard,
    isRefused,
    textRequests,
    showText,
    copyAs,
    copyLink: (shortLink: string): void => void write({ text: shortLink }),
    save: (): void => actions.save(...asFile(list, format)),
  };
};

type LinkList = ReturnType<typeof useLinkList>;

/** The button that copies all short links, and its menu with the formats. */
export const CopyAll = ({
  links: list,
  button,
  kind,
}: {
  links: LinkList;
  button: RefObject<HTMLButtonElement | null>;
  kind: 'primary' | 'outlined';
}) => {
  const { links, template, format, copyAs, showText, save } = list;
  const isCopied = list.clipboard === list.list;
  const [link] = links;
  return (
    <div class="split">
      <CopyButton
        button={button}
        kind={kind}
        label="batchCopyAll"
        done={text('batchCopied', formatNumber(links.length))}
        copied={isCopied}
        copy={() => copyAs(format)}
      />
      <Menu
        name={text('batchCopyAs')}
        icon="chevron"
        look={isCopied ? 'done' : kind}
        items={[
          ...(link ? formatItems({ link, selected: format, template, choose: copyAs }) : []),
          { icon: 'list', name: text('batchShowText'), startsGroup: true, choose: showText },
          { icon: 'save', name: text('batchSave'), choose: save },
        ]}
      />
    </div>
  );
};

/** The list as text, selected; nothing until it is requested, or the browser does not copy. */
export const LinkText = ({ links: list }: { links: LinkList }) => {
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
        value={list.list}
      />
      <Alert>{isRefused && text('batchCopyFailed')}</Alert>
    </div>
  );
};
