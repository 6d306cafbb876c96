/** `npm run packages`: makes all packages of this version, as the release workflow does. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { root, runScript, say } from './programs.ts';

const exec = promisify(execFile);

const project = z.object({ name: z.string(), version: z.string() });

/** What a package is for; the sources are those of the package for Firefox. */
const kinds = ['chrome', 'edge', 'firefox', 'safari', 'sources'];
const scripts = ['zip', 'zip:edge', 'zip:safari'];

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
  await writeFile(join(folder, 'NOTES.md'), `${notesOf(changelog, version) || unreleasedNotes(changelog)}\n`);
  await writeFile(join(folder, 'sbom.cdx.json'), await readBill(name));
  const summed = [...packages, 'sbom.cdx.json'];
  const sums = await Promise.all(summed.map(async (file) => `${await sumOf(join(folder, file))}  ${file}\n`));
  await writeFile(join(folder, 'SHA256SUMS'), sums.join(''));
  return [...summed, 'SHA256SUMS', 'NOTES.md'];
}

async function readBill(name: string): Promise<string> {
  const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
  const npm = process.env['npm_execpath'];
  const [command, before] = npm === undefined ? ['npm', []] : [process.execPath, [npm]];
  const options = { cwd: root, maxBuffer: 2 ** 26 };
  const { stdout } = await exec(command, [...before, ...args], options).catch((cause: unknown) => {
    throw new Error(`npm writes no bill of materials (npm 10 and newer can): ${String(cause)}`, { cause });
  });
  return reproducibleBill(stdout, name);
}

const sumOf = async (path: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex');

/** The lines below a heading of the changelog, without blank lines around them; empty if there is no such heading. */
function sectionOf(changelog: string, title: RegExp): string {
  const [, ...sections] = `\n${changelog}`.split('\n## ');
  const section = sections.find((each) => title.test(each.split('\n')[0] ?? '')) ?? '';
  return section.split('\n').slice(1).join('\n').trim();
}

/** What the next version changes. */
export const unreleasedNotes = (changelog: string): string => sectionOf(changelog, /^Unreleased$/);

/** What a version changed, for the page of its release. */
export const notesOf = (changelog: string, version: string): string =>
  sectionOf(changelog, new RegExp(String.raw`^${version.replaceAll('.', String.raw`\.`)}(?: |$)`));

const properties = z.optional(z.array(z.looseObject({ name: z.string() })));
const component = z.looseObject({ 'bom-ref': z.string(), properties });

/** A bill of materials (CycloneDX 1.5), as `npm sbom` writes it. */
const bill = z.looseObject({
  serialNumber: z.optional(z.string()),
  metadata: z.looseObject({
    timestamp: z.optional(z.string()),
    tools: z.optional(z.unknown()),
    component: z.looseObject({ name: z.string(), properties }),
  }),
  components: z.array(component),
  dependencies: z.array(z.looseObject({ ref: z.string() })),
});

type Properties = z.infer<typeof properties>;

/** npm 10 writes the folder of each package, npm 11 does not. */
const withoutPath = <Described extends { properties?: Properties }>(described: Described): Described => ({
  ...described,
  properties: described.properties?.filter(({ name }) => name !== 'cdx:npm:package:path'),
});

/** Each once, in the order of their names: npm 10 repeats a package that is in several folders. */
function uniqueBy<Item>(items: readonly Item[], nameOf: (item: Item) => string): Item[] {
  const first = new Map(items.toReversed().map((item) => [nameOf(item), item]));
  return [...first].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, item]) => item);
}

/**
 * A bill of materials without what differs from one machine to the next: its number, its moment, the name, which npm takes
 * from the folder, and what depends on npm's version.
 *
 * @param written what `npm sbom` wrote
 * @param name of the project
 */
export function reproducibleBill(written: string, name: string): string {
  const content = bill.parse(JSON.parse(written));
  delete content.serialNumber;
  delete content.metadata.timestamp;
  delete content.metadata.tools;
  content.metadata.component = { ...withoutPath(content.metadata.component), name };
  content.components = uniqueBy(content.components.map(withoutPath), (each) => each['bom-ref']);
  content.dependencies = uniqueBy(content.dependencies, ({ ref }) => ref);
  return `${JSON.stringify(content, null, 2)}\n`;
}

if (import.meta.main) for (const file of await makePackages()) say(`✓ .output/release/${file}`);
