import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type MediaFeature, type Page, TargetType } from 'puppeteer-core';
import type { Attempt } from '../lib/history/types.ts';
import type { Settings } from '../lib/settings/schema.ts';
import { hashOf } from '../server/api/credentials.ts';
import { ownMusic } from '../server/api/music.ts';
import { startService } from '../server/service.ts';
import {
  serviceHost,
  shortHost,
  type ServiceProxy,
  startServiceProxy,
} from '../tests/support/service/hosted-service.ts';
import { history, inStore, storedValue } from '../tests/support/browsers/stored.ts';
import { launchChromium } from '../tests/support/browsers/chromium.ts';
import { connectAtOnce } from '../tests/support/browsers/connect.ts';
import { extensionOf, openExtensionPage, pageOpenedBy } from '../tests/support/browsers/extension.ts';
import {
  copyOf,
  grantHosts,
  grantPermissions,
  keepLanguage,
} from '../tests/support/browsers/granted-copy.ts';
import { keepPseudoLanguage, pseudoTexts, textsIn } from '../tests/support/browsers/texts.ts';
import { type CleanupStack, createCleanupStack } from '../tests/support/browsers/cleanup-stack.ts';
import type { Language } from '../scripts/languages.mjs';
import { root } from '../scripts/programs.ts';
import { bodyOf, type Samples, samplesOf } from './sample-data.ts';

/** What an organization sets: the account and two settings. */
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

/** A script that makes a page read this policy. Set on the system, a policy would be for all browsers of the machine. */
export const policyOf = (values: object): string => `(() => {
  const values = ${JSON.stringify(values)};
  const get = (fields, done) => {
    const found = Object.entries(values).filter(([name]) => !fields || fields.includes(name));
    done?.(Object.fromEntries(found));
    return Promise.resolve(Object.fromEntries(found));
  };
  Object.defineProperty(chrome.storage.managed, 'get', { value: get });
  // Where music is off, nobody has allowed all sites.
  const all = chrome.permissions.getAll();
  const getAll = async () => ({ ...(await all), origins: ['https://${serviceHost}/*'] });
  if (values.musicOff) chrome.permissions.getAll = getAll;
})()`;

/** When all pictures are taken: a Saturday, at 10:29 in the time zone of make.ts. */
const takenAt = Date.UTC(2026, 10, 28, 9, 29);

/** Milliseconds by which the clock of the pictures is ahead of that of the machine. */
let clockOffset = 0;
export const now = (): number => Date.now() + clockOffset;

/** A script that gives a part of the extension the clock of the pictures. An alarm of another day would be due at once. */
const clockScript = (): string => `if (!('clockOffset' in globalThis)) {
  const realNow = Date.now;
  Date.now = () => realNow() + clockOffset;
  const construct = (date, parts, target) =>
    Reflect.construct(date, parts.length > 0 ? parts : [Date.now()], target);
  globalThis.Date = new Proxy(Date, { construct });
  if (chrome.alarms) chrome.alarms.create = () => Promise.resolve();
}
globalThis.clockOffset = ${clockOffset};`;

/** Lets the pages and the background of a copy of the build begin with that script. */
async function addClock(build: string): Promise<void> {
  clockOffset = takenAt - Date.now();
  await writeFile(join(build, 'clock.js'), clockScript());
  for (const name of await readdir(build)) {
    const path = join(build, name);
    const source = /^background\.js$|\.html$/.test(name) ? await readFile(path, 'utf8') : '';
    if (name === 'background.js') await writeFile(path, `importScripts('/clock.js');${source}`);
    else if (source)
      await writeFile(path, source.replace('<head>', '<head><script src="/clock.js"></script>'));
  }
}

/** In place of the system's fonts, which differ on every machine. */
const fonts = { 'system-ui': 'Inter', sans: 'Inter', 'sans-serif': 'Inter', monospace: 'JetBrains Mono' };

const substitutions = Object.entries(fonts).map(
  ([name, font]) => `<match target="pattern"><test qual="any" name="family"><string>${name}</string></test>
<edit name="family" mode="prepend" binding="strong"><string>${font}</string><string>Noto Sans CJK SC</string></edit></match>`,
);
const fontSettings = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<include>/etc/fonts/fonts.conf</include>
${substitutions.join('\n')}
</fontconfig>`;

/** No transitions. */
export const still: MediaFeature = { name: 'prefers-reduced-motion', value: 'reduce' };

/** Pixels of a picture for one of CSS. */
export const scale = 2;

/** The links in the history: days until each expires, negative for an expired one; hours since it was created; its opens. */
const sampleEntries = [
  { days: 30, hours: 0.2, opens: 1 },
  { days: 0.92, hours: 1.5, opens: 12 },
  { days: 365, hours: 3, opens: 0 },
  { days: 5.9, hours: 26, opens: 3, isExtended: true },
  { days: -0.2, hours: 29, opens: 8 },
  { days: 4.9, hours: 50, opens: 41 },
  { days: 26.9, hours: 75, opens: 0, limit: 5 },
  { days: 359.6, hours: 130, opens: 0 },
];

const entriesOf = ({ pages }: Samples, isIn: (at: number) => boolean): object[] => {
  const time = now();
  const dayBefore = (days: number): string => new Date(time - days * 86_400_000).toISOString().slice(0, 10);
  const entries = sampleEntries.map(({ days, hours, opens, limit, isExtended }, at) => ({
    id: crypto.randomUUID(),
    title: pages[at]?.title,
    link: pages[at]?.link,
    createdAt: time - hours * 3_600_000,
    validity: { kind: 'duration', seconds: 30 * 86_400 },
    shown: true,
    state: 'created',
    shortLink: `https://${shortHost}/${pages[at]?.id ?? ''}`,
    expiresAt: Math.floor(time / 1000 + days * 86_400),
    limit,
    ...(isExtended && { change: { kind: 'extend', state: 'done', at: time } }),
    // It was opened after it was created.
    opens: { count: opens, day: opens === 0 ? null : dayBefore(hours / 60) },
  }));
  return entries.filter((_, at) => isIn(at));
};

interface StudioOptions {
  language: Language;
  /** Shows the pseudo-language in place of English. */
  isPseudo: boolean;
  /** The X display for a browser with a window. */
  display?: string;
  /** No picture is taken: as many pixels as CSS has, and less work for the browser. */
  forTests?: boolean;
}

interface StudioContext extends StudioOptions {
  cleanup: CleanupStack;
  /** For temporary files. */
  folder: string;
  samples: Samples;
}

async function startBrowser(
  { cleanup, folder, language, isPseudo, display = '', forTests = false }: StudioContext,
  service: ServiceProxy,
) {
  const fontFile = join(folder, 'fonts.conf');
  await writeFile(fontFile, fontSettings);
  const copy = await copyOf(join(root, '.output', 'chrome-mv3'));
  await cleanup.add(copy.remove);
  await grantHosts(copy.folder, '*://*/*');
  if (isPseudo) await keepPseudoLanguage(copy.folder);
  else await keepLanguage(copy.folder, language);
  // The pictures of many tabs need this permission, and nobody can answer its prompt.
  await grantPermissions(copy.folder, ['tabs']);
  await addClock(copy.folder);
  const { hosts, trustedKey } = service;
  const browser = await launchChromium({
    extensions: [copy.folder],
    headless: display === '',
    display,
    forPerson: display !== '',
    forTests,
    scale: forTests ? 1 : scale,
    fonts: fontFile,
    language,
    hosts,
    trustedKey,
  });
  await cleanup.add(() => browser.close());
  return { browser, build: copy.folder };
}

/** The project's music with the names that its tracks have in pictures. */
async function sampleMusic({ tracks }: Samples, folder: string): Promise<string> {
  const music = join(folder, 'music');
  await cp(ownMusic, music, { recursive: true });
  const list = join(music, 'tracks.json');
  const own = JSON.parse(await readFile(list, 'utf8')) as object[];
  await writeFile(list, JSON.stringify(own.map((track, at) => ({ ...track, ...tracks[at] }))));
  return music;
}

/** A service with the account of `accountPolicy`, and its proxy. */
async function startServices({ samples, cleanup, folder }: StudioContext) {
  // The addresses of the music lead through the proxy, too: the extension takes them from the origin of the service only.
  const musicFolder = await sampleMusic(samples, folder);
  const { port, store, close } = await startService({
    data: folder,
    publicOrigin: `https://${serviceHost}`,
    countOpens: true,
    musicFolder,
    now,
  });
  await cleanup.add(close);
  const { secretId, secretKey } = accountPolicy;
  await store.addApplication({ secretId, keyHash: hashOf(secretKey), perSecond: 1000, perMinute: 10_000 }, [
    { total: 1_000_000, startsAt: 0, expiresAt: 9_999_999_999 },
  ]);
  const codeOf = (wanted: string) => samples.pages.find(({ link }) => link === wanted)?.id;
  const service = await startServiceProxy({ service: `http://127.0.0.1:${port}`, folder, codeOf });
  await cleanup.add(service.close);
  return service;
}

type AnswerOf = (address: string) => { status: number; body: string };

/** Answers the requests of a tab for a page with this: none leaves this machine. */
export async function answerWith(page: Page, answerOf: AnswerOf): Promise<void> {
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    if (!request.isNavigationRequest()) return void request.continue();
    return void request.respond({ contentType: 'text/html; charset=utf-8', ...answerOf(request.url()) });
  });
}

/** Opens all that is folded in a page, but forms: one of those closes another. */
export const unfold = (page: Page): Promise<void> =>
  page.$$eval('details:not([name])', (all) => {
    for (const each of all) each.open = true;
  });

export type Studio = Awaited<ReturnType<typeof openStudio>>;

/** A browser with the extension in one language, as it is after the installation, and its own service. */
export async function openStudio(options: StudioOptions) {
  const { language, isPseudo } = options;
  const cleanup = createCleanupStack();
  const samples = samplesOf(language, isPseudo);
  try {
    const folder = await mkdtemp(join(tmpdir(), 'waylark-pictures-'));
    await cleanup.add(() => rm(folder, { recursive: true, force: true }));
    const context = { ...options, cleanup, folder, samples };
    const service = await startServices(context);
    const { browser, build } = await startBrowser(context, service);
    // It opens in front of what a picture shows.
    await pageOpenedBy(browser, 'options.html');
    const text = isPseudo ? await pseudoTexts() : await textsIn(language);
    return {
      language,
      samples,
      service,
      browser,
      text,
      ...openers(browser, { samples, service, build }),
      close: cleanup.run,
    };
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}

function openers(
  browser: Browser,
  { samples, service, build }: { samples: Samples; service: ServiceProxy; build: string },
) {
  let look: 'light' | 'dark' = 'light';
  let isConnected = false;
  /** Sets the look of a page, without transitions: a picture would show colors between the two looks. */
  const applyLook = (page: Page): Promise<void> =>
    page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: look }, still]);

  /** Opens a page of the extension in a tab, in the studio's look. */
  const open = async (path: string): Promise<Page> => {
    const { id } = await extensionOf(browser);
    const page = await openExtensionPage(browser, `chrome-extension://${id}`, path);
    await applyLook(page);
    return page;
  };

  /** Evaluates an expression in the background of the extension. */
  const inWorker = async (expression: string): Promise<unknown> => {
    const target = await browser.waitForTarget((each) => each.type() === TargetType.SERVICE_WORKER);
    return (await target.worker())?.evaluate(expression);
  };

  /** The links in the history, the newest first. */
  const attempts = async (): Promise<Attempt[]> => {
    const entries = (await inStore(inWorker, history, 'getAll()')) as Attempt[];
    return entries.toSorted((one, other) => other.createdAt - one.createdAt);
  };

  /** Adds links to the history, or replaces them, without an announcement to the pages. */
  const putAttempts = (entries: readonly object[]): Promise<unknown> =>
    Promise.all(entries.map((entry) => inStore(inWorker, history, `put(${JSON.stringify(entry)})`)));

  /** The id of the connection of `connect`. */
  const firstConnection = async (): Promise<string> =>
    (await storedValue<Settings>(inWorker, 'settings'))?.connections[0]?.id ?? 'account';

  return {
    attempts,
    putAttempts,
    firstConnection,
    /** The look of the pages from now on. */
    setLook: (next: 'light' | 'dark'): void => void (look = next),
    applyLook,
    /** Sets the clock of the service and of the extension. A page that is open keeps its own. */
    setClock: async (daysAgo = 0): Promise<void> => {
      clockOffset = takenAt - daysAgo * 86_400_000 - Date.now();
      await writeFile(join(build, 'clock.js'), clockScript());
      await inWorker(clockScript());
    },
    open,
    /** The address of a sample page. */
    linkOf: (at: number): string => samples.pages[at]?.link ?? '',
    /** Opens a tab at any address, which shows a sample page. */
    openSample: async (address: string): Promise<Page> => {
      const page = await browser.newPage();
      await answerWith(page, (url) => ({ status: 200, body: bodyOf(url, samples) }));
      await page.goto(address);
      await page.bringToFront();
      return page;
    },
    /** Replaces the history with that of the sample pages for which `isIn` holds; by default there is none. */
    setHistory: async (isIn: (at: number) => boolean = () => false): Promise<void> => {
      // The links belong to the account that is connected.
      const account = await firstConnection();
      await inStore(inWorker, history, 'clear()');
      await putAttempts(entriesOf(samples, isIn).map((entry) => ({ ...entry, account })));
    },
    /** Connects the extension, if it is not connected yet. */
    connect: async (): Promise<void> => {
      if (isConnected) return;
      isConnected = true;
      const options = await open('options.html');
      const { secretId, secretKey, shortLinkAddress: template } = accountPolicy;
      await connectAtOnce(options, { address: `${service.origin}/v3`, template, secretId, secretKey });
      await options.close();
    },
  };
}
