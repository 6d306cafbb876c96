import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { startService } from '../../server/service.ts';
import { launchChromium } from '../browsers/chromium.ts';
import { connectAtOnce } from '../browsers/connect.ts';
import { extensionOf, openExtensionPage, pageOpenedBy } from '../browsers/extension.ts';
import { editManifest, grantedCopy } from '../browsers/granted-copy.ts';
import { type Language, type Texts, textsIn } from '../browsers/texts.ts';
import { createEndings } from '../endings.ts';
import { root } from '../programs.ts';
import { serveLarks } from './larks.ts';

export const languages: Language[] = ['en', 'zh_CN'];

/** Where a picture's pages lie, as it were. */
export const host = 'http://larks.example';

/** A browser with the extension in one language, and a service of its own. */
export interface Stage {
  browser: Browser;
  language: Language;
  /** The service's origin. */
  service: string;
  text: Texts;
  /** Opens a page of the extension in a tab. */
  open(path: string): Promise<Page>;
  /** Connects it to the service; until then it is as after installation. */
  connect(): Promise<void>;
  close(): Promise<void>;
}

/** Leaves a build one language: a browser in any other falls back to it. */
async function leaveOne(folder: string, language: Language): Promise<void> {
  const locales = join(folder, '_locales');
  for (const each of await readdir(locales))
    if (each !== language) await rm(join(locales, each), { recursive: true });
  await editManifest(folder, (manifest) => ({ ...manifest, default_locale: language }));
}

/** The addresses of tabs from the start, since no prompt can be answered. */
const withTabs = (manifest: Record<string, unknown>): Record<string, unknown> => ({
  ...manifest,
  permissions: [...(manifest['permissions'] as string[]), 'tabs'],
  optional_permissions: (manifest['optional_permissions'] as string[]).filter((each) => each !== 'tabs'),
});

export async function openStage(language: Language): Promise<Stage> {
  const endings = createEndings();
  try {
    const data = await mkdtemp(join(tmpdir(), 'waylark-pictures-'));
    await endings.add(() => rm(data, { recursive: true, force: true }));
    const service = await startService({ data, port: 8404 });
    await endings.add(() => service.close());
    const larks = await serveLarks(language);
    await endings.add(larks.close);
    const build = join(root, '.output', 'chrome-mv3');
    const copy = await grantedCopy(build, { origin: service.origin, allSites: true });
    await endings.add(copy.remove);
    await leaveOne(copy.folder, language);
    await editManifest(copy.folder, withTabs);
    const hosts = `MAP larks.example:80 127.0.0.1:${String(larks.port)}`;
    const browser = await launchChromium({ extensions: [copy.folder], headless: true, hosts });
    await endings.add(() => browser.close());
    const text = await textsIn(language);
    const { id } = await extensionOf(browser);
    return {
      ...{ browser, language, text, service: service.origin },
      open: (path) => openExtensionPage(browser, `chrome-extension://${id}`, path),
      connect: async () => {
        const options = await pageOpenedBy(browser, 'options.html');
        const template = 'https://s.example/{linkID}';
        const account = await service.createApplication();
        await connectAtOnce(options, { address: service.address, template, ...account });
        await options.close();
      },
      close: () => endings.run(),
    };
  } catch (error) {
    await endings.run();
    throw error;
  }
}
