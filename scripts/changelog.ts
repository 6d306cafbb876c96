/**
 * CHANGELOG.md in a release. npm runs this twice for `npm run release`: as `preversion`, before it writes anything, and as
 * `version`, before it commits.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './programs.ts';

/** What a version changes, such as "1.2.3" or "Unreleased"; empty if there is nothing. */
export function notesOf(changelog: string, version: string): string {
  const section = changelog.split('\n## ').find((each) => each.split(/[ \n]/)[0] === version);
  return section?.split('\n').slice(1).join('\n').trim() ?? '';
}

/** Whether a version such as "1.2.3" may follow another: `npm version` takes any that is higher. */
export function isNext(version: string, current: string): boolean {
  const [major = 0, minor = 0, patch = 0] = current.split('.').map(Number);
  return [`${major}.${minor}.${patch + 1}`, `${major}.${minor + 1}.0`, `${major + 1}.0.0`].includes(version);
}

/**
 * The changelog in which the unreleased changes are those of a version. `date` is such as "2026-11-22".
 *
 * @throws if there are none
 */
export function withVersion(changelog: string, version: string, date: string): string {
  if (notesOf(changelog, 'Unreleased') === '')
    throw new Error('CHANGELOG.md has nothing under "Unreleased": write what changes for people.');
  return changelog.replace('## Unreleased', `## Unreleased\n\n## ${version} (${date})`);
}

if (import.meta.main) {
  const {
    npm_lifecycle_event: event,
    npm_old_version: current = '',
    npm_new_version: version = '',
  } = process.env;
  if (event === 'preversion' && !isNext(version, current))
    throw new Error(`${version} is not the next version after ${current}.`);
  const file = join(root, 'CHANGELOG.md');
  const released = withVersion(readFileSync(file, 'utf8'), version, new Date().toISOString().slice(0, 10));
  if (event === 'version') writeFileSync(file, released);
}
