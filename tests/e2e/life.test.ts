import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fillIn, press, valueOf } from '../../scripts/browsers/controls.ts';
import { eventually } from './support/eventually.ts';
import { late, lost } from './support/faults.ts';
import { historyOf } from './support/history.ts';
import { lacks } from './support/needs.ts';
import { alertOf, textOf } from './support/texts.ts';
import { killWorker } from './support/worker.ts';
import { createWorld, type World } from './support/world.ts';

describe.skipIf(lacks('chromium'))('Interruptions in Chromium', () => {
  let world: World;

  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());
  beforeEach(() => world.tidy());

  const posted = (times = 1) => eventually(() => world.proxy.count('add')).toBe(times);

  it('says at once that the link may have been made when the worker is killed during the POST', async () => {
    world.proxy.always('add', lost);
    const page = await world.visit('/killed');
    const popup = await world.click(page);
    await press(popup, 'Shorten');
    await posted();
    await killWorker(world.browser);
    expect(await alertOf(popup, 2000)).toContain('may have been made');
    const options = await world.open('options.html');
    const state = async () => (await historyOf(options)).find(({ link }) => link === page.url())?.state;
    await eventually(state).toBe('unknown');
    expect(world.proxy.count('add')).toBe(1);
  });

  it('goes on with the same token after the worker was killed', async () => {
    await killWorker(world.browser);
    const popup = await world.click(await world.visit('/after'));
    await press(popup, 'Shorten');
    await valueOf(popup, 'Short link');
    expect([world.proxy.count('add'), world.proxy.count('token')]).toEqual([1, 0]);
  });

  it('has the result of a popup that was closed during the POST', async () => {
    world.proxy.always('add', late(1500));
    const page = await world.visit('/closed');
    const popup = await world.click(page);
    await press(popup, 'Shorten');
    await posted();
    await popup.close();
    await new Promise((resolve) => setTimeout(resolve, 2500));
    const again = await world.click(page);
    const short = await valueOf(again, 'Short link');
    expect(world.links().find(({ id }) => short.endsWith(`/${id}`))?.link).toBe(page.url());
    expect(world.proxy.count('add')).toBe(1);
  });

  it('shows on any page what is still on its way, and then its result', async () => {
    world.proxy.always('add', late(3000));
    const page = await world.visit('/on-its-way');
    const popup = await world.click(page);
    await press(popup, 'Shorten');
    await posted();
    await popup.close();
    const other = await world.click(await world.visit('/another-page'));
    await eventually(() => textOf(other)).toContain('still being made');
    await eventually(() => textOf(other), 8000).toContain(`${world.service.origin}/`);
    expect(world.proxy.count('add')).toBe(1);
  });

  it('leaves a form that is in use alone when an earlier result arrives', async () => {
    world.proxy.always('add', late(2000));
    const page = await world.visit('/in-use');
    const popup = await world.click(page);
    await press(popup, 'Shorten');
    await posted();
    await popup.close();
    const again = await world.click(page);
    await eventually(() => textOf(again)).toContain('still being made');
    await fillIn(again, 'Link', 'https://example.com/typed-meanwhile');
    await eventually(() => textOf(again), 6000).toContain('Your earlier link is ready');
    expect(await valueOf(again, 'Link')).toBe('https://example.com/typed-meanwhile');
  });

  it('loses nothing when the popup is closed and the worker is killed as well', async () => {
    world.proxy.always('add', lost);
    const page = await world.visit('/both');
    const popup = await world.click(page);
    await press(popup, 'Shorten');
    await posted();
    await popup.close();
    await killWorker(world.browser);
    const again = await world.click(page);
    await eventually(() => textOf(again)).toContain('Nobody knows whether');
    const [attempt] = (await historyOf(again)).filter(({ link }) => link === page.url());
    expect(attempt?.state).toBe('unknown');
    expect(world.proxy.count('add')).toBe(1);
  });
});
