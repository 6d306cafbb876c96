import { defineBackground } from 'wxt/utils/define-background';
import { openFirstRunOnInstall } from '../../lib/browser/pages.ts';
import { keepOnly, mayReach } from '../../lib/browser/permissions.ts';
import { sessionItem } from '../../lib/browser/session.ts';
import { lockStorage } from '../../lib/browser/storage.ts';
import { serve } from '../../lib/messages/serve.ts';
import { clockReading } from '../../lib/service/clock.ts';
import { withManaged } from '../../lib/service/managed.ts';
import { createService } from '../../lib/service/service.ts';
import { storedToken } from '../../lib/service/token.ts';
import { openVault } from '../../lib/service/vault.ts';
import { readManaged } from '../../lib/settings/managed.ts';
import { changeSettings } from '../../lib/settings/settings.ts';
import { startGrey } from './grey.ts';
import { startMusic } from './music.ts';
import { startPlayers } from './players.ts';
import { createReset } from './reset.ts';
import { startShortening } from './shorten.ts';

export default defineBackground(() => {
  const vault = openVault();
  const service = createService({
    vault: withManaged(vault, readManaged),
    token: sessionItem('token', storedToken),
    clockReading: sessionItem('clock', clockReading),
    mayReach,
    connected: () => changeSettings({ connected: true }),
    keepOnly,
  });
  const { refreshGrey, handlers } = startGrey(service);
  serve({
    ...startShortening(service, refreshGrey),
    ...startPlayers(),
    ...startMusic(service, refreshGrey),
    ...handlers,
    reset: createReset({ stop: service.stop, erase: vault.erase }),
  });
  openFirstRunOnInstall();
  void lockStorage();
});
