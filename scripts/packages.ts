/** `npm run packages`: makes all packages of this version, as the release workflow does. */
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { notesOf } from './changelog.ts';
import { root, runNpm, runScript, say } from './programs.ts';

const project = z.object({ name: z.string(), version: z.string() });

const bill = z.looseObject({
  serialNumber: z.optional(z.string()),
  metadata: z.looseObject({
    timestamp: z.optional(z.string()),
    tools: z.optional(z.unknown()),
    component: z.looseObject({ name: z.string() }),
  }),
});

/** What a package is for; the sources are those of the package for Firefox. */
const kinds = ['chrome', 'edge', 'firefox', 'sources'];
const scripts = ['zip', 'zip:edge'];

/**
 * Builds the packages for all browsers and puts them into .output/release, with their SHA-256 sums, the bill of materials
 * (CycloneDX) and what the version changes. The same commit makes the same bytes. A folder that git does not track, such as
 * unpacked sources, makes no package of sources.
 *
 * @returns the names of the files
 * @throws if a package cannot be built
 */
export async function makePackages(): Promise<string[]> {
  const folder = join(root, '.output', 'release');
  const { name, version } = project.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
  const all = kinds.map((kind) => `${name}-${version}-${kind}.zip`);
  // No package of another commit may be left.
  for (const path of [folder, ...all.map((file) => join(root, '.output', file))]) {
    await rm(path, { recursive: true, force: true });
  }
  await mkdir(folder, { recursive: true });
  for (const script of scripts) {
    const { ok, output } = await runScript(script);
    if (!ok) throw new Error(`npm run ${script} fails:\n${output}`);
  }

  const packages = all.filter((file) => existsSync(join(root, '.output', file)));
  for (const file of packages) await copyFile(join(root, '.output', file), join(folder, file));

  const changelog = await readFile(join(root, 'CHANGELOG.md'), 'utf8');
  await writeFile(
    join(folder, 'NOTES.md'),
    `${notesOf(changelog, version) || notesOf(changelog, 'Unreleased')}\n`,
  );
  await writeFile(join(folder, 'sbom.cdx.json'), await readBill(name));
  const summed = [...packages, 'sbom.cdx.json'];
  const sums = await Promise.all(summed.map(async (file) => `${await sumOf(join(folder, file))}  ${file}\n`));
  await writeFile(join(folder, 'SHA256SUMS'), sums.join(''));
  return [...summed, 'SHA256SUMS', 'NOTES.md'];
}

/**
 * The bill of materials (CycloneDX) that npm writes of the lock file, without what differs from one run to the next: its number,
 * its moment, npm's version, and the name, which npm takes from the folder.
 */
async function readBill(name: string): Promise<string> {
  const args = [
    '--loglevel=error',
    '--package-lock-only',
    '--sbom-format=cyclonedx',
    '--sbom-type=application',
  ];
  const { ok, output } = await runNpm(['sbom', ...args]);
  if (!ok) throw new Error(`npm writes no bill of materials (npm 10 and newer can):\n${output}`);
  const written = bill.parse(JSON.parse(output));
  delete written.serialNumber;
  delete written.metadata.timestamp;
  delete written.metadata.tools;
  written.metadata.component.name = name;
  return `${JSON.stringify(written, null, 2)}\n`;
}

const sumOf = async (path: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex');

if (import.meta.main) for (const file of await makePackages()) say(`✓ .output/release/${file}`);
