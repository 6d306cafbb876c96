/**
 * Installs what the scripts need: the packages of npm and, on Debian as root, programs. With --packages, only the packages; with
 * --service, the same, but packages for development may be absent; without a flag, also the browser of `npm start`; with --tests,
 * what `npm test` needs; with --rest, what `npm run test:rest` needs; with --faults, only what `npm run test:faults` needs; with
 * --bench, what `npm run bench` needs; with --pictures, what `npm run pictures` needs.
 * It runs before anything is installed, so it is plain JavaScript for Node 20.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, URL } from 'node:url';
import process, { argv, env, execPath, exit, getuid, platform, stderr, stdout, version } from 'node:process';
import {
  findBrowser,
  findCommand,
  findNode,
  hasChromiumLanguage,
  howToProvide,
  oldestNode,
} from './installed-programs.mjs';
import { languages } from './languages.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const forFaults = argv.includes('--faults');
const forRest = argv.includes('--rest');
const forTests = argv.includes('--tests') || forRest;
const forBench = argv.includes('--bench');
const forPictures = argv.includes('--pictures');
const forService = argv.includes('--service');
const packagesOnly = forService || argv.includes('--packages');
const inCi = env.CI === 'true';

/** Whether virtual screens are needed, with a mouse, keys and a clipboard. */
const needsScreens = forRest || forBench;

/** Packages that `npm run test:faults` needs. Debian starts each as a service; its name has no `-server`. */
const servicePackages = ['caddy', 'etcd-server', 'haproxy', 'patroni', 'pgbouncer', 'postgresql'];

/** The packages of Debian that are needed; an installed Chrome or Edge also serves as Chromium. */
const debianPackages = [
  ...(forFaults || findBrowser('chromium') ? [] : ['chromium']),
  ...(forPictures ? ['fonts-inter', 'fonts-jetbrains-mono', 'fonts-noto-cjk', 'webp'] : []),
  ...(needsScreens ? ['xvfb', 'xdotool', 'xclip'] : []),
  ...(forTests ? ['postgresql'] : []),
  ...(forFaults ? [...servicePackages, 'python3-etcd'] : []),
  ...(forTests ? ['firefox-esr', 'chromium-l10n'] : []),
];

/** What Debian's packages ask before they start their services; the exit code 101 forbids it. */
const servicePolicy = '/usr/sbin/policy-rc.d';

await main();

async function main() {
  if (Number(version.slice(1).split('.')[0]) < 20) {
    fail(`Waylark needs Node 20 or newer and this is ${version}: install one from https://nodejs.org`);
  }
  const installing = packagesMatch() ? undefined : installPackages();
  // npm and apt-get work at the same time.
  const problem = !packagesOnly && isDebianRoot() ? provideDebianPackages() : undefined;
  await installing;
  if (problem) fail(problem);
  if (!packagesOnly && !forFaults) reportMissing();
}

/** Whether what npm says it installed is what package-lock.json asks for; some packages may be absent. */
function packagesMatch() {
  const locked = packagesOf('package-lock.json');
  const installed = packagesOf('node_modules/.package-lock.json');
  if (!locked || !installed || !findNode()) return false;
  return Object.entries(locked).every(
    ([path, { version: wanted, optional, dev }]) =>
      path === '' || (installed[path] ? installed[path].version === wanted : optional || (forService && dev)),
  );
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
  } catch {
    // Nothing is installed yet.
    return undefined;
  }
}

async function installPackages() {
  say('Installing packages (once, a minute or so) …');
  // A running node.exe cannot be deleted on Windows, and `npm ci` begins by deleting it: update in place there.
  const insideTree = platform === 'win32' && execPath.startsWith(root);
  const args = [
    insideTree ? 'install' : 'ci',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const npm = env.npm_execpath;
  const options = { cwd: root, stdio: 'inherit' };
  const child = npm
    ? spawn(env.npm_node_execpath ?? execPath, [npm, ...args], options)
    : spawn('npm', args, { ...options, shell: platform === 'win32' });
  const [status] = await once(child, 'exit').catch(() => [1]);
  if (status !== 0) fail('npm could not install the packages: its message is above');
  if (!findNode()) {
    const needed = `Node ${oldestNode} or newer`;
    fail(`There is no Node for this system among the packages: install ${needed} from https://nodejs.org`);
  }
}

/** Returns a sentence about what went wrong. */
function provideDebianPackages() {
  const query = (name) => ['-W', '--showformat', '${db:Status-Status}', name];
  const missing = debianPackages.filter(
    (name) => runQuietly('dpkg-query', query(name)).stdout !== 'installed',
  );
  if (missing.length === 0) return;
  say(`Installing ${missing.join(', ')} with apt-get …`);
  if (!installDebianPackages(missing)) {
    return `apt-get could not install ${missing.join(', ')}: its message is above`;
  }
}

function isDebianRoot() {
  if (getuid?.() !== 0 || !findCommand('apt-get')) return false;
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    // Every Debian has this file.
    return false;
  }
}

/** Returns whether all are installed. None of their services runs: the tests start the programs, on ports that are free. */
function installDebianPackages(names) {
  // A failed update may still leave a list that is good enough, so it is the installation that decides.
  runQuietly('apt-get', ['update', '-qq']);
  const { status, stderr: errors } = withoutStartingServices(() =>
    runQuietly('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names]),
  );
  if (status !== 0) stderr.write(errors ?? '');

  const services = names
    .filter((name) => servicePackages.includes(name))
    .map((name) => name.replace('-server', ''));
  // They would start with the machine; without systemd, there is nothing to disable.
  if (services.length > 0) runQuietly('systemctl', ['disable', ...services]);
  return status === 0;
}

function withoutStartingServices(install) {
  if (existsSync(servicePolicy)) return install();
  writeFileSync(servicePolicy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  // Ctrl+C ends apt-get; this process stays, to remove the file.
  const stay = () => undefined;
  process.on('SIGINT', stay);
  try {
    return install();
  } finally {
    rmSync(servicePolicy);
    process.off('SIGINT', stay);
  }
}

function runQuietly(command, args) {
  const quiet = { ...env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, args, { stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8', env: quiet });
}

function reportMissing() {
  const missing = (forTests ? ['chromium', 'firefox'] : ['chromium'])
    .filter((kind) => !findBrowser(kind))
    .map(howToProvide);
  const tools = platform === 'linux' ? missingTools() : [];
  const todo = [...missing, ...(tools.length > 0 ? [`install ${tools.join(', ')}`] : [])].join(', and ');
  if (todo === '') return;
  if (forBench) fail(`The figures cannot be measured on this machine: ${todo}.`);
  if (!forTests) fail(`Waylark needs a browser to show itself in: ${todo}.`);
  const sentence = `Some suites cannot run on this machine: ${todo}.`;
  if (inCi) fail(sentence);
  say(sentence);
}

/** The commands of the tests' screens that are not there, and Chromium's languages. */
function missingTools() {
  const commands = needsScreens ? ['Xvfb', 'xdotool', 'xclip'].filter((name) => !findCommand(name)) : [];
  const needed = forTests && findBrowser('chromium') ? languages : [];
  const missing = needed.filter((language) => !hasChromiumLanguage(language));
  return [...commands, ...missing.map((language) => `the language ${language} of Chromium`)];
}

function say(line) {
  stdout.write(`${line}\n`);
}

function fail(sentence) {
  stderr.write(`${sentence}\n`);
  exit(1);
}
