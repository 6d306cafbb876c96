import { text } from '../lib/i18n/texts.ts';

/** Whether the clipboard holds the link; nothing where nobody tried. */
export const CopiedMark = ({ copied }: { copied: boolean | null }) =>
  copied === null ? null : (
    <span class={copied ? 'mark' : 'mark warn'}>{text(copied ? 'copied' : 'notCopied')}</span>
  );
