import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { expect, test } from 'vitest';
import { readConnectionCode } from '../../lib/connection-code/contract.ts';
import { connectByCode } from '../support/browsers/connect.ts';
import { fillIn, press, valueOf } from '../support/browsers/controls.ts';
import { openExtensionPage } from '../support/browsers/extension.ts';
import { createCleanupStack } from '../support/browsers/cleanup-stack.ts';
import { startService } from '../../server/service.ts';
import { findingsInAllLooks, loadAxe } from '../support/pages/axe.ts';
import { openBrowser } from '../support/browsers/browser.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { openedOptions } from '../support/browsers/fixture.ts';
import { lacks } from '../support/browsers/needs.ts';
import { freePort } from '../support/service/postgres-cluster.ts';
import { client, signInAs, startProvider } from '../support/service/sign-in-provider.ts';

/** The connection code of a page, which a click selects. */
async function selectedCode(page: Page): Promise<string> {
  await page.click('.code code');
  return page.evaluate(() => String(getSelection()));
}

async function follow(page: Page, selector: string): Promise<void> {
  await Promise.all([page.waitForNavigation(), page.click(selector)]);
}

// What is refused, and several instances: server/sign-in/sign-in.test.ts.
if (!lacks('chromium'))
  test('A person signs in at a real provider, connects Waylark with the code, and revokes it', async ({
    onTestFinished,
  }) => {
    const cleanup = createCleanupStack();
    onTestFinished(() => cleanup.run());
    const data = await mkdtemp(join(tmpdir(), 'waylark-sign-in-'));
    await cleanup.add(() => rm(data, { recursive: true, force: true }));
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const provider = await startProvider(`${origin}/connect/callback`);
    await cleanup.add(() => provider.close());
    const problems: string[] = [];
    let ahead = 0;
    const service = await startService({
      data,
      now: () => Date.now() + ahead,
      port,
      publicOrigin: origin,
      oidcIssuer: provider.origin,
      oidcClientId: client.id,
      oidcClientSecret: client.secret,
      log: { info: () => undefined, notice: () => undefined, error: (message) => problems.push(message) },
    });
    await cleanup.add(() => service.close());
    const { browser, origin: extension } = await openBrowser({
      browser: 'chromium',
      proxy: { origin },
      cleanup,
    });
    const options = await openedOptions({ browser });

    const page = await browser.newPage();
    page.on('console', (message) => {
      if (page.url().startsWith(origin)) problems.push(message.text());
    });
    await page.goto(`${origin}/connect`);
    await follow(page, 'form button');
    await signInAs(page, 'anna');
    await loadAxe(page);
    expect(await findingsInAllLooks(page)).toEqual([]);
    const code = await selectedCode(page);
    expect(readConnectionCode(code)).toMatchObject({ address: `${origin}/v3` });
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => String(getSelection()))).toBe(code);

    expect(await connectByCode(options, code)).toMatch(/^Connected/);
    const popup = await openExtensionPage(browser, extension, 'popup.html');
    await fillIn(popup, 'Link', 'https://example.com/');
    await press(popup, 'Shorten');
    expect(await valueOf(popup, 'Short link')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\w+$/);

    await page.bringToFront();
    await page.reload();
    expect(await page.evaluate(() => document.body.innerText)).toMatch(
      /1 of 1,000,000[^]*anna@company\.example/,
    );
    await page.click('summary.warn');
    await loadAxe(page);
    expect(await findingsInAllLooks(page)).toEqual([]);
    await follow(page, 'details[open] button');
    expect(await page.$eval('h1', (heading) => heading.textContent)).toBe('You are not connected');
    await popup.bringToFront();
    await popup.reload();
    await fillIn(popup, 'Link', 'https://example.com/again');
    await press(popup, 'Shorten');
    await eventually(() => popup.evaluate(() => document.body.innerText)).toContain(
      'rejected these credentials',
    );

    await page.bringToFront();
    await follow(page, 'form button');
    const { secretId, secretKey } = readConnectionCode(await selectedCode(page)) ?? {};
    const token = async () => {
      const headers = { SecretID: secretId ?? '', SecretKey: secretKey ?? '' };
      return ((await (await fetch(`${origin}/v3/openAPI/token`, { headers })).json()) as { code: number })
        .code;
    };
    expect(await token()).toBe(200);
    provider.remove('anna');
    // The service asks the provider about a person once a minute.
    ahead = 60_000;
    expect(await token()).toBe(803);
    expect(problems).toEqual([]);
  });
