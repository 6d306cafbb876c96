import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fillIn, press, valueOf } from '../../scripts/browsers/controls.ts';
import { eventually } from './support/eventually.ts';
import { late, lost } from './support/faults.ts';
import { historyOf } from './support/history.ts';
import { lacks } from './support/needs.ts';
import { alertOf, textOf } from './support/texts.ts';
import { killWorker } from './support/worker.ts';
import { createFixture, type Fixture } from './support/fixture.ts';

describe.skipIf(lacks('chromium'))('Interruptions in Chromium', () => {
  let fixture: Fixture;

  beforeAll(async () => {
    fixture = await createFixture();
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.tidy());

  const posted = (times = 1) => eventually(() => fixture.proxy.count('add')).toBe(times);

  it('says at once that the link may have been made when the worker is killed during the POST', async () => {
    fixture.proxy.always('add', lost);
    const page = await fixture.visit('/killed');
    const popup = await fixture.click(page);
    await press(popup, 'Shorten');
    await posted();
    await killWorker(fixture.browser);
    expect(await alertOf(popup, 2000)).toContain('may have been made');
    const options = await fixture.open('options.html');
    const state = async () => (await historyOf(options)).find(({ link }) => link === page.url())?.state;
    await eventually(state).toBe('unknown');
    expect(fixture.proxy.count('add')).toBe(1);
  });

  it('goes on with the same token after the worker was killed', async () => {
    await killWorker(fixture.browser);
    const popup = await fixture.click(await fixture.visit('/after'));
    await press(popup, 'Shorten');
    await valueOf(popup, 'Short link');
    expect([fixture.proxy.count('add'), fixture.proxy.count('token')]).toEqual([1, 0]);
  });

  it('has the result of a popup that was closed during the POST', async () => {
    fixture.proxy.always('add', late(1500));
    const page = await fixture.visit('/closed');
    const popup = await fixture.click(page);
    await press(popup, 'Shorten');
    await posted();
    await popup.close();
    await new Promise((resolve) => setTimeout(resolve, 2500));
    const again = await fixture.click(page);
    const short = await valueOf(again, 'Short link');
    expect(fixture.links().find(({ id }) => short.endsWith(`/${id}`))?.link).toBe(page.url());
    expect(fixture.proxy.count('add')).toBe(1);
  });

  it('shows on any page what is still on its way, and then its result', async () => {
    fixture.proxy.always('add', late(3000));
    const page = await fixture.visit('/on-its-way');
    const popup = await fixture.click(page);
    await press(popup, 'Shorten');
    await posted();
    await popup.close();
    const other = await fixture.click(await fixture.visit('/another-page'));
    await eventually(() => textOf(other)).toContain('still being made');
    await eventually(() => textOf(other), 8000).toContain(`${fixture.service.origin}/`);
    expect(fixture.proxy.count('add')).toBe(1);
  });

  it('leaves a form that is in use alone when an earlier result arrives', async () => {
    fixture.proxy.always('add', late(2000));
    const page = await fixture.visit('/in-use');
    const popup = await fixture.click(page);
    await press(popup, 'Shorten');
    await posted();
    await popup.close();
    const again = await fixture.click(page);
    await eventually(() => textOf(again)).toContain('still being made');
    await fillIn(again, 'Link', 'https://example.com/typed-meanwhile');
    await eventually(() => textOf(again), 6000).toContain('Your earlier link is ready');
    expect(await valueOf(again, 'Link')).toBe('https://example.com/typed-meanwhile');
  });

  it('loses nothing when the popup is closed and the worker is killed as well', async () => {
    fixture.proxy.always('add', lost);
    const page = await fixture.visit('/both');
    const popup = await fixture.click(page);
    await press(popup, 'Shorten');
    await posted();
    await popup.close();
    await killWorker(fixture.browser);
    const again = await fixture.click(page);
    await eventually(() => textOf(again)).toContain('Nobody knows whether');
    const [attempt] = (await historyOf(again)).filter(({ link }) => link === page.url());
    expect(attempt?.state).toBe('unknown');
    expect(fixture.proxy.count('add')).toBe(1);
  });
});
