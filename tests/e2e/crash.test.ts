import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { launchChromium } from '../../scripts/browsers/chromium.ts';
import { grantInClick } from '../../scripts/browsers/connect.ts';
import { fillIn, press, valueOf } from '../../scripts/browsers/controls.ts';
import { openExtensionPage } from '../../scripts/browsers/extension.ts';
import { launchFirefox } from '../../scripts/browsers/firefox.ts';
import { poll } from '../../scripts/browsers/poll.ts';
import { createCleanupStack, type CleanupStack } from '../../scripts/cleanup-stack.ts';
import { eventually } from './support/eventually.ts';
import { lost } from './support/faults.ts';
import { createFixture, type Fixture } from './support/fixture.ts';
import { historyOf } from './support/history.ts';
import { lacks } from './support/needs.ts';
import { endBrowser } from './support/shared-browser.ts';
import { textOf } from './support/texts.ts';

describe.for(['chromium', 'firefox'] as const)('A restart of %s after a crash', (kind) => {
  const it = test.skipIf(lacks(kind));
  let cleanup: CleanupStack;
  let fixture: Fixture;
  let profile: string;
  let build = '';

  beforeEach(async () => {
    cleanup = createCleanupStack();
    profile = await mkdtemp(join(tmpdir(), 'waylark-profile-'));
    await cleanup.add(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));
    const prepare = (folder: string) => Promise.resolve(void (build = folder));
    fixture = await createFixture({ browser: kind, ownProcess: true, profile, prepare });
    await cleanup.add(() => fixture.close());
  });
  afterEach(() => cleanup.run());

  /** Starts the browser again with the same profile and the same build. */
  const restart = async (): Promise<Browser> => {
    const browser = await (kind === 'chromium'
      ? launchChromium({ extensions: [build], headless: true, profile })
      : launchFirefox({ extension: build, headless: true, profile }));
    await cleanup.add(() => endBrowser(browser));
    return browser;
  };
  const shorten = async (popup: Page, path: string): Promise<void> => {
    await fillIn(popup, 'Link', fixture.pages.origin + path);
    await press(popup, 'Shorten');
  };

  it('in the middle of a POST says that the link may have been created, sends nothing again, and works', async () => {
    fixture.proxy.always('add', lost);
    const popup = await fixture.open('popup.html');
    await shorten(popup, '/crashed');
    await eventually(() => fixture.links().length).toBe(1);
    expect((await historyOf(popup)).map(({ state }) => state)).toEqual(['sending']);
    await endBrowser(fixture.browser);
    fixture.proxy.reset();

    const browser = await restart();
    // The browser may answer before it has loaded the extension.
    const open = (path: string): Promise<Page> =>
      poll(path, () => openExtensionPage(browser, fixture.origin, path).catch(() => undefined));
    const history = await open('history.html');
    const attempts = () => historyOf(history).then((all) => all.map(({ link, state }) => [link, state]));
    await eventually(attempts, 15_000).toEqual([[`${fixture.pages.origin}/crashed`, 'unknown']]);
    await eventually(() => textOf(history)).toContain('May have been created');
    const next = await open('popup.html');
    await eventually(() => textOf(next)).toContain('Your earlier link may have been created');
    expect(fixture.proxy.count('add')).toBe(0);

    // Firefox takes the permissions of a temporary extension away when it ends; those of an installed one stay.
    if (kind === 'firefox') await grantInClick(history, 'http://127.0.0.1/*');
    // Firefox hardly draws a tab that is not in front: the button could be pressed after 10 s.
    await next.bringToFront();
    await shorten(next, '/after-the-crash');
    expect(await valueOf(next, 'Short link', 15_000)).toContain(fixture.service.origin);
    expect([fixture.proxy.count('add'), fixture.links().length]).toEqual([1, 2]);
  });
});
