import { describe, expect, it } from 'vitest';
import { press } from '../support/browsers/controls.ts';
import { pageOpenedBy } from '../support/browsers/extension.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { putEntries } from '../support/pages/history.ts';
import { lacks } from '../support/browsers/needs.ts';
import { inWorker, killWorker } from '../support/browsers/chromium-extension.ts';
import { suiteFixture } from '../support/browsers/suite-fixture.ts';
import { changeStored } from '../support/browsers/stored.ts';

const day = 86_400;
const lasting = { validity: { kind: 'duration', seconds: 7 * day } };

describe.skipIf(lacks('chromium'))('An expiry reminder in Chromium', () => {
  const fixtureOf = suiteFixture({ permissions: ['notifications'] });
  // What it says, and what a click on each of its buttons does: lib/managing/reminder-notifications.test.ts.
  it('appears once at its alarm, across restarts of the worker, and a click opens the history', async () => {
    const fixture = fixtureOf();
    const options = await fixture.open('options.html');
    const run = (expression: string): Promise<unknown> => options.evaluate(expression);
    const notifications = async () =>
      (await run('chrome.notifications.getAll().then(Object.keys)')) as string[];
    const alarms = async () =>
      (await run(
        "chrome.alarms.get('expiry-reminder').then((alarm) => (alarm ? [alarm.scheduledTime / 1000] : []))",
      )) as number[];
    /** Lets the alarm go off, which starts the background if it is stopped. */
    const setOffAlarm = () => run(`chrome.alarms.create('expiry-reminder', { when: Date.now() })`);
    const seconds = () => Date.now() / 1000;
    await putEntries(options, [
      { title: 'Soon', endsIn: day + 5, ...lasting },
      { title: 'Later', endsIn: 3 * day, ...lasting },
    ]);
    expect(await alarms()).toEqual([]);
    await changeStored(run, 'settings', { expiryReminders: true });
    await eventually(alarms).toHaveLength(1);
    expect(Math.abs(((await alarms())[0] ?? 0) - seconds())).toBeLessThan(40);
    expect(await notifications()).toEqual([]);
    await killWorker(fixture.browser);
    // For packed extensions, Chromium delays an alarm to half a minute at least.
    await eventually(notifications, 60_000).toHaveLength(1);
    const [id = ''] = await notifications();
    expect(id).toMatch(/^\/history\.html#recreate=[0-9a-f-]{36}$/);
    await eventually(async () => Math.abs(((await alarms())[0] ?? 0) - seconds() - 2 * day) < 90).toBe(true);
    await eventually(() => run('chrome.action.getTitle({})')).toBe(
      'Shorten this page\n2 links expire within a week',
    );
    await press(await fixture.open('popup.html'), '2 links expire within a week');
    const filtered = await pageOpenedBy(fixture.browser, 'history.html');
    await filtered.waitForSelector('label:has(:checked)');
    expect(await filtered.$eval('label:has(:checked)', (label) => label.textContent)).toBe(
      'Expires within a week 2',
    );

    await run(
      'chrome.notifications.getAll().then((all) => Object.keys(all).map((id) => chrome.notifications.clear(id)))',
    );
    await killWorker(fixture.browser);
    await setOffAlarm();
    await eventually(async () => ((await alarms())[0] ?? 0) > seconds() + day, 60_000).toBe(true);
    expect(await notifications()).toEqual([]);

    await filtered.close();
    // Dispatches the event as the browser does: nothing can click a notification of a browser without a window.
    await inWorker(fixture.browser, `chrome.notifications.onButtonClicked.dispatch('${id}', 0)`);
    // Not by the address, which the history shortens as soon as it has read it.
    const history = await pageOpenedBy(fixture.browser, 'history.html');
    const dialog = await history.waitForSelector('dialog[open]');
    expect(await dialog?.evaluate(({ textContent }) => textContent)).toContain('Soon');
  });
});
