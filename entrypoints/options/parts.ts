import { onManagedChange as onPolicyChange } from '../../lib/storage/storage.ts';
import type { PageActions, Parts } from '../../components/options/parts.ts';
import { policyViewOf } from '../../lib/connection/policy-view.ts';
import { readManaged } from '../../lib/settings/settings.ts';
import { copy } from '../../lib/browser/clipboard.ts';
import { send } from '../../lib/messaging/send.ts';
import { aboutActions, readAbout } from './about.ts';
import { connectionActions } from './connection.ts';
import { dataActions } from './data.ts';
import { doctorActions } from './doctor.ts';
import { musicActions, readMusic } from './music.ts';
import { readShortening, shorteningActions } from './shortening.ts';
import { shortcutActions } from './shortcuts.ts';

const read = async (): Promise<Parts> => {
  const [connection, shortening, music, shortcuts, about, policy] = await Promise.all([
    send('connection', {}).catch(() => undefined),
    readShortening(),
    readMusic(),
    shortcutActions.readShortcuts(),
    readAbout(),
    readManaged().then(policyViewOf),
  ]);
  return { connection, shortening, music, shortcuts, about, policy, isFirefox: import.meta.env.FIREFOX };
};

/** What the page can have done. */
export const actions: PageActions = {
  connection: connectionActions,
  shortening: shorteningActions,
  music: musicActions,
  shortcuts: shortcutActions,
  doctor: doctorActions,
  about: aboutActions,
  data: dataActions,
  ...{ copy, read, onPolicyChange },
};
