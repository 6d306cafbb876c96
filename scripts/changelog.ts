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
  const { npm_lifecycle_event: event, npm_new_version: version = '' } = process.env;
  const file = join(root, 'CHANGELOG.md');
  const released = withVersion(readFileSync(file, 'utf8'), version, new Date().toISOString().slice(0, 10));
  if (event === 'version') writeFileSync(file, released);
}
