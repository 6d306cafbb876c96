import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Shortcut } from '../../lib/browser/types.ts';
import { originToRequest } from '../../lib/connection/address.ts';
import type { ConnectionView } from '../../lib/connection/connect.ts';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import type { Settings } from '../../lib/settings/schema.ts';
import { TestLink, type TestLinkActions } from '../link-test/TestLink.tsx';
import { DefaultValidity } from '../shortening/Shortening.tsx';
import { type ShortcutActions, ShortcutList } from '../shortcuts/Shortcuts.tsx';
import { CopiedNote } from '../ui/CopyButton.tsx';
import { Icon } from '../ui/Icon.tsx';
import { SettingSwitch } from '../ui/SwitchRow.tsx';
import { type SettingsActions, useSettings } from '../ui/use-settings.ts';

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

interface DefaultsProps {
  initial: Settings;
  actions: SettingsActions;
}

/** The defaults for new links. */
export const Defaults = ({ initial, actions }: DefaultsProps) => {
  const state = useSettings({ initial, actions });
  const { settings, saveState, change } = state;
  return (
    <div class="section">
      <div class="card rows">
        <DefaultValidity
          chosen={settings.defaultValidity}
          change={(defaultValidity) => change(() => ({ defaultValidity }))}
        />
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
      <p role="alert" class="problem">
        {saveState === 'failed' && text('shorteningUnsaved')}
      </p>
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
  shortcuts: Shortcut[] | null;
  actions: Pick<ShortcutActions, 'readShortcuts'> & TestLinkActions;
}

/** A drawing of a browser's toolbar with the button; in Chromium next to the puzzle piece, as it is once it is pinned. */
const ToolbarPicture = ({ hasPuzzle }: { hasPuzzle: boolean }) => (
  <div class="toolbar-picture" aria-hidden="true">
    <span class="bar" />
    <span class="own-button">
      <img src="/icons/48.png" width="24" height="24" alt="" />
    </span>
    {hasPuzzle && (
      <svg class="puzzle" viewBox="0 0 24 24" width="22" height="22">
        <path d="M20.5 11H19V7a2 2 0 0 0-2-2h-4V3.5a2.5 2.5 0 0 0-5 0V5H4a2 2 0 0 0-2 2v3.8h1.5a2.7 2.7 0 0 1 0 5.4H2V20a2 2 0 0 0 2 2h3.8v-1.5a2.7 2.7 0 0 1 5.4 0V22H17a2 2 0 0 0 2-2v-4h1.5a2.5 2.5 0 0 0 0-5Z" />
      </svg>
    )}
  </div>
);

interface WayProps {
  icon: ComponentChildren;
  title: TextKey;
  children: ComponentChildren;
}

/** One way to use the extension. */
const Way = ({ icon, title, children }: WayProps) => (
  <li>
    <span class="tile">{icon}</span>
    <div class="grow">
      <h2>{text(title)}</h2>
      {children}
    </div>
  </li>
);

/** Where the button is in the toolbar. */
const Toolbar = ({ isFirefox, isPhone }: { isFirefox: boolean; isPhone: boolean }) => {
  if (isPhone) return <p class="soft">{text('firstRunToolbarPhone')}</p>;
  return (
    <>
      <p class="soft">{text(isFirefox ? 'firstRunToolbarFirefox' : 'firstRunToolbarChromium')}</p>
      <ToolbarPicture hasPuzzle={!isFirefox} />
    </>
  );
};

/** The end of the first run: where the functions of the extension are. */
export const Ready = ({ connection, isFirefox, shortcuts, actions }: ReadyProps) => {
  const isConnected = connection !== null;
  return (
    <>
      <ul class="ways">
        <Way icon={<img src="/icons/48.png" width="24" height="24" alt="" />} title="firstRunToolbar">
          <Toolbar isFirefox={isFirefox} isPhone={shortcuts === null} />
        </Way>
        {shortcuts && (
          <>
            <Way icon={<Icon name="keyboard" />} title="firstRunKeys">
              <ShortcutList initial={shortcuts} actions={actions} />
            </Way>
            <Way icon={<Icon name="list" />} title="firstRunMenu">
              <p class="soft">{text('firstRunMenuNote')}</p>
            </Way>
          </>
        )}
      </ul>
      {connection && <TestLink origin={originToRequest(connection)} actions={actions} />}
      <p class="note">{text('firstRunEnd')}</p>
      <footer>
        <a class="button plain" href="/history.html">
          {text('historyTitle')}
        </a>
        <a class={isConnected ? 'button next' : 'button plain'} href="#connection">
          {text('settings')}
        </a>
        {!isConnected && (
          <a class="button primary next" href="#first-run">
            {text('firstRunConnectNow')}
          </a>
        )}
      </footer>
    </>
  );
};
