import { defineBackground } from 'wxt/utils/define-background';
import { openOptionsOnInstall } from '../../lib/browser/pages.ts';
import { keepOnly, mayReach } from '../../lib/browser/permissions.ts';
import { sessionItem } from '../../lib/browser/session.ts';
import { lockStorage } from '../../lib/browser/storage.ts';
import { serve } from '../../lib/messages/serve.ts';
import { clockReading } from '../../lib/service/clock.ts';
import { createService } from '../../lib/service/service.ts';
import { storedToken } from '../../lib/service/token.ts';
import { openVault } from '../../lib/service/vault.ts';
import { changeSettings } from '../../lib/settings/settings.ts';
import { startMusic } from './music.ts';
import { startPlayers } from './players.ts';
import { startShortening } from './shorten.ts';

export default defineBackground(() => {
  const service = createService({
    vault: openVault(),
    token: sessionItem('token', storedToken),
    clockReading: sessionItem('clock', clockReading),
    mayReach,
    connected: () => changeSettings({ connected: true }),
    keepOnly,
  });
  serve({ ...startShortening(service), ...startPlayers(), ...startMusic(service) });
  openOptionsOnInstall();
  void lockStorage();
});
