import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BrowserKind } from '../../../scripts/installed-programs.mjs';
import { poll } from './poll.ts';

const run = promisify(execFile);

export interface Display {
  /** Such as ":99". */
  name: string;
  /** Presses keys, as xdotool names them, one after the other, in the window that has the focus. */
  press(...keys: string[]): Promise<void>;
  /** The same for the keys of a text, which a browser needs no time to answer one by one. */
  type(...keys: string[]): Promise<void>;
  /** Clicks with the right button, at a place in pixels of the screen, and waits until the menu is there. */
  rightClick(x: number, y: number): Promise<void>;
  click(x: number, y: number): Promise<void>;
  /** Clicks with the Ctrl key down. */
  ctrlClick(x: number, y: number): Promise<void>;
  /** What the screen shows, as a BMP: Xvfb's file is one but for its header. */
  picture(): Promise<Buffer>;
  /** What the system's clipboard holds as text, or in another type; empty for nothing. Needs xclip. */
  clipboard(type?: string): Promise<string>;
  close(): Promise<void>;
}

/**
 * A screen of its own for windows of a test, whatever screen there is: keys pressed on it reach no other windows.
 * Needs Xvfb and xdotool.
 */
export async function openDisplay(width = 1200, height = 900): Promise<Display> {
  // Its picture is in the run's folder for temporary files, so that it ends with the run (tests/support/browsers/temporary-folder.ts).
  const folder = await mkdtemp(join(tmpdir(), 'waylark-display-'));
  const screen = ['-screen', '0', `${width}x${height}x24`, '-fbdir', `${folder}/`];
  const server = spawn('Xvfb', ['-displayfd', '3', ...screen, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const exited = once(server, 'exit');
  const pipe = server.stdio[3];
  if (!pipe) throw new Error('Xvfb has nothing to write its number to');
  const started = once(pipe, 'data').then(([number]) => `:${String(number).trim()}`);
  const name = await Promise.race([started, exited.then(() => undefined)]);
  if (name === undefined) throw new Error('Xvfb did not start');
  return {
    name,
    async rightClick(x, y) {
      const before = new Set(await windowsOn(name));
      const click = () => xdotool(name, ['mousemove', `${Math.round(x)}`, `${Math.round(y)}`, 'click', '3']);
      await click();
      let clickedAt = Date.now();
      let last = '';
      await poll('the menu', async () => {
        // Seen once in Firefox: no menu came for a click right after a navigation.
        if (last === '' && Date.now() - clickedAt > 5000) {
          await click();
          clickedAt = Date.now();
        }
        const added = (await windowsOn(name)).filter((id) => !before.has(id)).join();
        const isComplete = added !== '' && added === last;
        last = added;
        // Firefox opens several windows for one menu, so they must also be the same twice.
        return isComplete || undefined;
      });
    },
    picture: async () => bitmapOf(await readFile(join(folder, 'Xvfb_screen0'))),
    click: (x, y) => xdotool(name, ['mousemove', `${x}`, `${y}`, 'click', '1']),
    ctrlClick: (x, y) =>
      xdotool(name, ['mousemove', `${x}`, `${y}`, ...['keydown', 'ctrl', 'click', '1', 'keyup', 'ctrl']]),
    clipboard: async (type = 'STRING') => {
      const options = ['-o', '-selection', 'clipboard', '-display', name, '-t', type];
      const { stdout } = await run('xclip', options).catch((error: unknown) => {
        // Nothing was copied, or the program that copied has exited.
        if (/target \S+ not available/.test(String(error))) return { stdout: '' };
        throw error;
      });
      return stdout;
    },
    press: (...keys) => xdotool(name, ['key', '--delay', '100', ...keys]),
    type: (...keys) => xdotool(name, ['key', '--delay', '10', ...keys]),
    close: async () => {
      server.kill();
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Bytes. */
const headerOfBitmap = 54;

/** Makes a BMP of an XWD file with four bytes for each pixel (X11/XWDFile.h, MS-WMF 2.2.2.3). */
function bitmapOf(xwd: Buffer): Buffer {
  const field = (at: number): number => xwd.readUInt32BE(at * 4);
  const [headerSize, width, height, colors] = [field(0), field(4), field(5), field(19)];
  const pixels = xwd.subarray(headerSize + colors * 12);
  const header = Buffer.alloc(headerOfBitmap);
  header.write('BM');
  header.writeUInt32LE(header.length + pixels.length, 2);
  header.writeUInt32LE(header.length, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(width, 18);
  // From the top to the bottom.
  header.writeInt32LE(-height, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(32, 28);
  return Buffer.concat([header, pixels]);
}

/** The unused displays of this worker of the test runner, which keeps its modules from file to file. */
const unused = new Map<BrowserKind, Display>();
const shared = new Set<string>();

/**
 * A display on which suites use one browser after each other (see shared-browser.ts): starting Chromium with a window takes
 * 3 s of processor time. Each browser has its own, as the windows would cover one another.
 */
export async function borrowDisplay(kind: BrowserKind): Promise<Display> {
  const display = unused.get(kind) ?? (await openDisplay());
  unused.delete(kind);
  shared.add(display.name);
  return {
    ...display,
    close: () => {
      unused.set(kind, display);
      return Promise.resolve();
    },
  };
}

/** Whether a display outlives its suite. */
export const isShared = (name: string): boolean => shared.has(name);

/**
 * The numbers of the visible windows. A menu is a window, too, which the driver of its browser does not see. xdotool fails
 * if a window closes between its list and the question for its class; then they are listed again.
 */
function windowsOn(display: string): Promise<string[]> {
  const env = { ...process.env, DISPLAY: display };
  return poll('the list of windows', async () => {
    try {
      const { stdout } = await run('xdotool', ['search', '--onlyvisible', '--class', '.*'], { env });
      return stdout.trim().split('\n');
    } catch (error) {
      if (/BadWindow/.test(String(error))) return undefined;
      throw error;
    }
  });
}

async function xdotool(display: string, args: string[]): Promise<void> {
  const child = spawn('xdotool', args, { env: { ...process.env, DISPLAY: display }, stdio: 'ignore' });
  await once(child, 'exit');
  if (child.exitCode !== 0) throw new Error(`xdotool ${args.join(' ')} failed`);
}

/** The colour of the button Allow in Chromium's prompt, as RGB, as soon as it takes presses: half a second after the prompt is there. */
const allowColour = 0xd3e3fd;

/** Waits until Chromium's prompt takes presses. It dims the window behind it, of which the strip of tabs has that colour otherwise. */
export async function prompted(display: Display): Promise<void> {
  await poll('a prompt whose button Allow takes presses', async () => {
    const pixels = new Uint32Array(
      Uint8Array.from((await display.picture()).subarray(headerOfBitmap)).buffer,
    );
    let count = 0;
    for (const pixel of pixels) if ((pixel & 0xffffff) === allowColour) count += 1;
    return (count > 500 && count < 5000) || undefined;
  });
}
