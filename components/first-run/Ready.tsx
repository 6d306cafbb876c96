import { text } from '../../lib/i18n/texts.ts';
import { originToRequest } from '../../lib/connection/address.ts';
import type { ConnectionView } from '../../lib/connection/connect.ts';
import { TryLink } from '../link-test/TryLink.tsx';
import type { LinkTestActions } from '../link-test/use-link-test.ts';

import type { Shortcut, ShortcutActions } from '../shortcuts/actions.ts';
import { ShortcutList } from '../shortcuts/ShortcutList.tsx';
import { ToolbarPicture } from './ToolbarPicture.tsx';

interface ReadyProps {
  /** What is connected; null where nothing is. */
  connection: ConnectionView | null;
  isFirefox: boolean;
  /** Null where the browser has none, and no context menu either: on phones. */
  shortcuts: Shortcut[] | null;
  actions: Pick<ShortcutActions, 'readShortcuts'> & LinkTestActions;
}

const Toolbar = ({ isFirefox, isPhone }: { isFirefox: boolean; isPhone: boolean }) => (
  <li>
    <h3>{text('firstRunToolbar')}</h3>
    {isPhone ? (
      <p>{text('firstRunToolbarPhone')}</p>
    ) : (
      <>
        <p>{text(isFirefox ? 'firstRunToolbarFirefox' : 'firstRunToolbarChromium')}</p>
        <ToolbarPicture hasPuzzle={!isFirefox} />
      </>
    )}
  </li>
);

/** After the steps: where everything is. */
export const Ready = ({ connection, isFirefox, shortcuts, actions }: ReadyProps) => {
  const isConnected = connection !== null;
  return (
    <section class="ready" aria-labelledby="ready-title">
      <h2 id="ready-title">{text(isConnected ? 'firstRunReady' : 'firstRunNotYet')}</h2>
      <p class="note">{text(isConnected ? 'firstRunReadyNote' : 'firstRunNotYetNote')}</p>
      <ul class="card ways">
        <Toolbar isFirefox={isFirefox} isPhone={shortcuts === null} />
        {shortcuts && (
          <>
            <li>
              <h3>{text('firstRunMenu')}</h3>
              <p>{text('firstRunMenuNote')}</p>
            </li>
            <li>
              <h3>{text('firstRunKeys')}</h3>
              <ShortcutList first={shortcuts} actions={actions} />
            </li>
          </>
        )}
      </ul>
      {connection && <TryLink askFor={originToRequest(connection)} actions={actions} />}
      <p class="note">{text('firstRunEnd')}</p>
      <div class="buttons">
        {!isConnected && (
          <a class="button primary" href="#first-run">
            {text('firstRunConnectNow')}
          </a>
        )}
        <a class={isConnected ? 'button primary' : 'button'} href="#connection">
          {text('settings')}
        </a>
        <a class="button" href="/history.html">
          {text('historyTitle')}
        </a>
      </div>
    </section>
  );
};
