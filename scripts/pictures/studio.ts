import type { Language } from '../browsers/catalogue.ts';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, MediaFeature, Page } from 'puppeteer-core';
import { defaultPort } from '../../server/configuration/settings.ts';
import { startService } from '../../server/service.ts';
import { launchChromium } from '../browsers/chromium.ts';
import { connectAtOnce } from '../browsers/connect.ts';
import { extensionOf, openExtensionPage } from '../browsers/extension.ts';
import { grantedCopy, grantPermissions, keepLanguage } from '../browsers/granted-copy.ts';
import { pseudoTexts, type Texts, textsIn } from '../browsers/texts.ts';
import { createCleanupStack } from '../cleanup-stack.ts';
import { root } from '../programs.ts';
import { type FaultyService, startFaultyService } from './faults.ts';

export const languages: Language[] = ['en', 'zh_CN'];

interface StudioOptions {
  /** Shows the invented language of `npm run build:pseudo` in place of English. */
  isPseudo?: boolean;
}

/** How pages are shown. */
export interface Look {
  features: MediaFeature[];
  /** Pixels of CSS that a page of the extension is wide; each scene has its own where it is absent. */
  width?: number;
}

/** A browser with the extension in one language, and its own service. */
export interface Studio {
  browser: Browser;
  language: Language;
  text: Texts;
  service: FaultyService;
  look: Look;
  /** Shows a page in the studio's look. */
  dress(page: Page): Promise<void>;
  /** Opens a page of the extension in a tab, in the studio's look. */
  open(path: string): Promise<Page>;
  /** Connects the extension to the service; before, it is as after the installation. */
  connect(): Promise<void>;
  close(): Promise<void>;
}

/** Inter in place of the system's interface font, which differs on every machine. */
const fontSettings = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<include>/etc/fonts/fonts.conf</include>
${['system-ui', 'sans', 'sans-serif']
  .map(
    (name) => `<match target="pattern"><test qual="any" name="family"><string>${name}</string></test>
<edit name="family" mode="prepend" binding="strong"><string>Inter</string><string>Noto Sans CJK SC</string></edit></match>`,
  )
  .join('\n')}
</fontconfig>`;

/** No transitions. */
export const still: MediaFeature = { name: 'prefers-reduced-motion', value: 'reduce' };

/** Pixels of a picture for one of CSS. */
export const scale = 2;

type Cleanup = ReturnType<typeof createCleanupStack>;

interface BrowserOptions extends StudioOptions {
  cleanup: Cleanup;
  origin: string;
}

async function startBrowser(language: Language, { cleanup, origin, isPseudo = false }: BrowserOptions) {
  const folder = await mkdtemp(join(tmpdir(), 'waylark-fonts-'));
  await cleanup.add(() => rm(folder, { recursive: true, force: true }));
  const fonts = join(folder, 'fonts.conf');
  await writeFile(fonts, fontSettings);

  const build = isPseudo ? 'chrome-mv3-pseudo' : 'chrome-mv3';
  const copy = await grantedCopy(join(root, '.output', build), { origin, allSites: true });
  await cleanup.add(copy.remove);
  await keepLanguage(copy.folder, language);
  // The pictures of many tabs need this permission, and nobody can answer its prompt.
  await grantPermissions(copy.folder, ['tabs']);
  const browser = await launchChromium({ extensions: [copy.folder], headless: true, scale, fonts });
  await cleanup.add(() => browser.close());
  return browser;
}

async function startServices(cleanup: Cleanup) {
  const data = await mkdtemp(join(tmpdir(), 'waylark-pictures-'));
  await cleanup.add(() => rm(data, { recursive: true, force: true }));
  // The addresses of its music lead through what breaks it, as the extension takes them from one origin only.
  const publicOrigin = `http://127.0.0.1:${String(defaultPort)}`;
  const own = await startService({ data, publicOrigin });
  await cleanup.add(() => own.close());
  const service = await startFaultyService(`http://127.0.0.1:${String(own.port)}`, defaultPort);
  await cleanup.add(() => service.close());
  return { own, service };
}

export async function openStudio(
  language: Language,
  { isPseudo = false }: StudioOptions = {},
): Promise<Studio> {
  const cleanup = createCleanupStack();
  try {
    const { own, service } = await startServices(cleanup);
    const browser = await startBrowser(language, { cleanup, origin: service.origin, isPseudo });
    const { id } = await extensionOf(browser);
    const studio: Studio = {
      ...{ browser, language, service, look: { features: [] } },
      text: isPseudo ? await pseudoTexts() : await textsIn(language),
      // Without it, a picture would show the colours on their way from one look to the other.
      dress: (page) => page.emulateMediaFeatures([...studio.look.features, still]),
      open: async (path) => {
        const page = await openExtensionPage(browser, `chrome-extension://${id}`, path);
        await studio.dress(page);
        return page;
      },
      connect: async () => {
        const options = await studio.open('options.html');
        const account = await own.createApplication({ perSecond: 1000, perMinute: 10_000 });
        const template = 'https://lark.example/{linkID}';
        await connectAtOnce(options, { address: `${service.origin}/v3`, template, ...account });
        await options.close();
      },
      close: () => cleanup.run(),
    };
    return studio;
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}
