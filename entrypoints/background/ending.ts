import { localItem } from '../../lib/storage/storage.ts';
import * as z from 'zod/mini';
import { onWake, wakeAt } from '../../lib/browser/alarms.ts';
import { mayNotify, notify, onNotice } from '../../lib/browser/notifications.ts';
import { openPage } from '../../lib/browser/pages.ts';
import { plural, text } from '../../lib/i18n/texts.ts';
import type { Attempt } from '../../lib/history/contract.ts';
import { createEnding, type Endings } from '../../lib/history/expiry-reminder.ts';
import { openNews } from '../../lib/history/change-feed.ts';
import { onSettingsChange, readSettings } from '../../lib/settings/settings.ts';

/** The name of a notice from here is what opens with a click. */
const prefix = '/history.html';

const tell = ([first, ...others]: Attempt[]): Promise<boolean> => {
  const { id = '', title = '', link = '', shortLink = '' } = first ?? {};
  const notice = { id: prefix, title: text('endingTitle') };
  if (others.length > 0) return notify({ ...notice, message: plural('endingMany', others.length + 1) });
  return notify({
    ...notice,
    id: `${prefix}#again=${id}`,
    message: text('endingOne', title || link, shortLink),
    buttons: [text('endingAgain')],
  });
};

/** Notices a day before links end, where the person wants them. Registers its listeners at once. */
export const startEnding = (journal: Endings): void => {
  const isWanted = async (): Promise<boolean> => (await readSettings()).noticeBeforeEnd && mayNotify();
  const told = localItem('told-until', z.number());
  const { look } = createEnding({ journal, told, isWanted, tell, wakeAt });
  for (const listen of [onWake, onSettingsChange]) listen(() => void look());
  openNews().onmessage = look;
  onNotice((id) => void (id.startsWith(prefix) && openPage(id)));
  void look();
};
