import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { expect, it } from 'vitest';
import { launchChromium } from '../support/browsers/chromium.ts';
import { connectAtOnce, grantInClick } from '../support/browsers/connect.ts';
import { fillIn, press, valueOf } from '../support/browsers/controls.ts';
import { openExtensionPage, pageOpenedBy } from '../support/browsers/extension.ts';
import { launchFirefox } from '../support/browsers/firefox.ts';
import { poll } from '../support/browsers/poll.ts';
import { createCleanupStack } from '../support/browsers/cleanup-stack.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { lost } from '../support/service/faults.ts';
import { createFixture } from '../support/browsers/fixture.ts';
import { historyOf } from '../support/pages/history.ts';
import { lacks } from '../support/browsers/needs.ts';
import { endBrowser } from '../support/browsers/shared-browser.ts';
import { textOf } from '../support/pages/page-texts.ts';

for (const kind of ['chromium', 'firefox'] as const)
  it.skipIf(lacks(kind))(
    `${kind} opens the first steps at the installation, and after a crash in the middle of a POST says that the link may have been created, sends nothing again, and works`,
    async ({ onTestFinished }) => {
      const cleanup = createCleanupStack();
      onTestFinished(() => cleanup.run());
      const profile = await mkdtemp(join(tmpdir(), 'waylark-profile-'));
      await cleanup.add(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));
      let build = '';
      const prepare = (folder: string) => Promise.resolve(void (build = folder));
      const how = { ownProcess: true, connected: false, profile, prepare };
      const fixture = await createFixture({ browser: kind, ...how });
      await cleanup.add(() => fixture.close());
      const options = await pageOpenedBy(fixture.browser, 'options.html');
      expect(await options.evaluate(() => location.hash)).toBe('#first-run');
      const template = `${fixture.service.origin}/{linkID}`;
      await connectAtOnce(options, { address: fixture.proxy.address, template, ...fixture.credentials });
      const shorten = async (popup: Page, path: string): Promise<void> => {
        await fillIn(popup, 'Link', fixture.pages.origin + path);
        await press(popup, 'Shorten');
      };

      fixture.proxy.always('add', lost);
      const popup = await fixture.open('popup.html');
      await shorten(popup, '/crashed');
      await eventually(() => fixture.links().length).toBe(1);
      expect((await historyOf(popup)).map(({ state }) => state)).toEqual(['sending']);
      await endBrowser(fixture.browser);
      await fixture.proxy.tidy();

      // The same profile and the same build.
      const browser = await (kind === 'chromium'
        ? launchChromium({ extensions: [build], headless: true, profile })
        : launchFirefox({ extension: build, headless: true, profile }));
      await cleanup.add(() => endBrowser(browser));
      // The browser may answer before it has loaded the extension.
      const open = (path: string): Promise<Page> =>
        poll(path, () => openExtensionPage(browser, fixture.origin, path).catch(() => undefined));
      const history = await open('history.html');
      const attempts = () => historyOf(history).then((all) => all.map(({ link, state }) => [link, state]));
      await eventually(attempts).toEqual([[`${fixture.pages.origin}/crashed`, 'unknown']]);
      // A row is rendered once it is in sight.
      await history.bringToFront();
      await eventually(() => textOf(history)).toContain('May exist');
      const next = await open('popup.html');
      await eventually(() => textOf(next)).toContain('Your earlier link may have been created');
      expect(fixture.proxy.count('add')).toBe(0);

      // Firefox takes the permissions of a temporary extension away when it ends; those of an installed one stay.
      if (kind === 'firefox') await grantInClick(history, 'http://127.0.0.1/*');
      // Firefox hardly draws a tab that is not in front: the button could be pressed after 10 s.
      await next.bringToFront();
      await shorten(next, '/after-the-crash');
      expect(await valueOf(next, 'Short link')).toContain(fixture.service.origin);
      expect([fixture.proxy.count('add'), fixture.links().length]).toEqual([1, 2]);
    },
  );
