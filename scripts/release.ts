/** `npm run release -- <version> [--dry-run]`: checks, writes and tags a version, and makes its packages. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import * as z from 'zod/mini';
import { makePackages, unreleasedNotes } from './packages.ts';
import { root as projectRoot, runScript, say, sentenceOf } from './programs.ts';

const exec = promisify(execFile);

const project = z.object({ version: z.string() });

/** The files with the version, and how often each has it: package-lock.json has it again for the package without a path. */
const versioned = { 'package.json': 1, 'package-lock.json': 2 };

/** A version such as "1.2.3". */
const versionForm = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;

/** The three versions that may follow one such as "1.2.3", the smallest step first. */
function nextVersions(current: string): string[] {
  const [major = 0, minor = 0, patch = 0] = (versionForm.exec(current) ?? []).slice(1).map(Number);
  return [
    [major, minor, patch + 1],
    [major, minor + 1, 0],
    [major + 1, 0, 0],
  ].map((numbers) => numbers.join('.'));
}

/** The changelog in which the unreleased changes become those of a version. `date` is such as "2026-11-22". */
const withRelease = (changelog: string, { version, date }: { version: string; date: string }): string =>
  changelog.replace('## Unreleased', `## Unreleased\n\n## ${version} (${date})`);

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

interface ReleaseState extends Pick<ReleaseOptions, 'version' | 'check'> {
  current: string;
  changelog: string;
  git(...args: string[]): Promise<string>;
}

/** Throws an error with one sentence if this version cannot be released. */
async function checkRelease({ version, current, changelog, git, check }: ReleaseState): Promise<void> {
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
  await checkRelease({ version, current, changelog, git, check });
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

/** Resolves with whether types, lint and unit tests pass. */
async function check(): Promise<boolean> {
  say('Checking types, lint and unit tests …');
  const { ok, output } = await runScript('check');
  if (!ok) say(output.trimEnd());
  return ok;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { 'dry-run': { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [version = ''] = positionals;
  const isDryRun = values['dry-run'];
  const date = new Date().toISOString().slice(0, 10);

  try {
    await release({ root: projectRoot, version, date, isDryRun, check });
    if (isDryRun) {
      say(`Nothing is written: npm run release -- ${version} would write, commit, tag and package it.`);
      return;
    }
    for (const file of await makePackages()) say(`✓ .output/release/${file}`);
    say(`Version ${version} is tagged here. To release it: git push --follow-tags`);
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`);
    process.exitCode = 1;
  }
}

if (import.meta.main) await main();
