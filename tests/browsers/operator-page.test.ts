import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProgram } from '../../server/admin/commands.ts';
import { type Service, startService } from '../../server/service.ts';
import { addAxe, findings, findingsInAllLooks } from '../support/pages/axe.ts';
import { buildOf } from '../support/browsers/browser.ts';
import { overflowing } from '../support/pages/layout.ts';
import { lacks } from '../support/browsers/needs.ts';
import { borrowPlain, type BorrowedBrowser } from '../support/browsers/shared-browser.ts';

const kinds = (['chromium', 'firefox'] as const).filter((kind) => !lacks(kind));

// Which requests are refused, and what the pages say: server/operator/operator-page.test.ts.
describe.for(kinds)("The operator's page in %s", (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'waylark-operator-'));
  let service: Service;
  let borrowed: Pick<BorrowedBrowser, 'browser' | 'release'>;

  beforeAll(async () => {
    service = await startService({ data: folder, opsPort: 0 });
    borrowed = await borrowPlain(kind, buildOf(kind));
  });
  afterAll(async () => {
    await borrowed.release();
    await service.close();
    rmSync(folder, { recursive: true });
  });

  /** Adds links of an application, one of them with a long ending. */
  const addLinks = async () => {
    const { secretId } = await service.createApplication({ name: 'Marketing, 市场部' });
    const now = Math.floor(Date.now() / 1000);
    const link = { link: 'https://docs.example/path', expiresAt: now + 3600, secretId };
    for (const id of ['bergen-june', 'x'.repeat(64)]) await service.store.addLink({ id, ...link }, now);
  };
  const newLink = async (): Promise<string> => {
    const flags = ['--data', folder, '--ops-port', String(service.opsPort)];
    const output: unknown = JSON.parse(await createProgram({}).run(['operator-link', '--json', ...flags]));
    return (output as { link: string }).link;
  };
  const textOf = (page: Page) => page.evaluate(() => document.body.innerText);
  const follow = (page: Page, act: () => Promise<unknown>) => Promise.all([page.waitForNavigation(), act()]);

  /** It has no findings of axe, fits a narrow window, loads nothing and runs nothing. */
  const expectSound = async (page: Page) => {
    expect(await overflowing(page, 320)).toEqual([]);
    await page.setViewport({ width: 1280, height: 800 });
    const foreign = () => [document.scripts.length, performance.getEntriesByType('resource').length];
    expect(await page.evaluate(foreign)).toEqual([0, 0]);
    await addAxe(page);
    expect(await (kind === 'chromium' ? findingsInAllLooks(page) : findings(page))).toEqual([]);
  };

  it('is opened by a link once, finds a link, revokes it, and is accessible', async () => {
    await addLinks();
    const page = await borrowed.browser.newPage();
    const start = `http://127.0.0.1:${service.opsPort ?? 0}/operator`;
    await page.goto(start);
    expect(await textOf(page)).toContain('operator-link');
    await expectSound(page);

    const link = await newLink();
    await page.goto(link);
    // `autofocus` takes effect when the page is drawn, which may be after it has loaded.
    await page.waitForSelector('button:focus');
    await follow(page, () => page.keyboard.press('Enter'));
    expect(await textOf(page)).toContain('Packages near their end');
    await expectSound(page);

    await page.focus('[name=q]');
    await page.keyboard.type('docs.example');
    await follow(page, () => page.keyboard.press('Enter'));
    await follow(page, () => page.click('[aria-label="Revoke… bergen-june"]'));
    await page.waitForSelector('[name=reason]:focus');
    await expectSound(page);
    await page.focus('[name=reason]');
    await page.keyboard.type('Phishing');
    await follow(page, () => page.keyboard.press('Enter'));
    expect(await textOf(page)).toMatch(
      /bergen-june is revoked[\s\S]*1 link for docs\.example[\s\S]*“Phishing”/,
    );
    expect((await fetch(`${service.origin}/bergen-june`, { headers: { accept: 'text/html' } })).status).toBe(
      410,
    );

    await page.goto(`${start}/audit`);
    await expectSound(page);
    await page.goto(link);
    expect(await textOf(page)).toContain('already used');
  });
});
