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
import { pseudoTexts, speakPseudo, type Texts, textsIn } from '../browsers/texts.ts';
import { type CleanupStack, createCleanupStack } from '../cleanup-stack.ts';
import type { Language } from '../languages.mjs';
import { root } from '../programs.ts';
import { bodyOf, type Samples, samplesOf } from './sample-data.ts';
import { serviceHost, shortHost, type ServiceProxy, startServiceProxy } from './service-proxy.ts';

/** A browser with the extension in one language, and its own service. */
export interface Studio {
  browser: Browser;
  language: Language;
  samples: Samples;
  text: Texts;
  service: ServiceProxy;
  /** How pages are shown. */
  look: 'light' | 'dark';
  /** Shows a page in the studio's look. */
  applyLook(page: Page): Promise<void>;
  /** Opens a page of the extension in a tab, in the studio's look. */
  open(path: string): Promise<Page>;
  /** Opens a page of the browser, where no script may run. */
  openBrowserPage(): Promise<Page>;
  /** Opens a tab at any address, which shows a sample page: no request leaves this machine. */
  openSample(address: string): Promise<Page>;
  /** Answers the requests of a tab for a page with this. */
  answerWith(page: Page, answerOf: (address: string) => { status: number; body: string }): Promise<void>;
  /** The address of a sample page. */
  linkOf: (at: number) => string;
  /** Opens all that is folded in a page. */
  unfold(page: Page): Promise<void>;
  /** Replaces the history with that of the sample pages for which `isIn` holds; by default there is none. */
  setHistory(isIn?: (at: number) => boolean): Promise<void>;
  /** Connects the extension to the service; before, it is as after the installation. */
  connect(): Promise<void>;
  close(): Promise<void>;
}

/** What an organisation sets: the account and two settings. */
export const accountPolicy = {
  serviceAddress: `https://${serviceHost}/v3`,
  secretId: 'team-lark',
  secretKey: 'only-for-pictures',
  shortLinkAddress: `https://${shortHost}/{linkID}`,
  allowedValidities: ['day', 'week', 'month'],
  defaultValidity: 'week',
};

/** For administrators: values that cannot be used. */
export const unusablePolicy = {
  ...accountPolicy,
  credentialStyle: 'both',
  allowedValidities: ['day', 'fortnight'],
  musicOff: true,
};

/** Before the scripts of a page: the browser answers as under this policy. A real one would be for all browsers of the machine. */
export const policyOf = (values: object): string => `(() => {
  const values = ${JSON.stringify(values)};
  const get = (fields, done) => {
    const found = Object.entries(values).filter(([name]) => !fields || fields.includes(name));
    done?.(Object.fromEntries(found));
    return Promise.resolve(Object.fromEntries(found));
  };
  Object.defineProperty(chrome.storage.managed, 'get', { value: get });
})()`;

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

const day = 86_400;

/** Of each link in the history: days until it expires, negative for an expired one, and hours since it was created. */
const daysLeft = [30, 0.92, 365, 5.9, -0.2, 4.9, 26.9, 359.6];
const age = [0.2, 1.5, 3, 26, 29, 50, 75, 130];

const entriesOf = ({ pages }: Samples, isIn: (at: number) => boolean): object[] => {
  const now = Date.now();
  const entries = daysLeft.map((left, at) => ({
    id: crypto.randomUUID(),
    title: pages[at]?.title,
    link: pages[at]?.link,
    account: 'account',
    createdAt: now - (age[at] ?? 1) * 3_600_000,
    validity: { kind: 'duration', seconds: 30 * day },
    shown: true,
    state: 'created',
    shortLink: `https://${shortHost}/${pages[at]?.id ?? ''}`,
    expiresAt: Math.floor(now / 1000 + left * day),
  }));
  return entries.filter((_, at) => isIn(at));
};

/** In a page of the extension. */
async function replaceHistory(entries: readonly object[]): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('waylark-history');
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(new Error('The history does not open'));
  });
  await new Promise<void>((resolve, reject) => {
    const transaction = database.transaction('attempts', 'readwrite');
    const attempts = transaction.objectStore('attempts');
    attempts.clear();
    for (const entry of entries) attempts.add(entry);
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(new Error('The history cannot be written'));
  });
  database.close();
}

async function temporaryFolder(cleanup: CleanupStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'waylark-pictures-'));
  await cleanup.add(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

interface StudioOptions {
  /** Shows the invented language in place of English. */
  isPseudo?: boolean;
}

interface BrowserOptions extends StudioOptions {
  cleanup: CleanupStack;
  own: Service;
  service: ServiceProxy;
}

async function startBrowser(language: Language, { cleanup, own, service, isPseudo = false }: BrowserOptions) {
  const fontFile = join(await temporaryFolder(cleanup), 'fonts.conf');
  await writeFile(fontFile, fontSettings);

  const copy = await grantedCopy(join(root, '.output', 'chrome-mv3'), {
    origin: `http://127.0.0.1:${String(own.port)}`,
    allSites: true,
  });
  await cleanup.add(copy.remove);
  if (isPseudo) await speakPseudo(copy.folder);
  else await keepLanguage(copy.folder, language);
  // The pictures of many tabs need this permission, and nobody can answer its prompt.
  await grantPermissions(copy.folder, ['tabs']);
  const { hosts, trustedKey } = service;
  const shown = { headless: true, scale, fonts: fontFile, language };
  const browser = await launchChromium({ extensions: [copy.folder], ...shown, hosts, trustedKey });
  await cleanup.add(() => browser.close());
  return browser;
}

/** The project's music with the names that its tracks have in pictures. */
async function sampleMusic({ tracks }: Samples, cleanup: CleanupStack): Promise<string> {
  const folder = await temporaryFolder(cleanup);
  await cp(ownMusic, folder, { recursive: true });
  const list = join(folder, 'tracks.json');
  const own = JSON.parse(await readFile(list, 'utf8')) as object[];
  await writeFile(list, JSON.stringify(own.map((track, at) => ({ ...track, ...tracks[at] }))));
  return folder;
}

async function startServices(samples: Samples, cleanup: CleanupStack) {
  const data = await temporaryFolder(cleanup);
  // The addresses of its music lead through the proxy, as the extension takes them from one origin only.
  const musicFolder = await sampleMusic(samples, cleanup);
  const own = await startService({ data, 'public-origin': `https://${serviceHost}`, musicFolder });
  await cleanup.add(() => own.close());
  const codeOf = (wanted: string) => samples.pages.find(({ link }) => link === wanted)?.id;
  const address = `http://127.0.0.1:${String(own.port)}`;
  const service = await startServiceProxy({ service: address, folder: data, codeOf });
  await cleanup.add(() => service.close());
  return { own, service };
}

/** An account with a name that is short and no one's. */
async function createAccount({ store }: Service) {
  const { secretId, secretKey } = accountPolicy;
  const keyHash = createHash('sha256').update(secretKey).digest();
  const limits = { perSecond: 1000, perMinute: 10_000 };
  await store.addApplication({ secretId, keyHash, ...limits }, [
    { total: 1_000_000, startsAt: 0, expiresAt: 9_999_999_999 },
  ]);
  return { secretId, secretKey };
}

const openPages = (browser: Browser, samples: Samples) => {
  const answerWith: Studio['answerWith'] = async (page, answerOf) => {
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      if (!request.isNavigationRequest()) return void request.continue();
      return void request.respond({ contentType: 'text/html; charset=utf-8', ...answerOf(request.url()) });
    });
  };
  return {
    answerWith,
    openSample: async (address: string): Promise<Page> => {
      const page = await browser.newPage();
      await answerWith(page, (url) => ({ status: 200, body: bodyOf(url, samples) }));
      await page.goto(address);
      await page.bringToFront();
      return page;
    },
    openBrowserPage: async (): Promise<Page> => {
      const page = await browser.newPage();
      await page.goto('chrome://version');
      await page.bringToFront();
      return page;
    },
  };
};

export async function openStudio(
  language: Language,
  { isPseudo = false }: StudioOptions = {},
): Promise<Studio> {
  const cleanup = createCleanupStack();
  const samples = samplesOf(language);
  // In pictures it is between ten and eleven in the morning, whenever they are taken; the sign of such zones is that of POSIX.
  const hoursWest = ((new Date().getUTCHours() + 26) % 24) - 12;
  process.env['TZ'] = `Etc/GMT${hoursWest < 0 ? '' : '+'}${String(hoursWest)}`;
  try {
    const { own, service } = await startServices(samples, cleanup);
    const browser = await startBrowser(language, { cleanup, own, service, isPseudo });
    const { id } = await extensionOf(browser);
    const studio: Studio = {
      browser,
      language,
      samples,
      service,
      look: 'light',
      text: isPseudo ? await pseudoTexts() : await textsIn(language),
      ...openPages(browser, samples),
      linkOf: (at) => samples.pages[at]?.link ?? '',
      unfold: (page) =>
        page.$$eval('details', (all) => {
          for (const each of all) each.open = true;
        }),
      // Without it, a picture would show the colours on their way from one look to the other.
      applyLook: (page) =>
        page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: studio.look }, still]),
      open: async (path) => {
        const page = await openExtensionPage(browser, `chrome-extension://${id}`, path);
        await studio.applyLook(page);
        return page;
      },
      setHistory: async (isIn = () => false) => {
        const page = await studio.open('history.html');
        await page.locator('main').wait();
        await page.evaluate(replaceHistory, entriesOf(samples, isIn));
        await page.close();
      },
      connect: async () => {
        const options = await studio.open('options.html');
        const account = await createAccount(own);
        const template = accountPolicy.shortLinkAddress;
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
