import { logAndReturn } from '../../lib/errors/error-log.ts';
import { afterStartup } from '../../lib/async/async.ts';
import type { Service } from '../../lib/connection/service.ts';
import type { ActiveLinks } from '../../lib/history/journal.ts';
import type { Journal } from '../../lib/history/types.ts';
import { storedMove } from '../../lib/moving/move.ts';
import { LinkMover } from '../../lib/moving/link-mover.ts';
import type { Shortener } from '../../lib/shortening/shortening.ts';
import { localItem, onManagedChange } from '../../lib/storage/storage.ts';
import { browser } from '../../lib/webextension/browser.ts';

/** The name of the alarm that starts the background again while links are moved. */
const moveAlarm = 'move';

/** The least that Chromium allows. */
const alarmPeriodMinutes = 0.5;

/** Goes on with moving links after a start of the background. Registers its listeners at once. */
export const startMoving = ({
  shortener,
  connection,
  journal,
  syncAndLogErrors,
}: {
  shortener: Shortener;
  connection: Service['connection'];
  journal: Journal & ActiveLinks;
  syncAndLogErrors(): Promise<unknown>;
}): LinkMover => {
  const mover = new LinkMover({
    shortener,
    connection,
    journal,
    stored: localItem('move', storedMove),
    setAlarm: (isOn) =>
      isOn
        ? browser.alarms.create(moveAlarm, { periodInMinutes: alarmPeriodMinutes })
        : browser.alarms.clear(moveAlarm),
  });
  // The alarm starts the background again if the browser has stopped it.
  browser.alarms.onAlarm.addListener(({ name }) => {
    if (name === moveAlarm) void mover.restore();
  });
  // A move sends an ending only to a service that is known to have endings.
  const resume = () => syncAndLogErrors().then(() => mover.resume());
  onManagedChange(() => void resume().catch(logAndReturn(undefined)));
  afterStartup(() => mover.restore());
  return mover;
};
