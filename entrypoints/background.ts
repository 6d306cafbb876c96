import { defineBackground } from 'wxt/utils/define-background';
import { onPrivateWindowsGone, openOptionsOnInstall } from '../lib/browser/pages.ts';
import { keepOnly, mayReach } from '../lib/browser/permissions.ts';
import { sessionItem } from '../lib/browser/session.ts';
import { lockStorage } from '../lib/browser/storage.ts';
import { openJournal } from '../lib/links/journal.ts';
import { createLinks } from '../lib/links/links.ts';
import { createPrivateJournal, privateAttempts } from '../lib/links/private-journal.ts';
import { serve } from '../lib/messages/serve.ts';
import { clockReading } from '../lib/service/clock.ts';
import { createService } from '../lib/service/service.ts';
import { storedToken } from '../lib/service/token.ts';
import { openVault } from '../lib/service/vault.ts';
import { changeSettings } from '../lib/settings/settings.ts';

export default defineBackground(() => {
  const privateJournal = createPrivateJournal(sessionItem('private-attempts', privateAttempts));
  const service = createService({
    vault: openVault(),
    token: sessionItem('token', storedToken),
    clockReading: sessionItem('clock', clockReading),
    mayReach,
    connected: () => changeSettings({ connected: true }),
    keepOnly,
  });
  const journals = { regular: openJournal(), private: privateJournal };
  const links = createLinks({ connection: service.connection, journals });
  serve({
    shorten: links.shorten,
    unshown: (request) => links.unshown(request.private),
    arrival: ({ id }) => links.arrival(id),
    show: (request) => links.show(request.id, request.private),
    connection: service.view,
    connect: service.connect,
  });
  openOptionsOnInstall();
  onPrivateWindowsGone(privateJournal.forget);
  void lockStorage();
});
