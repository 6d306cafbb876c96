import type { Page } from 'puppeteer-core';
import { describe, expect, it } from 'vitest';
import { press, valueOf } from '../../scripts/browsers/controls.ts';
import { eventually } from './support/eventually.ts';
import { held, lost } from './support/faults.ts';
import { historyOf } from './support/history.ts';
import { lacks } from './support/needs.ts';
import { alertOf, textOf } from './support/texts.ts';
import { killWorker } from './support/worker.ts';
import { suiteFixture } from './support/suite-fixture.ts';

describe.skipIf(lacks('chromium'))('Interruptions in Chromium', () => {
  const fixture = suiteFixture();

  const posted = () => eventually(() => fixture().proxy.count('add')).toBe(1);
  const stateOf = async (page: Page, link: string) =>
    (await historyOf(page)).find((each) => each.link === link)?.state;

  it('says at once that the link may have been created when the worker is killed during the POST', async () => {
    fixture().proxy.always('add', lost);
    const page = await fixture().visit('/killed');
    const popup = await fixture().click(page);
    await press(popup, 'Shorten');
    await posted();
    await killWorker(fixture().browser);
    expect(await alertOf(popup, 2000)).toContain('may have been created');
    const options = await fixture().open('options.html');
    await eventually(() => stateOf(options, page.url())).toBe('unknown');
    expect(fixture().proxy.count('add')).toBe(1);
  });

  it('uses the same token after the worker was killed', async () => {
    await killWorker(fixture().browser);
    const popup = await fixture().click(await fixture().visit('/after'));
    await press(popup, 'Shorten');
    await valueOf(popup, 'Short link');
    expect([fixture().proxy.count('add'), fixture().proxy.count('token')]).toEqual([1, 0]);
  });

  it('shows the result of a popup that was closed during the POST', async () => {
    const { fault, release } = held();
    fixture().proxy.always('add', fault);
    const page = await fixture().visit('/closed');
    const popup = await fixture().click(page);
    await press(popup, 'Shorten');
    await posted();
    await popup.close();
    release();
    const options = await fixture().open('options.html');
    await eventually(() => stateOf(options, page.url())).toBe('made');
    const next = await fixture().click(page);
    const short = await valueOf(next, 'Short link');
    const links = fixture().links();
    expect(links.find(({ id }) => short.endsWith(`/${id}`))?.link).toBe(page.url());
    expect(fixture().proxy.count('add')).toBe(1);
  });

  it('shows on any page a request that is pending, and then its result', async () => {
    const { fault, release } = held();
    fixture().proxy.always('add', fault);
    const popup = await fixture().click(await fixture().visit('/pending'));
    await press(popup, 'Shorten');
    await posted();
    await popup.close();
    const other = await fixture().click(await fixture().visit('/another-page'));
    await eventually(() => textOf(other)).toContain('still being created');
    release();
    await eventually(() => textOf(other)).toContain(`${fixture().service.origin}/`);
    expect(fixture().proxy.count('add')).toBe(1);
  });

  it('loses nothing when the popup is closed and the worker is killed as well', async () => {
    fixture().proxy.always('add', lost);
    const page = await fixture().visit('/both');
    const popup = await fixture().click(page);
    await press(popup, 'Shorten');
    await posted();
    await popup.close();
    await killWorker(fixture().browser);
    const next = await fixture().click(page);
    await eventually(() => textOf(next)).toContain('Your earlier link may have been created');
    expect(await stateOf(next, page.url())).toBe('unknown');
    expect(fixture().proxy.count('add')).toBe(1);
  });
});
