import type { Language } from '../languages.mjs';
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, MediaFeature, Page } from 'puppeteer-core';
import { ownMusic } from '../../server/music.ts';
import { type Service, startService } from '../../server/service.ts';
import { launchChromium } from '../browsers/chromium.ts';
import { connectAtOnce } from '../browsers/connect.ts';
import { extensionOf, openExtensionPage } from '../browsers/extension.ts';
import { grantedCopy, grantPermissions, keepLanguage } from '../browsers/granted-copy.ts';
import { pseudoTexts, type Texts, textsIn } from '../browsers/texts.ts';
import { createCleanupStack } from '../cleanup-stack.ts';
import { root } from '../programs.ts';
import { putHistory } from './put-history.ts';
import { samplePages, sampleTracks } from './sample-data.ts';
import { serviceHost, shortHost, type StandIn, startStandIn } from './stand-in.ts';

export const languages: Language[] = ['en', 'zh_CN'];

interface StudioOptions {
  /** Shows the invented language of `npm run build:pseudo` in place of English. */
  isPseudo?: boolean;
}

/** How pages are shown. */
interface Look {
  features: MediaFeature[];
  /** Pixels of CSS that a page has; each scene has its own if they are absent. */
  width?: number;
  height?: number;
}

/** A browser with the extension in one language, and its own service. */
export interface Studio {
  browser: Browser;
  language: Language;
  text: Texts;
  service: StandIn;
  look: Look;
  /** Shows a page in the studio's look. */
  dress(page: Page): Promise<void>;
  /** Opens a page of the extension in a tab, in the studio's look. */
  open(path: string): Promise<Page>;
  /** Replaces the history with that of the sample pages for which `isIn` holds; by default there is none. */
  remember(isIn?: (at: number) => boolean): Promise<void>;
  /** Connects the extension to the service; before, it is as after the installation. */
  connect(): Promise<void>;
  close(): Promise<void>;
}

/** In place of the system's fonts, which differ on every machine. */
const fonts = {
  'system-ui': 'Inter',
  sans: 'Inter',
  'sans-serif': 'Inter',
  monospace: 'JetBrains Mono',
};

const fontSettings = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<include>/etc/fonts/fonts.conf</include>
${Object.entries(fonts)
  .map(
    ([name, font]) => `<match target="pattern"><test qual="any" name="family"><string>${name}</string></test>
<edit name="family" mode="prepend" binding="strong"><string>${font}</string><string>Noto Sans CJK SC</string></edit></match>`,
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
  own: Service;
  service: StandIn;
}

async function startBrowser(language: Language, { cleanup, own, service, isPseudo = false }: BrowserOptions) {
  const folder = await mkdtemp(join(tmpdir(), 'waylark-fonts-'));
  await cleanup.add(() => rm(folder, { recursive: true, force: true }));
  const fontFile = join(folder, 'fonts.conf');
  await writeFile(fontFile, fontSettings);

  const build = isPseudo ? 'chrome-mv3-pseudo' : 'chrome-mv3';
  const copy = await grantedCopy(join(root, '.output', build), {
    origin: `http://127.0.0.1:${String(own.port)}`,
    allSites: true,
  });
  await cleanup.add(copy.remove);
  await keepLanguage(copy.folder, language);
  // The pictures of many tabs need this permission, and nobody can answer its prompt.
  await grantPermissions(copy.folder, ['tabs']);
  const { hosts, trustedKey } = service;
  const shown = { headless: true, scale, fonts: fontFile, language };
  const browser = await launchChromium({ extensions: [copy.folder], ...shown, hosts, trustedKey });
  await cleanup.add(() => browser.close());
  return browser;
}

/** The project's music with the names that its tracks have in pictures. */
async function sampleMusic(language: Language, cleanup: Cleanup): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'waylark-music-'));
  await cleanup.add(() => rm(folder, { recursive: true, force: true }));
  await cp(ownMusic, folder, { recursive: true });
  const list = join(folder, 'tracks.json');
  const tracks = JSON.parse(await readFile(list, 'utf8')) as object[];
  const named = tracks.map((track, at) => ({ ...track, ...sampleTracks[language][at] }));
  await writeFile(list, JSON.stringify(named));
  return folder;
}

async function startServices(language: Language, cleanup: Cleanup) {
  const data = await mkdtemp(join(tmpdir(), 'waylark-pictures-'));
  await cleanup.add(() => rm(data, { recursive: true, force: true }));
  // The addresses of its music lead through what stands in for it, as the extension takes them from one origin only.
  const publicOrigin = `https://${serviceHost}`;
  const musicFolder = await sampleMusic(language, cleanup);
  const own = await startService({ data, publicOrigin, musicFolder });
  await cleanup.add(() => own.close());
  const codeOf = (wanted: string) => samplePages[language].find(({ link }) => link === wanted)?.id;
  const address = `http://127.0.0.1:${String(own.port)}`;
  const service = await startStandIn({ service: address, folder: data, codeOf });
  await cleanup.add(() => service.close());
  return { own, service };
}

/** An account with a name that is short and no one's. */
async function createAccount({ store }: Service) {
  const account = { secretId: 'team-lark', secretKey: 'only-for-pictures' };
  const keyHash = createHash('sha256').update(account.secretKey).digest();
  const limits = { perSecond: 1000, perMinute: 10_000 };
  await store.addApplication({ secretId: account.secretId, keyHash, ...limits }, [
    { total: 1_000_000, startsAt: 0, expiresAt: 9_999_999_999 },
  ]);
  return account;
}

export async function openStudio(
  language: Language,
  { isPseudo = false }: StudioOptions = {},
): Promise<Studio> {
  const cleanup = createCleanupStack();
  try {
    const { own, service } = await startServices(language, cleanup);
    const browser = await startBrowser(language, { cleanup, own, service, isPseudo });
    const { id } = await extensionOf(browser);
    const studio: Studio = {
      browser,
      language,
      service,
      look: { features: [] },
      text: isPseudo ? await pseudoTexts() : await textsIn(language),
      // Without it, a picture would show the colours on their way from one look to the other.
      dress: (page) => page.emulateMediaFeatures([...studio.look.features, still]),
      open: async (path) => {
        const page = await openExtensionPage(browser, `chrome-extension://${id}`, path);
        await studio.dress(page);
        return page;
      },
      remember: async (isIn = () => false) => {
        const page = await studio.open('history.html');
        await page.locator('main').wait();
        await putHistory(page, { language, isIn });
        await page.close();
      },
      connect: async () => {
        const options = await studio.open('options.html');
        const account = await createAccount(own);
        const template = `https://${shortHost}/{linkID}`;
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
