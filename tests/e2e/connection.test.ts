import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { connectionCode } from '../../lib/connection-code/contract.ts';
import { launchChromium } from '../../scripts/browsers/chromium.ts';
import { answerOf } from '../../scripts/browsers/connect.ts';
import { field, fillIn, press, valueOf } from '../../scripts/browsers/controls.ts';
import { extensionOf, openExtensionPage } from '../../scripts/browsers/extension.ts';
import { grantedCopy } from '../../scripts/browsers/granted-copy.ts';
import { createCleanupStack } from '../../scripts/cleanup-stack.ts';
import { serviceHost, startServiceProxy } from '../../scripts/pictures/service-proxy.ts';
import { root } from '../../scripts/programs.ts';
import { startService } from '../../server/service.ts';
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

  it('connects to a service on https, which creates a link there', async () => {
    const cleanup = createCleanupStack();
    try {
      const data = await mkdtemp(join(tmpdir(), 'waylark-https-'));
      await cleanup.add(() => rm(data, { recursive: true, force: true }));
      const service = await startService({ data, 'public-origin': `https://${serviceHost}` });
      await cleanup.add(() => service.close());
      const local = `http://127.0.0.1:${service.port}`;
      const credentials = await service.createApplication();
      const proxy = await startServiceProxy({
        service: local,
        folder: data,
        codeOf: () => undefined,
      });
      await cleanup.add(() => proxy.close());
      const copy = await grantedCopy(join(root, '.output/chrome-mv3'), {
        origin: local,
        allSites: true,
      });
      await cleanup.add(copy.remove);
      const { hosts, trustedKey } = proxy;
      const browser = await launchChromium({
        extensions: [copy.folder],
        headless: true,
        forTests: true,
        hosts,
        trustedKey,
      });
      await cleanup.add(() => browser.close());
      const { id } = await extensionOf(browser);

      const options = await openedOptions({ browser, origin: `chrome-extension://${id}` });
      await fillIn(
        options,
        'Service address',
        connectionCode({ address: `${proxy.origin}/v3`, ...credentials }),
      );
      await press(options, 'Connect');
      expect(await answerOf(options)).toMatch(/^Connected/);
      const popup = await openExtensionPage(browser, `chrome-extension://${id}`, 'popup.html');
      await fillIn(popup, 'Link', 'https://example.com/');
      await press(popup, 'Shorten');
      expect(await valueOf(popup, 'Short link')).toMatch(/^https:\/\/api\.lark\.example\/\w+$/);
    } finally {
      await cleanup.run();
    }
  });
});
