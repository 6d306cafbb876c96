import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { unreleasedNotes, withRelease } from './changelog.ts';
import { nextVersions } from './version.ts';

const exec = promisify(execFile);

const project = z.object({ version: z.string() });

/** The files that name the version, and how often: package-lock.json once more, for the package without a path. */
const versioned = { 'package.json': 1, 'package-lock.json': 2 };

interface ReleaseOptions {
  /** The repository's folder. */
  root: string;
  /** Such as "1.2.3". */
  version: string;
  /** Such as "2026-11-22". */
  date: string;
  /** Checks everything and writes nothing. */
  isDryRun: boolean;
  /** Resolves with whether types, lint and unit tests pass. */
  check(): Promise<boolean>;
}

interface Plan extends Pick<ReleaseOptions, 'version' | 'check'> {
  current: string;
  changelog: string;
  git(...args: string[]): Promise<string>;
}

/** Throws an error with one sentence if this version cannot be released. */
async function refuse({ version, current, changelog, git, check }: Plan): Promise<void> {
  const next = nextVersions(current);
  if (!next.includes(version)) {
    throw new Error(`The version after ${current} is ${next.join(' or ')}, not "${version}".`);
  }
  if ((await git('status', '--porcelain')) !== '') {
    throw new Error('The tree is not clean: commit or remove what git status lists.');
  }
  if ((await git('tag', '--list', `v${version}`)) !== '') {
    throw new Error(`The tag v${version} exists already.`);
  }
  if (unreleasedNotes(changelog) === '') {
    throw new Error(
      'CHANGELOG.md has nothing under "Unreleased": write what changes for the people who use it.',
    );
  }
  if (!(await check())) throw new Error('The checks fail: npm run check says why.');
}

/**
 * Writes a version into package.json, package-lock.json and CHANGELOG.md, commits them and tags the commit. Nothing leaves
 * this machine.
 *
 * @throws an error with one sentence if the version is not next, the tree is not clean, there is nothing to release or
 * a check fails; nothing is written then
 */
export async function release({ root, version, date, isDryRun, check }: ReleaseOptions): Promise<void> {
  const git = async (...args: string[]): Promise<string> => (await exec('git', args, { cwd: root })).stdout;
  const read = (file: string): Promise<string> => readFile(join(root, file), 'utf8');
  const changelog = await read('CHANGELOG.md');
  const { version: current } = project.parse(JSON.parse(await read('package.json')));
  await refuse({ version, current, changelog, git, check });
  if (isDryRun) return;

  await writeFile(join(root, 'CHANGELOG.md'), withRelease(changelog, { version, date }));
  for (const [file, times] of Object.entries(versioned)) {
    let text = await read(file);
    for (let count = 0; count < times; count += 1) {
      text = text.replace(`"version": "${current}"`, `"version": "${version}"`);
    }
    await writeFile(join(root, file), text);
  }
  await git('commit', '--quiet', '--all', '--message', `Version ${version}`);
  await git('tag', '--annotate', `v${version}`, '--message', `Version ${version}`);
}
