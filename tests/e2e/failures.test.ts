import type { Page } from 'puppeteer-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { fillIn, press, valueOf } from '../../scripts/browsers/controls.ts';
import { drip, hang } from './support/faults.ts';
import { historyOf } from './support/history.ts';
import { lacks } from './support/needs.ts';
import { suiteFixture } from './support/suite-fixture.ts';
import { alertOf } from './support/texts.ts';

const unknown = 'Your link may have been created';

// The other faults are in the matrix (docs/fault-matrix.md), with shorter limits.
describe.skipIf(lacks('chromium'))('A service that fails, in Chromium', () => {
  const fixture = suiteFixture();
  let visits = 0;
  beforeEach(() => {
    visits += 1;
  });

  const shorten = async (path = `/wrong/${visits}`): Promise<Page> => {
    const popup = await fixture().click(await fixture().visit(path));
    await press(popup, 'Shorten');
    return popup;
  };
  const stateOf = async (page: Page, path = `/wrong/${visits}`) =>
    (await historyOf(page)).find(({ link }) => link.endsWith(path))?.state;

  it('is reported while it is down, and Try again works when it is back', async () => {
    await fixture().proxy.shut();
    const popup = await shorten();
    expect(await alertOf(popup)).toContain(`connect to ${fixture().proxy.address}`);
    await fixture().proxy.open();
    await press(popup, 'Try again');
    await valueOf(popup, 'Short link');
    expect(fixture().proxy.count('add')).toBe(1);
  });

  it('is given up within 25 s if it never answers, and if its answer never ends', async () => {
    const started = Date.now();
    const start = async (path: string): Promise<Page> => {
      const popup = await fixture().open('popup.html');
      await fillIn(popup, 'Link', fixture().pages.origin + path);
      await press(popup, 'Shorten');
      return popup;
    };
    fixture().proxy.next('add', hang);
    fixture().proxy.next('add', drip);
    const paths = ['/hangs', '/drips'] as const;
    const popups = [await start(paths[0]), await start(paths[1])];
    const alerts = await Promise.all(popups.map((popup) => alertOf(popup)));
    expect(Date.now() - started).toBeLessThan(25_000);
    for (const sentence of alerts) {
      expect(sentence).toContain(unknown);
      expect(sentence).toContain(fixture().proxy.address);
    }
    expect(fixture().proxy.count('add')).toBe(2);
    const [popup] = popups;
    for (const path of paths) expect(popup && (await stateOf(popup, path))).toBe('unknown');
  });
});
