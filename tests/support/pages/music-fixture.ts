import type { Settings } from '../../../lib/settings/schema.ts';
import type { Page } from 'puppeteer-core';
import { poll } from '../browsers/poll.ts';
import { type Control, createControl } from '../browsers/control.ts';
import type { PageName } from './missing-pages.ts';
import { type MissingPages, startMissingPages } from './missing-pages.ts';
import { readPartsInChromium, readPartsInFirefox, type Player, playerOn } from './player.ts';
import { type Sound, soundsInChromium, soundsInFirefox } from '../browsers/sound.ts';
import { createFixture, type Fixture, type FixtureOptions } from '../browsers/fixture.ts';
import { changeStored, storeValue } from '../browsers/stored.ts';

/** A fixture in which music is allowed on all sites, with missing pages and the engine within reach. */
export interface MusicFixture extends Fixture {
  site: MissingPages;
  control: Control;
  /** Opens a page of the table in a tab, in front, and waits until it is there; it may go on loading. */
  openMissingPage(name: PageName): Promise<Player>;
  /** Goes on to another address in the same tab. */
  go(page: Page, address: string): Promise<void>;
  /** Goes one step through the tab's history. */
  step(page: Page, way: 'goBack' | 'goForward'): Promise<void>;
  playerOn(page: Page): Player;
  /** Waits for the pill on a page that was opened after others: whatever was to happen on those has happened. */
  settle(): Promise<void>;
  /** Closes the document that plays, and with it its state. Chromium only. */
  endSound(): Promise<void>;
  /** As if nothing had ever been played. Chromium only. */
  resetMusic(): Promise<void>;
  /** Changes settings behind the options page's back. */
  set(settings: Partial<Settings>): Promise<void>;
  sounds(): Promise<Sound[]>;
  /** Waits until something plays and its time advances; returns it. */
  plays(): Promise<Sound>;
  /** Waits until nothing plays any more. `timeout` in milliseconds is for a time that is promised. */
  waitForSilence(timeout?: number): Promise<void>;
}

export async function createMusicFixture(options: FixtureOptions = {}): Promise<MusicFixture> {
  const site = await startMissingPages();
  const fixture = await createFixture({ ...options, music: true }).catch(async (error: unknown) => {
    await site.close();
    throw error;
  });
  const { browser, origin } = fixture;
  const control = createControl(browser, origin);
  const isFirefox = options.browser === 'firefox';
  const player = (page: Page) =>
    playerOn(page, isFirefox ? readPartsInFirefox(control) : readPartsInChromium);
  const addressOf = (page: Page): Promise<string | undefined> | string =>
    isFirefox ? control.addressOf(page) : page.url();
  /** Firefox names no address of an empty tab, and none between two documents. */
  const isElsewhere = async (page: Page, before: string | undefined): Promise<boolean> =>
    ![undefined, before].includes(await addressOf(page));
  let visits = 0;
  /** Waits until the answer has arrived, even if the page then loads on; a download does not navigate. */
  const go = async (page: Page, address: string): Promise<void> => {
    const before = await addressOf(page);
    let failed = false;
    page.goto(address, { timeout: 0, waitUntil: 'domcontentloaded' }).catch(() => (failed = true));
    const arrived = async () => failed || (await isElsewhere(page, before)) || undefined;
    await poll(`${address} to answer`, arrived);
  };
  const step = async (page: Page, way: 'goBack' | 'goForward'): Promise<void> => {
    const before = await addressOf(page);
    // Firefox's driver waits for a load that a page out of the cache never has.
    page[way]({ timeout: 5000 }).catch(() => undefined);
    await poll('another page', async () => (await isElsewhere(page, before)) || undefined);
  };
  const endSound = async () => {
    await control.ask('browser.offscreen.closeDocument().catch(() => undefined)');
  };
  const openMissingPage = async (name: PageName): Promise<Player> => {
    const page = await (isFirefox ? control.newTab() : browser.newPage());
    await page.bringToFront();
    await go(page, `${site.at(name)}?${(visits += 1)}`);
    return player(page);
  };
  return {
    ...fixture,
    site,
    control,
    openMissingPage,
    go,
    step,
    endSound,
    resetMusic: async () => {
      await endSound();
      await storeValue(control.ask, 'playback', undefined);
      await control.ask(`browser.storage.session.remove('track-list')`);
    },
    // A new control page for each test takes Chromium 0.25 s of processor time.
    tidy: () => fixture.tidy(control.page()),
    set: (settings) => changeStored(control.ask, 'settings', settings),
    playerOn: player,
    settle: async () => {
      const { part, page } = await openMissingPage('plain');
      await part('Play');
      await page.close();
    },
    ...listening(() => (isFirefox ? soundsInFirefox(control) : soundsInChromium(browser))),
    close: async () => {
      await fixture.close();
      await site.close();
    },
  };
}

/** Reads the audio elements, of which never two may play at once. */
function listening(
  sounds: () => Promise<Sound[]>,
): Pick<MusicFixture, 'sounds' | 'plays' | 'waitForSilence'> {
  const sounding = async () => (await sounds()).filter(({ paused }) => !paused);
  const one = async () => {
    const [first, ...more] = await sounding();
    if (more.length > 0) throw new Error(`More than one sound at once: ${JSON.stringify([first, ...more])}`);
    return first;
  };
  /** A track that has just begun or was jumped in has a time of its own. */
  const advanced = async () => {
    const before = await one();
    await new Promise((resolve) => setTimeout(resolve, 60));
    const now = await one();
    const isSame = now !== undefined && now.src === before?.src;
    return isSame && now.time > before.time && now.time < before.time + 5 ? now : undefined;
  };
  return {
    sounds,
    plays: () => poll('a sound whose time advances', advanced),
    waitForSilence: async (timeout) => {
      const isSilent = async () => (await sounding()).length === 0 || undefined;
      await poll('silence', isSilent, timeout);
    },
  };
}

/** The player of a missing page, playing. */
export async function playingIn(fixture: MusicFixture): Promise<Player> {
  const player = await fixture.openMissingPage('plain');
  await player.press('Play');
  await fixture.plays();
  return player;
}

/** Puts a player on any page, as the popup does when the person asks it for music there. */
export async function askForMusicOn(page: Page, fixture: MusicFixture): Promise<void> {
  const request = { name: 'playHere', request: { tabId: await fixture.control.tabOf(page) } };
  const popup = await fixture.open('popup.html');
  const answer: unknown = await popup.evaluate(`chrome.runtime.sendMessage(${JSON.stringify(request)})`);
  if (!(answer as { value?: boolean } | undefined)?.value)
    throw new Error(`No player came to ${page.url()}: ${JSON.stringify(answer)}`);
  await popup.close();
  await page.bringToFront();
}
