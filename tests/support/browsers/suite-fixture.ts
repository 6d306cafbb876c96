import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Page } from 'puppeteer-core';
import type { BrowserKind } from '../../../scripts/installed-programs.mjs';
import { type Control, createControl } from './control.ts';
import { borrowDisplay, type Display } from './display.ts';
import { createFixture, type Fixture, type FixtureOptions, visit } from './fixture.ts';
import { copiedAddress } from './menu.ts';
import { type MenuPages, startMenuPages } from '../pages/pages.ts';
import { lacks } from './needs.ts';

/** The fixture of a suite: there from its first test on, tidied before each, closed after the last. */
export function suiteFixture(options?: FixtureOptions): () => Fixture {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await createFixture(options);
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.tidy());
  return () => fixture;
}

/** What a suite needs in which menus, shortcuts or prompts are used as a person does. */
export const lacksWindow = (browser: BrowserKind): boolean => lacks(browser, 'Xvfb', 'xdotool', 'xclip');

/** A browser with a window on a display of its own, and a site with targets for the context menu. */
export interface WindowSuite {
  display: Display;
  fixture: Fixture;
  site: MenuPages;
  /** Works with the option `control`. */
  control: Control;
  /** Opens a page of the site in front. */
  visitSite(path: string): Promise<Page>;
  /** The address to which the short link on the clipboard leads; for any other text, that text in quotation marks. */
  copied(): Promise<string>;
}

/** The same for a browser with a window. `prepare` is called once, after everything has started. */
export function windowSuite(
  options: FixtureOptions,
  prepare?: (suite: WindowSuite) => Promise<unknown>,
): () => WindowSuite {
  const { browser = 'chromium' } = options;
  let suite: WindowSuite;
  beforeAll(async () => {
    const [display, site] = await Promise.all([borrowDisplay(browser), startMenuPages()]);
    // In Firefox, whose permissions know no ports, the extension could read all pages on the service's host.
    if (browser === 'firefox') site.origin = site.origin.replace('127.0.0.1', 'localhost');
    const fixture = await createFixture({ display: display.name, ...options });
    suite = {
      display,
      fixture,
      site,
      control: createControl(fixture.browser, fixture.origin),
      visitSite: (path) => visit(fixture.browser, site.origin + path),
      copied: () => copiedAddress(display, fixture),
    };
    await prepare?.(suite);
  });
  afterAll(async () => {
    await suite.fixture.close();
    await suite.site.close();
    await suite.display.close();
  });
  beforeEach(() => suite.fixture.tidy());
  return () => suite;
}
