import { findBrowser, findCommand, speaks } from '../../../scripts/browsers/installed-programs.mjs';

const isThere = {
  chromium: () => findBrowser('chromium') !== undefined,
  firefox: () => findBrowser('firefox') !== undefined,
  Xvfb: () => findCommand('Xvfb') !== undefined,
  xdotool: () => findCommand('xdotool') !== undefined,
  caddy: () => findCommand('caddy') !== undefined,
  openssl: () => findCommand('openssl') !== undefined,
  etcd: () => findCommand('etcd') !== undefined,
  haproxy: () => findCommand('haproxy') !== undefined,
  patroni: () => findCommand('patroni') !== undefined,
  pgbouncer: () => findCommand('pgbouncer') !== undefined,
  xclip: () => findCommand('xclip') !== undefined,
  root: () => process.platform === 'linux' && process.getuid?.() === 0,
  'chromium in Chinese': () => speaks('zh_CN'),
};

/** Whether this machine lacks one of what a suite needs; such a suite is skipped, by name, with `describe.skipIf`. */
export function lacks(...needed: (keyof typeof isThere)[]): boolean {
  return needed.some((tool) => !isThere[tool]());
}
