import { text } from '../../lib/i18n/texts.ts';
import { Icon } from './Icon.tsx';

/** The content of a button that copies. Its name stays "Copy" while it shows that the clipboard holds the text. */
export const CopyLabel = ({ copied }: { copied: boolean }) =>
  copied ? (
    <>
      <Icon name="check" />
      <span class="unseen">{text('copy')}</span>
      <span aria-hidden="true">{text('copied')}</span>
    </>
  ) : (
    <>
      <Icon name="copy" />
      {text('copy')}
    </>
  );
