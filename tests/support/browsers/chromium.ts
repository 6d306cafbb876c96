import type { Language } from '../../../scripts/languages.mjs';
import puppeteer, { type Browser } from 'puppeteer-core';
import { driverLimit } from './limit.ts';
import { findBrowser, howToProvide } from '../../../scripts/installed-programs.mjs';

export interface ChromiumOptions {
  /** Folders of unpacked extensions. */
  extensions: string[];
  headless: boolean;
  /** The X display of a headful browser, such as ":99"; by default the one of this process. */
  display?: string;
  /** Where hosts lead that are not on this machine, such as "MAP larks.example:80 127.0.0.1:8405". */
  hosts?: string;
  /** Language of the interface, on Linux only with the browser's language package; by default the machine's. */
  language?: Language;
  /**
   * For tests that open many tabs and popups, a quarter less processor time: it starts no renderer process ahead of the page
   * that it is for, and does not animate its own window. Pages are still animated.
   */
  forTests?: boolean;
  /** Its window is for a person: no bar says that a program controls it. */
  forPerson?: boolean;
  /** Pixels of the screen for one of CSS. */
  scale?: number;
  /** A configuration of fontconfig in place of the machine's. */
  fonts?: string;
  /** Folder of a profile that stays; by default one that is thrown away. */
  profile?: string;
  /** SHA-256 of a public key in base64: certificates in whose chain it is are trusted. */
  trustedKey?: string;
}

/** A host that is not secure without https, unlike 127.0.0.1. */
const insecureHost = 'MAP page.test 127.0.0.1';

/** No requests to the browser's maker and no first-run pages. None of these changes how extensions and pages run. */
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--no-default-browser-check',
  '--window-size=1100,800',
];

const leaner = ['--disable-features=SpareRendererForSitePerProcess', '--animation-duration-scale=0'];

/** Starts Chromium, Chrome or Edge. Its sandbox is off only for root, where it cannot work. */
export function launchChromium(options: ChromiumOptions): Promise<Browser> {
  const { extensions, headless, display, hosts, language, profile, scale, fonts } = options;
  const { forTests = false, forPerson = false, trustedKey } = options;
  const executablePath = findBrowser('chromium');
  if (executablePath === undefined)
    throw new Error(`There is no browser to start: ${howToProvide('chromium')}`);
  return puppeteer.launch({
    executablePath,
    headless,
    ...(forTests && { protocolTimeout: driverLimit }),
    pipe: true,
    enableExtensions: extensions,
    args: [
      ...quiet,
      ...(scale === undefined ? [] : [`--force-device-scale-factor=${scale}`]),
      // Without a window, a popup is as high as on a usual screen. The size is in pixels of the screen.
      `--screen-info={${1600 * (scale ?? 1)}x${1200 * (scale ?? 1)}}`,
      ...(forTests ? leaner : []),
      `--host-resolver-rules=${hosts ?? insecureHost}`,
      ...(process.getuid?.() === 0 ? ['--no-sandbox', ...(forPerson ? ['--test-type'] : [])] : []),
      ...(trustedKey === undefined ? [] : [`--ignore-certificate-errors-spki-list=${trustedKey}`]),
    ],
    ...(forPerson && { ignoreDefaultArgs: ['--enable-automation'] }),
    defaultViewport: null,
    ...(profile !== undefined && { userDataDir: profile }),
    // The program that starts it closes it when a signal arrives.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    env: {
      ...process.env,
      ...(display && { DISPLAY: display }),
      ...(language && { LANGUAGE: language }),
      ...(fonts && { FONTCONFIG_FILE: fonts }),
    },
  });
}
