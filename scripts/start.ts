/**
 * `npm start`: the extension in a real browser, connected to the embedded service. With a display it opens the browser
 * on a page with three things to try, and waits. Without one, or with --headless, it creates a short link, follows it, plays
 * music, and prints each step.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'puppeteer-core';
import { defaultPort } from '../server/config/configuration.ts';
import { onParentExit } from '../server/config/parent-exit.ts';
import { type Service, startService } from '../server/service.ts';
import { launchChromium } from '../tests/support/browsers/chromium.ts';
import { connectThroughOptions } from '../tests/support/browsers/connect.ts';
import { chooseLinkItem, pageOpenedBy, pinToToolbar } from '../tests/support/browsers/extension.ts';
import { grantedCopy } from '../tests/support/browsers/granted-copy.ts';
import { languageOf, type Texts, textsOf } from '../tests/support/browsers/texts.ts';
import { createCleanupStack } from '../tests/support/browsers/cleanup-stack.ts';
import { playbackTime, playOnMissingPage, shortenAndFollow, storeShortLivedLink } from './demo/steps.ts';
import { startTour, type Tour } from './demo/tour.ts';
import { build, reportStep, root, say, sentenceOf, stackOf } from './programs.ts';

const folder = join(root, '.demo');
const cleanup = createCleanupStack();
const verbose = process.argv.includes('--verbose');
let isWaiting = false;
let startedBrowser: Browser | undefined;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
onParentExit(() => void stop());

const help = `Waylark in its own browser, connected to its own service.

  npm start -- [flags]

  --headless        Run the demo without a window, and leave pictures of it in .demo
  --port <number>   Port of the service (${defaultPort}; 0 takes any free one)
  --verbose         Print the stack of an error
  --help            This text`;

try {
  const lastLine = await main();
  await cleanup.run();
  say(lastLine);
} catch (error) {
  await cleanup.run();
  process.stderr.write(`${verbose ? stackOf(error) : sentenceOf(error)}\n`);
  process.exitCode = 1;
}

/** Exits with 0 if the program only waits for the person, and with 1 in the middle of the demo. */
async function stop(): Promise<void> {
  await cleanup.run();
  say('Stopped.');
  process.exit(isWaiting ? 0 : 1);
}

/** Resolves with the line to print after the cleanup. */
async function main(): Promise<string> {
  const flags = readFlags();
  if (flags.help) return help;

  await mkdir(folder, { recursive: true });
  const service = await reportStep(
    'Started the embedded service',
    () => startOnPort(flags.port),
    ({ address }) => address,
  );
  await reportStep('Built the extension', build);
  const tour = await serveTour(service);
  const browser = await reportStep('Started the browser with the extension', () =>
    openBrowser(service, { tour, ...flags }),
  );
  startedBrowser = browser;
  const text = await reportStep('Connected the extension in its options', () => connect(browser, service));
  tour.setLanguage(languageOf(text('languageCode')), text('menuLink'));

  const page = await openAlone(browser, tour.address);
  if (!flags.headless) return waitForPerson(browser);

  await shortenAndFollow(page, { browser, folder });
  await page.bringToFront();
  await chooseLinkItem(browser, tour.link);
  await playOnMissingPage(await storeShortLivedLink(service), { browser, folder, text });
  await reportStep('The page has a tick at each of its three steps', () => everyStepDone(tour));
  return 'Everything works. Pictures in .demo: popup.png, result.png, pill.png and player.png';
}

function readFlags(): { port: number; headless: boolean; help: boolean } {
  const { values } = parseArgs({
    options: {
      headless: { type: 'boolean', default: false },
      port: { type: 'string', default: String(defaultPort) },
      verbose: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false, short: 'h' },
    },
  });

  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port > 65_535) {
    throw new Error(`--port takes a number from 0 (any free port) to 65535, not "${values.port}".`);
  }

  const hasDisplay = process.platform !== 'linux' || process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'];
  return { port, headless: values.headless || !hasDisplay, help: values.help };
}

async function startOnPort(port: number): Promise<Service> {
  const service = await startService({ data: join(folder, 'data'), port, countOpens: true });
  await cleanup.add(() => service.close());
  return service;
}

async function serveTour({ store }: Service): Promise<Tour> {
  const tour = await startTour({
    shortened: () => addressesIn(store),
    isPlaying: async () => startedBrowser !== undefined && (await playbackTime(startedBrowser)) !== null,
  });
  await cleanup.add(() => tour.close());
  return tour;
}

/** The addresses behind all links. */
async function addressesIn(store: Service['store']): Promise<string[]> {
  const found: string[] = [];
  let after = '';

  for (;;) {
    const links = await store.listLinks({ after, pageSize: 1000 });
    found.push(...links.map(({ link }) => link));
    after = links.at(-1)?.id ?? '';
    if (links.length < 1000) return found;
  }
}

async function everyStepDone(tour: Tour): Promise<void> {
  const done = await tour.progress();
  if (!done.every(Boolean)) throw new Error(`The page of the demo missed a step: ${done.join(', ')}`);
}

async function openBrowser(
  service: Service,
  { headless, tour }: { headless: boolean; tour: Tour },
): Promise<Browser> {
  // Music is on from the start, so that the third step is one click: the page of the demo says so.
  const copy = await grantedCopy(join(root, '.output', 'chrome-mv3'), {
    origin: service.origin,
    allSites: true,
  });
  await cleanup.add(copy.remove);

  const browser = await launchChromium({
    extensions: [copy.folder],
    headless,
    hosts: tour.hosts,
    forPerson: !headless,
  });
  await cleanup.add(() => browser.close());
  return browser;
}

/** Resolves with the texts of the extension in the browser's language. */
async function connect(browser: Browser, service: Service): Promise<Texts> {
  const credentials = await service.createApplication();
  const options = await pageOpenedBy(browser, 'options.html');
  const texts = await textsOf(options);
  const answer = await connectThroughOptions(options, { address: service.address, ...credentials });
  if (!answer.startsWith(texts('connected'))) throw new Error(`The extension did not connect: ${answer}`);
  return texts;
}

/** Opens an address in the only tab, with the extension's button beside the address bar. */
async function openAlone(browser: Browser, address: string): Promise<Page> {
  const others = await browser.pages();
  const page = await browser.newPage();
  await page.goto(address);
  await pinToToolbar(browser);
  for (const other of others) await other.close();
  await page.bringToFront();
  return page;
}

async function waitForPerson(browser: Browser): Promise<string> {
  say('The page has three things to try. Closing the browser, or Ctrl-C here, stops the service.');
  isWaiting = true;
  await new Promise<void>((resolve) => browser.once('disconnected', () => resolve()));
  return 'Stopped.';
}
