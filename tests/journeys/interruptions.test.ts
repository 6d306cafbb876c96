import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Page } from 'puppeteer-core';
import type { Reason } from '../../lib/failures/contract.ts';
import { failureSentence } from '../../lib/i18n/failure-sentence.ts';
import { textsIn, type Texts } from '../support/browsers/texts.ts';
import { takeAccess } from '../support/browsers/access.ts';
import { killWorker, restartExtension } from '../support/browsers/chromium-extension.ts';
import { type Control, createControl } from '../support/browsers/control.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { answerOnRelease, cut, type Fault, lost, redirect, reset } from '../support/service/faults.ts';
import { endBackground, reloadAddon } from '../support/browsers/firefox-addons.ts';
import { createFixture, type Fixture } from '../support/browsers/fixture.ts';
import type { StoredAttempt } from '../support/pages/history.ts';
import { lacks } from '../support/browsers/needs.ts';
import { startPages } from '../support/pages/pages.ts';
import {
  linkFieldIn,
  noticeIn,
  type PopupHost,
  popupHostOf,
  shortenIn,
} from '../support/browsers/popup-host.ts';
import { history, inStore } from '../support/browsers/stored.ts';

/** Milliseconds within which a popup shows an outcome that is not waited for. */
const limit = 15_000;

/** Failures of the network, which each browser reports in its own way. Answers, their size and time limits: tests/service/faults.test.ts. */
const broken: [string, Fault][] = [
  ['breaks the connection', reset],
  ['breaks the connection in its answer', cut],
];

// With the real popup in both browsers.
for (const kind of ['chromium', 'firefox'] as const)
  describe.skipIf(lacks(kind))(`A link in ${kind}`, () => {
    const isFirefox = kind === 'firefox';
    let fixture: Fixture;
    let control: Control;
    let popup: PopupHost;
    let text: Texts;
    let killBackground: () => Promise<void>;
    /** The web page below the popup. */
    let page: Page;
    let link = '';

    beforeAll(async () => {
      text = await textsIn('en');
      fixture = await createFixture({ browser: kind, control: true });
      const { browser } = fixture;
      control = createControl(browser, fixture.origin);
      popup = popupHostOf(fixture, control);
      killBackground = () => (isFirefox ? endBackground(browser) : killWorker(browser));
      page = await fixture.visit('/below-the-popup');
    });
    afterAll(() => fixture.close());
    beforeEach(async ({ onTestFailed }) => {
      // The next test opens its own.
      onTestFailed(() => popup.close());
      await fixture.proxy.tidy();
      link = `${fixture.pages.origin}/${crypto.randomUUID()}`;
    });

    const shorten = async () => {
      if (!(await popup.isOpen())) await popup.openOver(page);
      return popup.run(shortenIn, { link, sending: text('shortening'), limit });
    };
    const requested = (operation: 'add' | 'token') =>
      eventually(() => fixture.proxy.count(operation)).toBe(1);
    /** Shortens, and closes the popup as soon as the service has the request; nobody sees that outcome. */
    const closeDuringAdd = async (): Promise<void> => {
      shorten().catch(() => undefined);
      await requested('add');
      await popup.close();
    };
    const failed = (reason: Reason, hadEffect: 'no' | 'maybe') => ({
      alert: failureSentence({ reason, hadEffect, service: fixture.proxy.address }, 'form', text),
      short: '',
    });
    const created = () => ({
      alert: '',
      short: expect.stringContaining(`${fixture.service.origin}/`) as string,
    });
    const states = async (): Promise<string[]> => {
      const all = ((await inStore(control.ask, history, 'getAll()')) ?? []) as StoredAttempt[];
      return all.filter((each) => each.link === link).map(({ state }) => state);
    };
    /** Waits until a new background, which a message starts, has settled what the last one left open. */
    const settled = async (): Promise<void> => {
      await control.ask("void browser.runtime.sendMessage({ name: 'recent', request: { private: false } })");
      await eventually(states).toEqual(['unknown']);
    };
    const notice = () => eventually(() => popup.run(noticeIn));
    const removeToken = () => control.ask("browser.storage.session.remove('token')");

    describe('may have been created', () => {
      it.each(broken)('if the service %s', async (_, fault) => {
        fixture.proxy.always('add', fault);
        expect(await shorten()).toEqual(failed('unreachable', 'maybe'));
        expect([fixture.proxy.count('add'), await states()]).toEqual([1, ['unknown']]);
      });

      it('if the background dies during the request', async () => {
        fixture.proxy.next('add', lost);
        const shown = shorten();
        await requested('add');
        await killBackground();
        expect(await shown).toEqual(failed('interrupted', 'maybe'));
        await settled();
        expect(fixture.proxy.count('add')).toBe(1);
      });

      it.each<[string, () => Promise<void>]>([
        [
          'the popup is closed and the background dies',
          async () => {
            await closeDuringAdd();
            await killBackground();
          },
        ],
        [
          'the extension is reloaded',
          async () => {
            shorten().catch(() => undefined);
            await requested('add');
            if (isFirefox) return reloadAddon(fixture.browser);
            const reload = (id: string) => `developerPrivate.reload('${id}')`;
            await (await restartExtension(fixture.browser, reload)).close();
          },
        ],
      ])('if during the request %s: the next popup says so', async (_, interrupt) => {
        fixture.proxy.next('add', lost);
        await interrupt();
        await popup.openOver(page);
        await notice().toContain(text('earlierUnknown'));
        expect(await popup.run(noticeIn)).toContain(text('failure_interrupted'));
        expect([fixture.proxy.count('add'), await states()]).toEqual([1, ['unknown']]);
      });
    });

    it.each(['add', 'token'] as const)('is not sent to where %s redirects', async (operation) => {
      const elsewhere = await startPages();
      onTestFinished(elsewhere.close);
      if (operation === 'token') await removeToken();
      fixture.proxy.always(operation, redirect(`${elsewhere.origin}/v3/steal`));
      const isSent = operation === 'add';
      expect(await shorten()).toEqual(failed('redirected', isSent ? 'maybe' : 'no'));
      expect([await states(), elsewhere.log]).toEqual([[isSent ? 'unknown' : 'failed'], []]);
    });

    it('is not sent if the background dies before that', async () => {
      await removeToken();
      const { fault, release } = answerOnRelease();
      fixture.proxy.next('token', fault);
      const shown = shorten();
      await requested('token');
      await killBackground();
      expect(await shown).toEqual(failed('interrupted', 'maybe'));
      await settled();
      release();
      expect(fixture.proxy.count('add')).toBe(0);
    });

    it('is created with the same token after the background died', async () => {
      await shorten();
      await killBackground();
      fixture.proxy.mark();
      link += '/after-its-death';
      expect(await shorten()).toEqual(created());
      expect([fixture.proxy.count('add'), fixture.proxy.count('token')]).toEqual([1, 0]);
    });

    it('is shown by the next popup if its own was closed during the request, which that waits for', async () => {
      const { fault, release } = answerOnRelease();
      fixture.proxy.next('add', fault);
      await closeDuringAdd();
      await popup.openOver(page);
      await notice().toContain(text('earlierSending'));
      release();
      await notice().toContain(text('earlierCreated'));
      expect(await popup.run(noticeIn)).toContain(`${new URL(fixture.service.origin).host}/`);
      expect([fixture.proxy.count('add'), await states()]).toEqual([1, ['created']]);
    });

    it('is not sent without access to the service', async () => {
      const giveBack = await takeAccess(kind, { browser: fixture.browser, control });
      onTestFinished(() => giveBack().then(() => undefined));
      expect(await shorten()).toEqual(failed('access-missing', 'no'));
      expect([fixture.proxy.log, await states()]).toEqual([[], ['failed']]);
    });

    it('is not offered over a page of the browser', async () => {
      await popup.close();
      await popup.openOver(await fixture.browser.newPage());
      await eventually(() => popup.run(linkFieldIn)).toEqual({
        link: '',
        description: text('addressHidden'),
      });
    });
  });
