import { render } from 'preact';
import { OptionsPage } from '../../components/options/OptionsPage.tsx';
import type { PageData } from '../../components/options/sections.tsx';
import { version } from '../../lib/browser/pages.ts';
import { policyViewOf } from '../../lib/connection/policy-connection.ts';
import { setPageLanguage } from '../../lib/i18n/texts.ts';
import { send } from '../background/send.ts';
import { readVolume } from '../../lib/music/music-provider.ts';
import { readManaged, readOwnSettings, readSettingsOrDefaults } from '../../lib/settings/settings.ts';
import { actions } from './actions.ts';
import './style.css';

const readData = async (): Promise<PageData> => {
  const connecting = send('connection', {}).catch(() => undefined);
  const [settings, wasConnected, connection, mayNotify, access, volume, shortcuts, permissions, managed] =
    await Promise.all([
      readSettingsOrDefaults(),
      readOwnSettings().then(
        ({ connected }) => connected,
        () => false,
      ),
      connecting,
      actions.shortening.mayNotify(),
      connecting.then((view) => actions.music.readSiteAccess(view?.address ?? null)),
      readVolume(),
      actions.shortcuts.readShortcuts(),
      actions.about.readPermissions(),
      readManaged(),
    ]);
  return {
    connection,
    wasConnected,
    shortening: { settings, mayNotify },
    music: { access, settings, volume },
    shortcuts,
    about: { version: version(), permissions },
    policy: policyViewOf(managed),
    isFirefox: import.meta.env.FIREFOX,
  };
};

const start = async (): Promise<void> => {
  const isReset = (history.state as { isReset?: boolean } | null)?.isReset === true;
  history.replaceState(null, '');
  const first = await readData();
  render(<OptionsPage initial={first} actions={{ ...actions, readData }} isReset={isReset} />, document.body);
};

setPageLanguage(document, 'optionsTitle');
void start();
