import { useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import { CopiedNote } from '../ui/CopiedNote.tsx';

const command = 'npm run service';

/** For people without an account: the service of the repository, and the one command that runs it. */
export const EmbeddedService = ({ copy }: { copy(text: string): Promise<boolean> }) => {
  const [copied, setCopied] = useState<boolean | null>(null);
  return (
    <details class="embedded">
      <summary>{text('firstRunNoAccount')}</summary>
      <p class="soft">{text('firstRunNoAccountHow')}</p>
      <div class="command">
        <code dir="ltr" translate={false}>
          {command}
        </code>
        <button type="button" class="small" onClick={() => void copy(command).then(setCopied)}>
          {text('firstRunCommandCopy')}
        </button>
      </div>
      <p role="status" class="note">
        <CopiedNote copied={copied} />
      </p>
    </details>
  );
};
