import { text } from '../../lib/i18n/texts.ts';
import { originToRequest } from '../../lib/connection/address.ts';
import type { ConnectionView } from '../../lib/connection/connect.ts';
import { TestLink } from '../link-test/TestLink.tsx';
import { Icon } from '../ui/Icon.tsx';
import type { Shortcut } from '../../lib/browser/contract.ts';
import type { LinkTestActions } from '../link-test/use-link-test.ts';
import { type ShortcutActions, ShortcutList } from '../shortcuts/ShortcutList.tsx';

interface ReadyProps {
  /** What is connected; null if nothing is. */
  connection: ConnectionView | null;
  isFirefox: boolean;
  /** Null if the browser has neither shortcuts nor a context menu: on phones. */
  shortcuts: Shortcut[] | null;
  actions: Pick<ShortcutActions, 'readShortcuts'> & LinkTestActions;
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

const Toolbar = ({ isFirefox, isPhone }: { isFirefox: boolean; isPhone: boolean }) => (
  <li>
    <span class="tile">
      <img src="/icons/48.png" width="24" height="24" alt="" />
    </span>
    <div class="grow">
      <h2>{text('firstRunToolbar')}</h2>
      {isPhone ? (
        <p class="soft">{text('firstRunToolbarPhone')}</p>
      ) : (
        <>
          <p class="soft">{text(isFirefox ? 'firstRunToolbarFirefox' : 'firstRunToolbarChromium')}</p>
          <ToolbarPicture hasPuzzle={!isFirefox} />
        </>
      )}
    </div>
  </li>
);

const Keyboard = ({ shortcuts, actions }: Pick<ReadyProps, 'actions'> & { shortcuts: Shortcut[] }) => (
  <li>
    <span class="tile">
      <Icon name="keyboard" />
    </span>
    <div class="grow">
      <h2>{text('firstRunKeys')}</h2>
      <ShortcutList initial={shortcuts} actions={actions} />
    </div>
  </li>
);

const ContextMenu = () => (
  <li>
    <span class="tile">
      <Icon name="list" />
    </span>
    <div class="grow">
      <h2>{text('firstRunMenu')}</h2>
      <p class="soft">{text('firstRunMenuNote')}</p>
    </div>
  </li>
);

/** The end of the first run: where the functions of the extension are. */
export const Ready = ({ connection, isFirefox, shortcuts, actions }: ReadyProps) => {
  const isConnected = connection !== null;
  return (
    <>
      <ul class="ways">
        <Toolbar isFirefox={isFirefox} isPhone={shortcuts === null} />
        {shortcuts && <Keyboard shortcuts={shortcuts} actions={actions} />}
        {shortcuts && <ContextMenu />}
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
