import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { launchChromium } from '../../scripts/browsers/chromium.ts';
import { fillIn, press } from '../../scripts/browsers/controls.ts';
import { extensionOf, openExtensionPage } from '../../scripts/browsers/extension.ts';
import { textsIn } from '../../scripts/browsers/texts.ts';
import { createCleanupStack } from '../../scripts/cleanup-stack.ts';
import { shortenIn } from './matrix/popup-functions.ts';
import { runIn } from './matrix/popup-host.ts';
import { eventually } from './support/eventually.ts';
import { lost } from './support/faults.ts';
import { createFixture } from './support/fixture.ts';
import { historyOf } from './support/history.ts';
import { lacks } from './support/needs.ts';
import { textOf } from './support/texts.ts';

/** Firefox removes an extension that it was given for a run, with all it stored, when it ends. */
describe.skipIf(lacks('chromium'))('Chromium that ends during the POST', () => {
  it('says after the restart that nobody knows whether the link was created', async () => {
    const cleanup = createCleanupStack();
    try {
      const profile = await mkdtemp(join(tmpdir(), 'waylark-profile-'));
      await cleanup.add(() => rm(profile, { recursive: true, force: true }));
      let installed = '';
      const prepare = (folder: string) => Promise.resolve(void (installed = folder));
      const fixture = await createFixture({ browser: 'chromium', profile, prepare });
      await cleanup.add(fixture.close);
      const { proxy, origin, pages } = fixture;
      const link = `${pages.origin}/restarted`;
      proxy.next('add', lost);
      const before = await fixture.open('popup.html');
      await fillIn(before, 'Link', link);
      await press(before, 'Shorten');
      await eventually(() => proxy.count('add')).toBe(1);
      const ended = new Promise((resolve) => fixture.browser.process()?.once('exit', resolve));
      fixture.browser.process()?.kill('SIGKILL');
      await ended;

      const browser = await launchChromium({ extensions: [installed], headless: true, profile });
      await cleanup.add(() => browser.close());
      await extensionOf(browser);
      const popup = await openExtensionPage(browser, origin, 'popup.html');
      const text = await textsIn('en');
      await eventually(() => textOf(popup)).toContain(text('earlierUnknown'));
      expect(await textOf(popup)).toContain(text('failure_interrupted_unknown'));
      expect((await historyOf(popup)).map((each) => [each.link, each.state])).toEqual([[link, 'unknown']]);
      const next = { link: `${pages.origin}/next`, sending: text('shortening'), limit: 10_000, submits: 1 };
      expect((await runIn(popup, shortenIn, next)).short).toContain(`${fixture.service.origin}/`);
      expect([proxy.count('add'), proxy.count('token')]).toEqual([2, 1]);
      expect(await popup.content()).not.toContain(fixture.credentials.secretKey);
    } finally {
      await cleanup.run();
    }
  });
});
