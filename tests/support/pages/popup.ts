import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Clipboard, openClipboard } from '../browsers/clipboard.ts';
import { fillIn, press, valueOf } from '../browsers/controls.ts';
import { createFixture, type Fixture } from '../browsers/fixture.ts';
import type { BrowserKind } from '../../../scripts/installed-programs.mjs';

/** Popups over a page into which a test pastes, which stays open from test to test. */
export interface PopupSuite {
  fixture: Fixture;
  clipboard: Clipboard;
  /** Chromium: over the page for the clipboard, by a real click. Firefox: the popup as a page. */
  openPopup(): Promise<Page>;
  /** Types the address of this path of the web pages. */
  type(popup: Page, path: string): Promise<void>;
  /** Shortens that address in a new popup. */
  shorten(path: string): Promise<{ popup: Page; short: string }>;
}

export function popupSuite(browser: BrowserKind): () => PopupSuite {
  let suite: PopupSuite;
  beforeAll(async () => {
    const fixture = await createFixture({ browser });
    const clipboard = await openClipboard(fixture);
    const openPopup = () =>
      browser === 'chromium' ? fixture.click(clipboard.page) : fixture.open('popup.html');
    const type = (popup: Page, path: string) => fillIn(popup, 'Link', fixture.pages.origin + path);
    const shorten = async (path: string) => {
      const popup = await openPopup();
      await type(popup, path);
      await press(popup, 'Shorten');
      return { popup, short: await valueOf(popup, 'Short link') };
    };
    suite = { fixture, clipboard, openPopup, type, shorten };
  });
  afterAll(() => suite.fixture.close());
  beforeEach(() => suite.fixture.tidy(suite.clipboard.page));
  return () => suite;
}
