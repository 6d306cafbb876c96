import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32, deflateSync } from 'node:zlib';
import type { BrowserKind } from '../../../scripts/installed-programs.mjs';
import { poll } from './poll.ts';

const run = promisify(execFile);

/** Where Xvfb writes what each display of this process shows. */
const folders = new Map<string, string>();

export interface Display {
  /** Such as ":99". */
  name: string;
  /** Presses keys, as xdotool names them, one after the other, in the window that has the focus. */
  press(...keys: string[]): Promise<void>;
  /** Holds keys for so many seconds, in which the display repeats them. */
  hold(keys: string, seconds: number): Promise<void>;
  /** The same for the keys of a text, which a browser needs no time to answer one by one. */
  type(...keys: string[]): Promise<void>;
  /** Clicks with the right button, at a place in pixels of the screen, and waits until the menu is there. */
  rightClick(x: number, y: number): Promise<void>;
  click(x: number, y: number): Promise<void>;
  /** What the screen shows, as a PNG. */
  picture(): Promise<Buffer>;
  /** Its pixels: four bytes for each, blue first. */
  pixels(): Promise<Buffer>;
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
  folders.set(name, folder);
  return {
    name,
    async rightClick(x, y) {
      const before = new Set(await windowsOn(name));
      await xdotool(name, ['mousemove', `${Math.round(x)}`, `${Math.round(y)}`, 'click', '3']);
      let last = '';
      await poll('the menu', async () => {
        const added = (await windowsOn(name)).filter((id) => !before.has(id)).join();
        const isComplete = added !== '' && added === last;
        last = added;
        // Firefox opens several windows for one menu, so they must also be the same twice.
        return isComplete || undefined;
      });
    },
    picture: () => pictureOf(name),
    pixels: async () => (await screenIn(folder)).pixels,
    click: (x, y) => xdotool(name, ['mousemove', `${x}`, `${y}`, 'click', '1']),
    clipboard: async (type = 'STRING') => {
      const options = ['-o', '-selection', 'clipboard', '-display', name, '-t', type];
      const { stdout } = await run('xclip', options).catch((error: unknown) => {
        // Nothing was copied, or the program that copied has exited.
        if (/target \S+ not available/.test(String(error))) return { stdout: '' };
        throw error;
      });
      return stdout;
    },
    hold: (keys, seconds) => xdotool(name, ['keydown', keys, 'sleep', `${seconds}`, 'keyup', keys]),
    press: (...keys) => xdotool(name, ['key', '--delay', '100', ...keys]),
    type: (...keys) => xdotool(name, ['key', '--delay', '10', ...keys]),
    close: async () => {
      server.kill();
      await exited;
      folders.delete(name);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The picture of a display that was opened in this process, as a PNG. */
export async function pictureOf(name: string): Promise<Buffer> {
  const folder = folders.get(name);
  if (folder === undefined) throw new Error(`${name} was not opened here`);
  return pngOf(await screenIn(folder));
}

interface Screen {
  width: number;
  height: number;
  /** Four bytes for each, blue first. */
  pixels: Buffer;
}

/** Reads what Xvfb writes, an XWD file (X11/XWDFile.h). */
async function screenIn(folder: string): Promise<Screen> {
  const xwd = await readFile(join(folder, 'Xvfb_screen0'));
  const field = (at: number): number => xwd.readUInt32BE(at * 4);
  return { width: field(4), height: field(5), pixels: xwd.subarray(field(0) + field(19) * 12) };
}

/** Makes a PNG (RFC 2083). */
function pngOf({ width, height, pixels }: Screen): Buffer {
  // Each row begins with the kind of its filter, 0 for none.
  const rows = Buffer.alloc(height * (width * 3 + 1));
  for (let y = 0, to = 0, from = 0; y < height; y += 1) {
    to += 1;
    for (let x = 0; x < width; x += 1, from += 4) {
      rows[to++] = pixels[from + 2] ?? 0;
      rows[to++] = pixels[from + 1] ?? 0;
      rows[to++] = pixels[from] ?? 0;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits for each of three colors.
  header.set([8, 2], 8);
  const chunk = (type: string, data: Buffer): Buffer => {
    const content = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(content));
    return Buffer.concat([length, content, sum]);
  };
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
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

/** The titles of the windows on a display, one a line; a menu has none. */
export async function windowTitlesOn(display: string): Promise<string> {
  const env = { ...process.env, DISPLAY: display };
  const args = ['search', '--onlyvisible', '--class', '.*', 'getwindowname', '%@'];
  return `Windows on ${display}:\n${(await run('xdotool', args, { env })).stdout}`;
}

async function xdotool(display: string, args: string[]): Promise<void> {
  const child = spawn('xdotool', args, { env: { ...process.env, DISPLAY: display }, stdio: 'ignore' });
  await once(child, 'exit');
  if (child.exitCode !== 0) throw new Error(`xdotool ${args.join(' ')} failed`);
}

/** The color of the button Allow in Chromium's prompt, as RGB, as soon as it takes presses: half a second after the prompt is there. */
const allowColor = 0xd3e3fd;

/** Waits until Chromium's prompt takes presses. It dims the window behind it, of which the strip of tabs has that color otherwise. */
export async function prompted(display: Display): Promise<void> {
  await poll('a prompt whose button Allow takes presses', async () => {
    const pixels = await display.pixels();
    let count = 0;
    for (let at = 0; at < pixels.length; at += 4) if (pixels.readUIntLE(at, 3) === allowColor) count += 1;
    return (count > 500 && count < 5000) || undefined;
  });
}
