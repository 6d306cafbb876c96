import { join } from 'node:path';
import preact from '@preact/preset-vite';
import type { Plugin } from 'vite';
import { defineConfig } from 'wxt';
import { httpHosts } from './lib/connection/address.ts';
import { buildConstants } from './scripts/build-defaults.ts';
import { findBrowser } from './scripts/installed-programs.mjs';
import { withPageChunks } from './scripts/page-chunks.ts';
import { managedSchemaFile, publicAssets } from './scripts/public-assets.ts';
import { writeSources } from './scripts/sources-package.ts';

/**
 * None is granted at installation. The origin of the service is requested when the person connects to it. That of its short
 * links, if it is another, is requested when the person tests a real link, and revoked after the test. All hosts are requested
 * when the person switches on music on 404 pages, and revoked when they switch it off.
 */
const optionalHosts = ['*://*/*'];

/** A service may also be on this computer. */
const serviceSources = ['https:', ...httpHosts.map((host) => `http://${host}:*`)].join(' ');

/**
 * Chromium's audio element streams from the service, which may be on this machine; lib/browser/media-policy.ts restricts it
 * further. Firefox fetches those tracks, and its element loads only what it is redirected to by https.
 */
const mediaSources = (browser: string): string =>
  isChromium(browser) ? `media-src ${serviceSources} blob:` : 'media-src https: blob:';

const contentSecurityPolicy = (browser: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${serviceSources}`,
    mediaSources(browser),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const { DISPLAY, WAYLAND_DISPLAY } = process.env;
const chromium = findBrowser('chromium');
const firefox = findBrowser('firefox');

/** `npm run dev` opens a browser if there is a screen for one; its sandbox is off only for root, where it cannot work. */
const devBrowser = {
  disabled: process.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY,
  binaries: { ...(chromium && { chrome: chromium }), ...(firefox && { firefox }) },
  chromiumArgs: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
};

const isChromium = (browser: string): boolean => browser !== 'firefox';

/** The oldest supported versions. The code is built for them: for older ones CSS would be rewritten, and light-dark() wrongly. */
const oldest = { chromium: '148', firefox: '153' };

const buildTarget = (browser: string): string =>
  isChromium(browser) ? `chrome${oldest.chromium}` : `firefox${oldest.firefox}`;

/** The toolbar's icons of one size. "light" is for themes with light text, and so for dark toolbars. */
const themeIcons = (size: number) => ({
  light: `icons/${size}-dark.png`,
  dark: `icons/${size}-light.png`,
  size,
});

/** Manifest keys of one family of browsers. */
const browserKeys = (browser: string) => {
  // Beside the address bar and not in the menu of extensions.
  if (browser === 'firefox')
    return { action: { default_area: 'navbar', theme_icons: [16, 32].map(themeIcons) } as const };
  return {
    minimum_chrome_version: oldest.chromium,
    // A track may be on any host: it is requested without the person's cookies.
    cross_origin_embedder_policy: { value: 'credentialless' } as const,
    storage: { managed_schema: managedSchemaFile },
  };
};

/** Why these keys: docs/delivery.md. */
const commands = {
  _execute_action: { suggested_key: { default: 'Alt+PageUp', mac: 'MacCtrl+Shift+U' } },
  'shorten-page': {
    suggested_key: { default: 'Alt+G', mac: 'MacCtrl+Shift+G' },
    description: '__MSG_commandShortenPage__',
  },
};

// Chromium ignores Firefox's keys, so both builds have them.
const firefoxSettings = {
  gecko: {
    id: 'waylark@waylark.example',
    strict_min_version: `${oldest.firefox}.0`,
    // The service gets the key and the addresses that the person shortens: of pages, and of links, images and selected text
    // on them. Nobody else gets anything.
    data_collection_permissions: {
      required: ['authenticationInfo', 'browsingActivity', 'websiteContent'],
    },
  },
  gecko_android: { strict_min_version: `${oldest.firefox}.0` },
};

const ownApi = '\0own-api';

/** In the supported browsers, webextension-polyfill exports their own API; its 10 kB would delay each start of the background. */
const polyfillAsOwnApi: Plugin = {
  name: 'polyfill-as-own-api',
  enforce: 'pre',
  resolveId: (id) => (id === 'webextension-polyfill' ? ownApi : undefined),
  load: (id) => (id === ownApi ? 'export default globalThis.browser;' : undefined),
};

export default defineConfig({
  imports: false,
  manifestVersion: 3,
  webExt: devBrowser,
  vite: ({ browser }) => ({
    plugins: [preact(), polyfillAsOwnApi],
    // All of them preload modules.
    build: {
      target: buildTarget(browser),
      cssTarget: buildTarget(browser),
      modulePreload: { polyfill: false },
    },
    define: buildConstants(process.env),
  }),
  // It would contain files that git does not track.
  zip: { zipSources: false },
  hooks: {
    'config:resolved'({ config: { command, imports, mode } }) {
      // `imports: false` still imports its storage library for a parameter that is called `storage`.
      imports.presets = [];
      // With another value the Preact plugin writes the path of every component into a production build.
      if (command === 'build' && mode === 'production') process.env['NODE_ENV'] = 'production';
    },
    // The pages are built together; each script alone, into one file.
    'vite:build:extendConfig'(entrypoints, config) {
      const arePages = entrypoints.some(({ type }) => type === 'popup');
      if (arePages) Object.assign(config, withPageChunks(config, join(import.meta.dirname, 'entrypoints')));
    },
    'build:publicAssets'({ config: { browser } }, files) {
      files.push(...publicAssets({ isChromium: isChromium(browser) }));
    },
    // Firefox's store wants the sources beside the package.
    async 'zip:extension:done'({ config: { browser, root }, logger }, zipFile) {
      if (browser !== 'firefox') return;
      const isWritten = await writeSources(root, zipFile.replace(/-firefox\.zip$/, '-sources.zip'));
      if (!isWritten) logger.info('There is no sources package: git does not track this folder.');
    },
    // WXT takes a page of this name for one in the place of the browser's own history.
    'entrypoints:resolved'(_, entrypoints) {
      for (const page of entrypoints)
        if (page.name === 'history') Object.assign(page, { type: 'unlisted-page' });
    },
  },
  manifest: ({ browser }) => ({
    name: '__MSG_extensionName__',
    description: '__MSG_extensionDescription__',
    default_locale: 'en',
    incognito: 'spanning',
    permissions: [
      // Settings, volume and position in the music, the service's grayscale days, long work, copies of the newest links; an
      // organization's policy. In memory only: the token, the music list, the links of private windows; in Firefox a copy of the
      // stored values.
      'storage',
      // The address of the current tab, and a toast on its page: only after the toolbar button, a menu item or the shortcut.
      'activeTab',
      // The player, on 404 pages if the person has switched on music there, or on the tab where they requested it; and
      // the toast with the outcome of a link, on the tab where it was requested.
      'scripting',
      // The items of the context menu.
      'contextMenus',
      // Wakes the background a day before a link expires, if the person wants a reminder; for the tooltip; and for long work.
      'alarms',
      // Chromium's worker has no sound and no clipboard: a document of its own plays the music and, if the person
      // allowed it, copies short links. Firefox's background has both.
      ...(isChromium(browser) ? ['offscreen'] : []),
    ],
    optional_permissions: [
      // To copy on pages that allow no script, such as the browser's own: requested there.
      'clipboardWrite',
      // To show the outcome on such pages, and, if the person wants it, that a link expires tomorrow.
      'notifications',
      // The addresses of the window's tabs, when the person wants all of them shortened.
      'tabs',
    ],
    optional_host_permissions: optionalHosts,
    commands,
    // No permission and no warning: what is typed after the keyword finds links or is shortened.
    omnibox: { keyword: 'wl' },
    content_security_policy: { extension_pages: contentSecurityPolicy(browser) },
    browser_specific_settings: { ...firefoxSettings },
    ...browserKeys(browser),
  }),
});
