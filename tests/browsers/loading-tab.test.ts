import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { press, valueOf } from '../support/browsers/controls.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { lacks } from '../support/browsers/needs.ts';
import { suiteFixture } from '../support/browsers/suite-fixture.ts';
import { listen } from '../support/service/http-server.ts';

// What the popup says where the browser gives no such address: components/popup/Popup.test.tsx.
describe.skipIf(lacks('chromium'))('In a tab that waits for its first answer', () => {
  // Without this permission, Chromium gives no address.
  const suite = suiteFixture({ permissions: ['tabs'] });
  const asked: string[] = [];
  let slow: Awaited<ReturnType<typeof listen>>;
  beforeAll(async () => {
    // It never answers.
    slow = await listen(({ url = '' }) => void asked.push(url));
  });
  afterAll(() => slow.close());

  it('the popup shortens the address that is loading', async () => {
    const { browser, click, links } = suite();
    const page = await browser.newPage();
    const address = `${slow.origin}/slow?a=1`;
    // Its load ends when the tab is closed.
    page.goto(address).catch(() => undefined);
    await eventually(() => asked).toContain('/slow?a=1');
    const popup = await click(page);
    expect(await valueOf(popup, 'Link')).toBe(address);
    await press(popup, 'Shorten');
    await eventually(() => links().map(({ link }) => link)).toContain(address);
  });
});
