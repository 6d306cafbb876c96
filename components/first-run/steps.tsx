import type { ComponentChildren } from 'preact';
import type { Shortcut } from '../../lib/browser/types.ts';
import type { ConnectionView } from '../../lib/connection/connect.ts';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { TestLink } from '../link-test/TestLink.tsx';
import { DefaultValidity } from '../shortening/Shortening.tsx';
import { Keys } from '../shortcuts/Shortcuts.tsx';
import { useCopy } from '../ui/CopyButton.tsx';
import { Icon, IconButton } from '../ui/Icon.tsx';
import { Alert } from '../ui/Problem.tsx';
import { SettingSwitch } from '../ui/SwitchRow.tsx';
import { useSettings } from '../ui/use-settings.ts';

const command = 'npm run service';

/** For people without an account: the service of the repository, and the one command that runs it. */
export const EmbeddedService = ({ copy }: { copy(text: string): Promise<boolean> }) => {
  const { copied, announced, copyNow } = useCopy(() => copy(command));
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
      <p role="status" class={copied === false ? 'note warn' : 'unseen'}>
        {announced}
      </p>
    </details>
  );
};

/** The defaults for new links. */
export const Defaults = () => {
  const state = useSettings();
  const { saveState } = state;
  return (
    <div class="section">
      <div class="card rows">
        <DefaultValidity state={state} />
        <SettingSwitch state={state} setting="copyAtOnce" label="shorteningCopy" hint="shorteningCopyHint" />
        <SettingSwitch
          state={state}
          setting="removeTracking"
          label="shorteningTracking"
          hint="shorteningTrackingHint"
        />
      </div>
      <p role="status" class="note good">
        {saveState === 'saved' && text('shorteningSaved')}
      </p>
      <Alert>{saveState === 'failed' && text('shorteningUnsaved')}</Alert>
    </div>
  );
};

/** A drawing of the pill as it stands on a 404 page, in the colours of the page around it. */
export const PillPicture = () => (
  <div class="pill-picture" aria-hidden="true">
    <div>
      <Icon name="music" />
      <span class="play">
        <Icon name="play" />
      </span>
      <span>
        <Icon name="up" />
      </span>
      <span>
        <Icon name="close" />
      </span>
    </div>
  </div>
);

interface ReadyProps {
  /** What is connected; null if nothing is. */
  connection: ConnectionView | null;
  isFirefox: boolean;
  /** Null if the browser has neither shortcuts nor a context menu: on phones. */
  shortcuts: readonly Shortcut[] | null;
  closeTab(): void;
}

interface WayProps {
  icon: ComponentChildren;
  title: TextKey;
  /** The keys that stand beside the title. */
  keys?: string | undefined;
  note: TextKey;
}

/** One way to use the extension. */
const Way = ({ icon, title, keys = '', note }: WayProps) => (
  <li>
    <span class="tile">{icon}</span>
    <div class="grow">
      <h2>
        {text(title)} {keys !== '' && <Keys keys={keys} />}
      </h2>
      <p class="soft">{text(note)}</p>
    </div>
  </li>
);

const toolbarNote = (isFirefox: boolean, isPhone: boolean): TextKey => {
  if (isPhone) return 'firstRunToolbarPhone';
  return isFirefox ? 'firstRunToolbarFirefox' : 'firstRunToolbarChromium';
};

/** The end of the first run: where the functions of the extension are. */
export const Ready = ({ connection, isFirefox, shortcuts, closeTab }: ReadyProps) => (
  <>
    <ul class="ways">
      <Way
        icon={<img src="/icons/48.png" width="24" height="24" alt="" />}
        title="firstRunToolbar"
        note={toolbarNote(isFirefox, shortcuts === null)}
      />
      {shortcuts && (
        <>
          <Way
            icon={<Icon name="keyboard" />}
            title="firstRunKeys"
            keys={shortcuts.find(({ name }) => name === 'shorten-page')?.keys}
            note="firstRunKeysNote"
          />
          <Way icon={<Icon name="list" />} title="firstRunMenu" note="firstRunMenuNote" />
        </>
      )}
    </ul>
    {connection && <TestLink connection={connection} />}
    <footer class="buttons">
      <a class="button plain" href="#connection">
        {text('firstRunAllSettings')}
      </a>
      {connection ? (
        <button type="button" class="primary next" onClick={closeTab}>
          {text('firstRunDone')}
        </button>
      ) : (
        <a class="button primary next" href="#first-run">
          {text('firstRunConnectNow')}
        </a>
      )}
    </footer>
  </>
);
