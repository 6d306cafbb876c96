import { copy } from '../../lib/browser/clipboard.ts';
import { text } from '../../lib/i18n/texts.ts';
import { useCopy } from '../ui/CopyButton.tsx';
import { IconButton } from '../ui/Icon.tsx';

const command = 'npm run service';

/** For people without an account: the service of the repository, and the one command that runs it. */
export const EmbeddedService = () => {
  const { copied, copyNow } = useCopy(() => copy(command));
  return (
    <details>
      <summary>{text('firstRunNoAccount')}</summary>
      <div class="command">
        <code class="grow" dir="ltr" translate={false}>
          {command}
        </code>
        <IconButton icon={copied ? 'check' : 'copy'} name={text('firstRunCommandCopy')} press={copyNow} />
      </div>
      <p class="note">{text('firstRunNoAccountHow')}</p>
      {copied === false && <p class="note warn">{text('notCopied')}</p>}
    </details>
  );
};
