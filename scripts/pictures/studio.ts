import type { Language } from '../browsers/catalogue.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { defaultPort } from '../../server/configuration/settings.ts';
import { startService } from '../../server/service.ts';
import { launchChromium } from '../browsers/chromium.ts';
import { connectAtOnce } from '../browsers/connect.ts';
import { extensionOf, openExtensionPage, pageOpenedBy } from '../browsers/extension.ts';
import { grantedCopy, grantPermissions, keepLanguage } from '../browsers/granted-copy.ts';
import { type Texts, textsIn } from '../browsers/texts.ts';
import { createCleanupStack } from '../cleanup-stack.ts';
import { root } from '../programs.ts';
import { serveSamplePages } from './sample-pages.ts';

export const languages: Language[] = ['en', 'zh_CN'];

const sampleHost = 'larks.example';

/** The address of the sample pages; the browser resolves it to this machine. */
export const sampleOrigin = `http://${sampleHost}`;

/** A browser with the extension in one language, and its own service. */
export interface Studio {
  browser: Browser;
  language: Language;
  /** The service's origin. */
  serviceOrigin: string;
  text: Texts;
  /** Opens a page of the extension in a tab. */
  open(path: string): Promise<Page>;
  /** Connects the extension to the service; before, it is as after the installation. */
  connect(): Promise<void>;
  close(): Promise<void>;
}

export async function openStudio(language: Language): Promise<Studio> {
  const cleanup = createCleanupStack();
  try {
    const data = await mkdtemp(join(tmpdir(), 'waylark-pictures-'));
    await cleanup.add(() => rm(data, { recursive: true, force: true }));
    const service = await startService({ data, port: defaultPort });
    await cleanup.add(() => service.close());
    const samplePages = await serveSamplePages(language);
    await cleanup.add(samplePages.close);

    const build = join(root, '.output', 'chrome-mv3');
    const copy = await grantedCopy(build, { origin: service.origin, allSites: true });
    await cleanup.add(copy.remove);
    await keepLanguage(copy.folder, language);
    // The pictures of many tabs need this permission, and nobody can answer its prompt.
    await grantPermissions(copy.folder, ['tabs']);

    const hosts = `MAP ${sampleHost}:80 127.0.0.1:${String(samplePages.port)}`;
    const browser = await launchChromium({ extensions: [copy.folder], headless: true, hosts });
    await cleanup.add(() => browser.close());
    const text = await textsIn(language);
    const { id } = await extensionOf(browser);

    return {
      browser,
      language,
      text,
      serviceOrigin: service.origin,
      open: (path) => openExtensionPage(browser, `chrome-extension://${id}`, path),
      connect: async () => {
        const options = await pageOpenedBy(browser, 'options.html');
        const template = 'https://s.example/{linkID}';
        const account = await service.createApplication();
        await connectAtOnce(options, { address: service.address, template, ...account });
        await options.close();
      },
      close: () => cleanup.run(),
    };
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}
