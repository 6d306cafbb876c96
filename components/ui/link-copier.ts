import { useState } from 'preact/hooks';
import { type Copy, copyPending } from '../../lib/formats/copy-pending.ts';
import type { CopyFormat, Format } from '../../lib/formats/names.ts';
import { type CopiedLink, copiedContent } from '../../lib/i18n/copied-link.ts';
import { useSubscription } from './use-subscription.ts';

/** Copies the short links of a page in its format. */
export interface LinkCopier extends CopyFormat {
  /** Resolves with whether the clipboard contains them. Another format is that of the page from then on. */
  copy(links: readonly CopiedLink[], another?: Format): Promise<boolean>;
  /** Copies a link that is still being created; call it inside the click. */
  copyPending(link: Promise<CopiedLink>): Promise<boolean>;
  editTemplate(): void;
}

interface CopierActions extends Pick<LinkCopier, 'editTemplate'> {
  copy: Copy;
  /** Makes it the format of the page; resolves when it is stored, where it is. Never rejects. */
  chooseFormat(format: Format): unknown;
}

export const createCopier = (page: CopyFormat, actions: CopierActions): LinkCopier => ({
  ...page,
  async copy(links, another) {
    const { text, html } = copiedContent(links, { ...page, format: another ?? page.format });
    const copying = actions.copy(text, html);
    // A popup may close as soon as it says that the link is copied.
    if (another) await actions.chooseFormat(another);
    return copying;
  },
  copyPending: (link) =>
    copyPending(
      link.then((each) => copiedContent([each], page)),
      page.format,
      actions.copy,
    ),
  editTemplate: actions.editTemplate,
});

/** The actions of a page that copies in formats. */
export interface FormatActions extends Pick<CopierActions, 'copy' | 'editTemplate'> {
  /** Stores it as the format that was used last; resolves when it is stored. Never rejects. */
  rememberFormat(format: Format): unknown;
  onFormatChange(changed: (offered: CopyFormat) => void, signal: AbortSignal): void;
}

interface CopierOptions {
  /** What the settings offer. */
  initial: CopyFormat;
  actions: FormatActions;
}

/** The copier of a page that stays open, which follows the settings. */
export const useCopier = ({ initial, actions }: CopierOptions): LinkCopier => {
  const [{ format, offered }, setState] = useState({ format: initial.format, offered: initial });
  useSubscription((signal) =>
    actions.onFormatChange(
      (next) =>
        // What was chosen here stays until another format is offered.
        setState((now) => ({
          format: next.format === now.offered.format ? now.format : next.format,
          offered: next,
        })),
      signal,
    ),
  );
  const chooseFormat = (chosen: Format): unknown => {
    setState((now) => ({ ...now, format: chosen }));
    return actions.rememberFormat(chosen);
  };
  return createCopier({ format, template: offered.template }, { ...actions, chooseFormat });
};
