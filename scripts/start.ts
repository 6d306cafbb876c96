/**
 * `npm start`: the extension in a real browser, connected to the embedded service. With a display it opens the browser
 * and waits; without one, or with --headless, it does the main job by itself and says whether it worked.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { onParentExit } from '../server/parent-exit.ts';
import { type Service, startService } from '../server/service.ts';
import { launchChromium } from './browsers/chromium.ts';
import { connectedWord, connectThroughOptions } from './browsers/connect.ts';
import { pageOpenedBy } from './browsers/extension.ts';
import { grantedCopy } from './browsers/granted-copy.ts';
import { textsOf } from './browsers/texts.ts';
import { doMainJob } from './demo/main-job.ts';
import { meetMissingPage } from './demo/missing-page.ts';
import { shortLivedLink } from './demo/short-lived-link.ts';
import { tick } from './demo/tick.ts';
import { createEndings } from './endings.ts';
import { root, runScript } from './programs.ts';
import { say, sentenceOf, stackOf } from './say.ts';

const folder = join(root, '.demo');
const endings = createEndings();
const verbose = process.argv.includes('--verbose');
let isWaiting = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void interrupted());
onParentExit(() => void interrupted());

const help = `Waylark in a browser of its own, connected to a service of its own.

  npm start -- [flags]

  --headless        Do the main job without a window, and leave pictures of it in .demo
  --port <number>   Port of the service (8404; 0 takes any free one)
  --verbose         Say where in the code something went wrong
  --help            This text`;

try {
  const ended = await main();
  await endings.run();
  say(ended);
} catch (error) {
  await endings.run();
  process.stderr.write(`${verbose ? stackOf(error) : sentenceOf(error)}\n`);
  process.exitCode = 1;
}

/** Stopping what only waits is its ordinary end; stopping the main job halfway is not. */
async function interrupted(): Promise<void> {
  await endings.run();
  say('Stopped.');
  process.exit(isWaiting ? 0 : 1);
}

/** Resolves with its last words, for when everything is cleared away. */
async function main(): Promise<string> {
  const { port, headless, wantsHelp } = readFlags();
  if (wantsHelp) return help;
  await mkdir(folder, { recursive: true });
  const service = await tick(
    'Started the embedded service',
    () => serve(port),
    ({ address }) => address,
  );
  await tick('Built the extension', build);
  const browser = await tick('Started the browser with the extension', () => open(service, { headless }));
  const credentials = await service.createApplication();
  const text = await tick('Connected the extension in its options', async () => {
    const options = await pageOpenedBy(browser, 'options.html');
    const texts = await textsOf(options);
    const answer = await connectThroughOptions(options, { address: service.address, ...credentials });
    if (!answer.startsWith(connectedWord(texts))) throw new Error(`The extension did not connect: ${answer}`);
    return texts;
  });
  const page = await browser.newPage();
  await page.goto(`${service.origin}/`);
  if (headless) {
    await doMainJob({ browser, page, folder });
    await meetMissingPage({ browser, link: await shortLivedLink(service, credentials), folder, text });
    return 'Everything works. Pictures in .demo: popup.png, result.png, pill.png and player.png';
  }
  say(
    'Click the puzzle piece in the toolbar, then Waylark. Closing the browser, or Ctrl-C here, ends everything.',
  );
  isWaiting = true;
  await new Promise<void>((resolve) => browser.once('disconnected', () => resolve()));
  return 'Stopped.';
}

function readFlags(): { port: number; headless: boolean; wantsHelp: boolean } {
  const { values } = parseArgs({
    options: {
      headless: { type: 'boolean', default: false },
      port: { type: 'string', default: '8404' },
      verbose: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false, short: 'h' },
    },
  });
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port > 65_535) {
    throw new Error(`--port takes a number from 0 (any free port) to 65535, not "${values.port}".`);
  }
  const hasDisplay = process.platform !== 'linux' || process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'];
  return { port, headless: values.headless || !hasDisplay, wantsHelp: values.help };
}

async function build(): Promise<void> {
  const { ok, output } = await runScript('build');
  if (!ok) throw new Error(`The extension could not be built; npm run build says why.\n${output}`);
}

async function serve(port: number): Promise<Service> {
  const service = await startService({ data: join(folder, 'data'), port });
  await endings.add(() => service.close());
  return service;
}

async function open(service: Service, { headless }: { headless: boolean }) {
  // Without a window nobody could answer the prompt that the switch for music opens.
  const allSites = headless;
  const copy = await grantedCopy(join(root, '.output', 'chrome-mv3'), { origin: service.origin, allSites });
  await endings.add(copy.remove);
  const browser = await launchChromium({ extensions: [copy.folder], headless });
  await endings.add(() => browser.close());
  return browser;
}
