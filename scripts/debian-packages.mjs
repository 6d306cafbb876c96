/** Installs packages of Debian. Plain JavaScript for Node 20 without dependencies, as it runs in the set-up. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import process, { env, getuid, stderr } from 'node:process';
import { findCommand } from './browsers/places.mjs';

/** What packages ask before they start their services; the exit code 101 forbids it. */
const servicePolicy = '/usr/sbin/policy-rc.d';

/** Packages with services, which have the names of the packages. */
const withServices = ['caddy', 'pgbouncer', 'postgresql'];

export function isDebianRoot() {
  if (getuid?.() !== 0 || !findCommand('apt-get')) return false;
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

/** Returns whether all are installed. None of their services runs: the tests start the programs, on ports that are free. */
export function installDebianPackages(names) {
  // A failed update may still leave a list that is good enough, so it is the installation that decides.
  run('apt-get', ['update', '-qq']);
  const { status, stderr: errors } = withoutServices(() =>
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names]),
  );
  if (status !== 0) stderr.write(errors ?? '');

  const services = names.filter((name) => withServices.includes(name));
  // They would start with the machine; without systemd, there is nothing to disable.
  if (services.length > 0) run('systemctl', ['disable', ...services]);
  return status === 0;
}

function withoutServices(install) {
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

function run(command, args) {
  const quiet = { ...env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8', env: quiet });
}
