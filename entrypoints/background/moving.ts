import { logAndReturn } from '../../lib/errors/error-log.ts';
import { afterStartup } from '../../lib/async/async.ts';
import type { Service } from '../../lib/connection/service.ts';
import type { ActiveLinks } from '../../lib/history/journal.ts';
import type { Journal } from '../../lib/history/types.ts';
import { message, nothing } from '../../lib/messaging/message.ts';
import { moveRequest, storedMove } from '../../lib/moving/move.ts';
import { LinkMover } from '../../lib/moving/link-mover.ts';
import { readSettingsOrDefaults } from '../../lib/settings/settings.ts';
import type { Shortener } from '../../lib/shortening/shortening.ts';
import { localItem, onManagedChange } from '../../lib/storage/storage.ts';
import { browser } from '../../lib/webextension/browser.ts';

/** The name of the alarm that starts the background again while links are moved. */
const moveAlarm = 'move';

/** Minutes: the least that Chromium allows. */
const alarmPeriod = 0.5;

/** Moving links from one connection to another. Registers its listener at once. */
export const startMoving = (
  shortener: Shortener,
  {
    connection,
    journal,
    syncAndLogErrors,
  }: Pick<Service, 'connection'> & {
    journal: Journal & ActiveLinks;
    syncAndLogErrors(): Promise<unknown>;
  },
) => {
  const moving = new LinkMover({
    shortener,
    connection,
    journal,
    stored: localItem('move', storedMove),
    settings: readSettingsOrDefaults,
    setAlarm: (isOn) =>
      isOn
        ? browser.alarms.create(moveAlarm, { periodInMinutes: alarmPeriod })
        : browser.alarms.clear(moveAlarm),
  });
  // The alarm starts the background again if the browser has stopped it.
  browser.alarms.onAlarm.addListener(({ name }) => {
    if (name === moveAlarm) void moving.restore();
  });
  // A move sends an ending only to a service that is known to have endings.
  const resume = () => syncAndLogErrors().then(() => moving.resume());
  onManagedChange(() => void resume().catch(logAndReturn(undefined)));
  afterStartup(() => moving.restore());
  return {
    /** How many links would be created again, and how many not; null if the history cannot be read. */
    planMove: message({
      from: ['options'],
      request: moveRequest,
      handle: (request) => moving.plan(request).catch(logAndReturn(null)),
    }),
    startMove: message({
      from: ['options'],
      request: moveRequest,
      handle: (request) => moving.start(request),
    }),
    /** The state of the move that is running, or of the last one; null if its result was closed. */
    moveState: message({ from: ['options', 'history'], request: nothing, handle: () => moving.state() }),
    cancelMove: message({ from: ['options'], request: nothing, handle: () => moving.cancel() }),
    /** Removes the result of a move that has ended. */
    closeMove: message({ from: ['options'], request: nothing, handle: () => moving.close() }),
  };
};
