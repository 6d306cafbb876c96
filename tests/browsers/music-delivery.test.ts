import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sleep } from '../../lib/async/async.ts';
import { poll } from '../support/browsers/poll.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { pass } from '../support/service/faults.ts';
import { openClipboard } from '../support/browsers/clipboard.ts';
import { linkBehind } from '../support/browsers/menu.ts';
import { createMusicFixture, type MusicFixture, playingIn } from '../support/pages/music-fixture.ts';
import { lacks } from '../support/browsers/needs.ts';
import { recordInterruptions } from '../support/browsers/sound.ts';
import { inWorker } from '../support/browsers/chromium-extension.ts';
import { changeStored } from '../support/browsers/stored.ts';
import { shortenWithoutScript } from '../support/browsers/triggers.ts';

/** Records notices, whose texts no API gives, and shows none. What notices show: tests/windows/permission-prompt.test.ts. */
const recordNotices = `void (() => {
  globalThis.messages = [];
  chrome.notifications.create = (id, { message }, respond) => {
    messages.push(message);
    respond?.(id);
    return Promise.resolve(id);
  };
})()`;

describe.skipIf(lacks('chromium'))('Short links and music in the one offscreen document of Chromium', () => {
  let fixture: MusicFixture;

  beforeAll(async () => {
    fixture = await createMusicFixture({ permissions: ['clipboardWrite', 'notifications'] });
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    await fixture.tidy();
    await fixture.resetMusic();
    await inWorker(fixture.browser, recordNotices);
  });
  const messages = () => inWorker(fixture.browser, 'messages') as Promise<string[]>;

  const shorten = (link: string) => shortenWithoutScript(fixture.browser, link);

  it('copies while music plays, which is not interrupted, as HTML if that is set', async () => {
    await playingIn(fixture);
    const setFormat = (copyFormat: string) =>
      changeStored((expression) => inWorker(fixture.browser, expression), 'settings', { copyFormat });
    await setFormat('html');
    const before = await fixture.plays();
    const interruptions = await recordInterruptions(fixture.browser);
    await shorten('https://example.com/while-it-plays');
    await eventually(messages).toEqual([expect.stringContaining('Copied ')]);
    const clipboard = await openClipboard(fixture);
    expect(await clipboard.pasteHtml()).toContain('>https://example.com/while-it-plays</a>');
    await setFormat('last');
    const after = await fixture.plays();
    expect(after.src).toBe(before.src);
    expect(after.time).toBeGreaterThan(before.time);
    expect(await interruptions()).toEqual([]);
  });

  it('copies, or says that it did not, when the document closes at that moment', async () => {
    const clipboard = await openClipboard(fixture);
    let received = 1;
    await shorten('https://example.com/opens-it');
    await eventually(messages).toHaveLength(received);
    // Milliseconds from the answer of the service to the closing of the document.
    for (const pause of [0, 4, 8, 12, 20, 30]) {
      const link = `https://example.com/closing/${pause}`;
      let closed: Promise<void> | undefined;
      fixture.proxy.next('add', async (exchange) => {
        await pass(exchange);
        closed = sleep(pause).then(() => fixture.endSound());
      });
      await shorten(link);
      const message = await poll('a notice', async () => (await messages())[received]);
      received += 1;
      await closed;
      if (message.startsWith('Copied ')) expect(linkBehind(fixture, await clipboard.paste())).toBe(link);
      else expect(message).toMatch(/^Not copied\. Your short link is /);
    }
    expect(fixture.proxy.count('add')).toBe(received);
  });
});
