import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { connectionCode } from '../../lib/connection-code/contract.ts';
import { answerOf } from '../../scripts/browsers/connect.ts';
import { field } from '../../scripts/browsers/controls.ts';
import { openClipboard } from './support/clipboard.ts';
import { eventually } from './support/eventually.ts';
import { createFixture, type Fixture, openedOptions } from './support/fixture.ts';
import { lacks } from './support/needs.ts';
import { focusOf } from './support/texts.ts';

const pressWithControl = async (page: Page, letter: 'v' | 'z', command: string): Promise<void> => {
  await page.keyboard.down('Control');
  // oxlint-disable-next-line typescript/no-deprecated -- without its name nothing is pasted in Chromium
  await page.keyboard.press(letter, { commands: [command] });
  await page.keyboard.up('Control');
};

// The form, its advanced fields and what is sent: components/connection, lib/connection, tests/service/credentials.test.ts.
describe.skipIf(lacks('chromium'))('A connection code in Chromium', () => {
  let fixture: Fixture;

  beforeAll(async () => {
    fixture = await createFixture({ connected: false });
  });
  afterAll(() => fixture.close());

  it('connects in one paste, and Undo does not show it', async () => {
    const { proxy, credentials } = fixture;
    const code = connectionCode({ address: proxy.address, ...credentials });
    const page = await openedOptions(fixture);
    const clipboard = await openClipboard(fixture);
    await clipboard.fill(code);
    await page.bringToFront();
    await (await field(page, 'Service address')).click({ count: 3 });
    await pressWithControl(page, 'v', 'Paste');
    await eventually(() => focusOf(page)).toBe('Connect');
    await pressWithControl(page, 'z', 'Undo');
    expect(await page.content()).not.toContain(code);
    expect(await focusOf(page)).toBe('Connect');
    await page.keyboard.press('Enter');
    expect(await answerOf(page)).toMatch(/^Connected/);
  });
});
