import type { Browser } from 'puppeteer-core';
import type { BrowserKind } from '../../../scripts/installed-programs.mjs';
import { type BuildCopy, copyOf, editManifest } from './granted-copy.ts';
import { extensionOf } from './extension.ts';
import { onExtensionsPage, restartExtension } from './chromium-extension.ts';
import { withAddon } from './firefox-addons.ts';

/** Changes of an installed extension while pages are open. Each resolves once the browser has done so. */
export interface Lifecycle {
  /** Installs the next version in place of the current one; resolves with its number. */
  update(): Promise<string>;
  disable(): Promise<void>;
  enable(): Promise<void>;
  /** Removes the folders of later versions. */
  close(): Promise<void>;
}

interface Installed {
  kind: BrowserKind;
  browser: Browser;
  /** The unpacked extension, as it was installed. */
  folder: string;
}

const inChromium = ({ browser, folder }: Installed): Omit<Lifecycle, 'close'> => ({
  async update() {
    const version = await raiseVersion(folder);
    await (await restartExtension(browser, (id) => `developerPrivate.reload('${id}')`)).close();
    return version;
  },
  async disable() {
    const { id } = await extensionOf(browser);
    await (await onExtensionsPage(browser, `management.setEnabled('${id}', false)`)).close();
  },
  async enable() {
    await (await restartExtension(browser, (id) => `management.setEnabled('${id}', true)`)).close();
  },
});

const inFirefox = ({ browser, folder }: Installed, copies: BuildCopy[]): Omit<Lifecycle, 'close'> => ({
  disable: () => withAddon(browser, 'await ours.disable();'),
  enable: () => withAddon(browser, 'await ours.enable();'),
  async update() {
    const copy = await copyOf(copies.at(-1)?.folder ?? folder);
    copies.push(copy);
    const version = await raiseVersion(copy.folder);
    await browser.installExtension(copy.folder);
    return version;
  },
});

export function lifecycleOf(installed: Installed): Lifecycle {
  const copies: BuildCopy[] = [];
  return {
    ...(installed.kind === 'firefox' ? inFirefox(installed, copies) : inChromium(installed)),
    close: async () => {
      for (const { remove } of copies) await remove();
    },
  };
}

/** Raises the last number of the version in a manifest. */
async function raiseVersion(folder: string): Promise<string> {
  let version = '';
  await editManifest(folder, (manifest) => {
    const numbers = String(manifest['version']).split('.').map(Number);
    version = [...numbers.slice(0, -1), (numbers.at(-1) ?? 0) + 1].join('.');
    return { ...manifest, version };
  });
  return version;
}
