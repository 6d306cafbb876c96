import { findBrowser, findCommand, hasChromiumLanguage } from '../../../scripts/installed-programs.mjs';

const isInstalled = {
  chromium: () => findBrowser('chromium') !== undefined,
  firefox: () => findBrowser('firefox') !== undefined,
  Xvfb: () => findCommand('Xvfb') !== undefined,
  xdotool: () => findCommand('xdotool') !== undefined,
  caddy: () => findCommand('caddy') !== undefined,
  etcd: () => findCommand('etcd') !== undefined,
  haproxy: () => findCommand('haproxy') !== undefined,
  patroni: () => findCommand('patroni') !== undefined,
  pgbouncer: () => findCommand('pgbouncer') !== undefined,
  xclip: () => findCommand('xclip') !== undefined,
  root: () => process.platform === 'linux' && process.getuid?.() === 0,
  'chromium in Chinese': () => hasChromiumLanguage('zh_CN'),
};

/** Whether this machine lacks a program that a suite needs. Such a suite is skipped with `describe.skipIf`. */
export function lacks(...needed: (keyof typeof isInstalled)[]): boolean {
  return needed.some((tool) => !isInstalled[tool]());
}
