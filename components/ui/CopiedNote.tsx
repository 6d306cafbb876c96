import { text } from '../../lib/i18n/texts.ts';

/** Whether the clipboard contains the link; nothing if copying was not tried. */
export const CopiedNote = ({ copied }: { copied: boolean | null }) =>
  copied === null ? null : (
    <span class={copied ? 'mark' : 'mark warn'}>{text(copied ? 'copied' : 'notCopied')}</span>
  );
