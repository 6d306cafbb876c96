import preact from '@preact/preset-vite';
import { defineConfig } from 'wxt';
import { buildConstants } from './scripts/build-defaults.ts';
import { findBrowser } from './scripts/browsers/places.mjs';
import { managedSchemaFile, publicAssets } from './scripts/public-assets.ts';
import { writeSourcesPackage } from './scripts/sources-package.ts';

/**
 * None is granted at installation. The one origin of the service is asked for when the person connects to it; that of its
 * short links, where it is another, when the person tests a real link, and revoked after the test; all of them when the
 * person switches on music on missing pages, and given back when they switch it off.
 */
const optionalHosts = ['*://*/*'];

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self' https: http://127.0.0.1:* http://localhost:*",
  'media-src https: http://127.0.0.1:* http://localhost:* blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const { DISPLAY, WAYLAND_DISPLAY } = process.env;
const chromium = findBrowser('chromium');
const firefox = findBrowser('firefox');

/** `npm run dev` opens a browser where there is a screen for one; its sandbox is off only for root, where it cannot work. */
const devBrowser = {
  disabled: process.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY,
  binaries: { ...(chromium && { chrome: chromium }), ...(firefox && { firefox }) },
  chromiumArgs: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
};

const oldest = ['chrome126', 'firefox142'];

const isChromium = (browser: string): boolean => !['firefox', 'safari'].includes(browser);

/** What only one family of browsers knows. */
const ownKeys = (browser: string) => {
  // Beside the address bar and not in the menu of extensions.
  if (browser === 'firefox') return { action: { default_area: 'navbar' } as const };
  if (browser === 'safari') return {};
  return {
    // URL.parse, and reading an answer piece by piece.
    minimum_chrome_version: '126',
    // A track may lie anywhere: it is asked for without the person's cookies.
    cross_origin_embedder_policy: { value: 'credentialless' } as const,
    storage: { managed_schema: managedSchemaFile },
  };
};

// Chromium passes over what is Firefox's; so both folders say the same.
const firefoxSettings = {
  gecko: {
    id: 'waylark@waylark.example',
    strict_min_version: '142.0',
    // The service gets the key and the addresses that the person shortens, of pages and of what stands on them: links,
    // images, selected text. Nobody else gets anything.
    data_collection_permissions: {
      required: ['authenticationInfo', 'browsingActivity', 'websiteContent'],
    },
  },
  gecko_android: { strict_min_version: '142.0' },
};

export default defineConfig({
  imports: false,
  manifestVersion: 3,
  webExt: devBrowser,
  // The oldest browsers that we say we run in: for older ones CSS would be rewritten, and light-dark() with it wrongly.
  vite: () => ({
    plugins: [preact()],
    // They all know how to preload modules.
    build: {
      target: oldest,
      cssTarget: oldest,
      modulePreload: { polyfill: false },
    },
    define: buildConstants(process.env),
  }),
  // It would contain files that git does not track.
  zip: { zipSources: false },
  hooks: {
    'build:publicAssets'({ config: { browser } }, files) {
      files.push(...publicAssets({ isChromium: isChromium(browser) }));
    },
    // Firefox's store wants the sources beside the package.
    async 'zip:extension:done'({ config: { browser, root }, logger }, zipFile) {
      if (browser !== 'firefox') return;
      const isWritten = await writeSourcesPackage(root, zipFile.replace(/-firefox\.zip$/, '-sources.zip'));
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
      // Settings, volume and place in the music, the service's grey days; what an organisation sets. In memory only: the
      // token, the music list, what private windows made.
      'storage',
      // The address of the current tab, and a toast on its page: only after the toolbar button, a menu item or the shortcut.
      'activeTab',
      // The player, on pages that are missing once the person wants music there, or on the tab where they asked for it;
      // and the toast that tells what became of a link, on the tab where it was asked for.
      'scripting',
      // The items of the context menu.
      'contextMenus',
      // Wakes the background a day before a link ends, where the person wants to be told.
      'alarms',
      // Chromium's worker has no sound and no clipboard: a document of its own plays the music and, where the person
      // allowed it, copies short links. Firefox's background has both.
      ...(isChromium(browser) ? ['offscreen'] : []),
    ],
    optional_permissions: [
      // To copy on pages that let no script in, such as the browser's own: asked for there.
      'clipboardWrite',
      // To tell the outcome on such pages, and, where the person wants it, that a link ends tomorrow. Safari has none.
      ...(browser === 'safari' ? [] : ['notifications']),
      // The addresses of the window's tabs, when the person wants all of them shortened.
      'tabs',
    ],
    optional_host_permissions: optionalHosts,
    commands: {
      _execute_action: { suggested_key: { default: 'Alt+Shift+L' } },
      'shorten-page': {
        suggested_key: { default: 'Alt+Shift+K' },
        description: '__MSG_commandShortenPage__',
      },
    },
    content_security_policy: { extension_pages: contentSecurityPolicy },
    browser_specific_settings:
      browser === 'safari' ? { safari: { strict_min_version: '18.0' } } : { ...firefoxSettings },
    ...ownKeys(browser),
  }),
});
