import { appendFileSync, createReadStream, rmSync } from 'node:fs';
import { byteOrderMark, csvRow, escapeFormula, escapeSeparators } from '../../lib/csv/contract.ts';
import { allowedHosts } from '../hosts.ts';
import { StartError, systemCode } from '../start-error.ts';
import type { AdminStore, Store } from '../store/contract.ts';
import type { Input } from './admin-command.ts';
import { CsvError, readCsv } from './csv.ts';
import { type FileLink, type FormatName, type Result, results, rowReader } from './import-formats.ts';
import { noApplication } from './links.ts';
import type { Output } from './output.ts';
import { createOwnFile } from './own-file.ts';

interface ImportOptions {
  file: string;
  from: FormatName;
  /** The SecretID of the application that owns the links. */
  application: string;
  /** Whether nothing is stored. */
  isDryRun: boolean;
  /** The path of a new file, which gets the links that are not imported; empty for no file. */
  report: string;
  /** The hosts of this service. */
  hosts: ReadonlySet<string>;
}

interface NumberedLink extends FileLink {
  /** The line of the file at which its row begins. */
  line: number;
}

/** Links that are stored at a time: all of them or none. */
const batchSize = 500;

/** The flags of the command. */
export interface ImportFlags {
  from?: FormatName;
  application?: string;
  dryRun?: true;
  report?: string;
}

/** The command. Throws StartError. */
export async function importLinks(store: Store, input: Input<ImportFlags>): Promise<Output> {
  const { argument: file, from, application = '', dryRun: isDryRun = false, report = '' } = input;
  if (from === undefined)
    throw new StartError('import needs --from, the service that wrote the file; --help lists them.');
  if (application === '')
    throw new StartError('import needs --application, the SecretID that the links are to belong to.');
  if (!(await store.findApplication(application))) throw noApplication(application);

  const { host, port, 'public-origin': publicOrigin } = input.configuration;
  const hosts = allowedHosts(host, { port, publicOrigin });
  return importFile(store, { file, from, application, isDryRun, report, hosts });
}

/**
 * Stores the links of a file that can be, and returns how many had each result. After an interruption, a repeated import continues.
 *
 * @throws StartError; the batches before are stored then
 */
export async function importFile(store: AdminStore, options: ImportOptions): Promise<Output> {
  const { isDryRun, report } = options;
  const append = (rows: string) => {
    if (report !== '') appendFileSync(report, rows);
  };
  if (report !== '') createOwnFile(report, 'The report');

  try {
    append(byteOrderMark + csvRow(['line', 'outcome', 'reason', 'ending', 'link']));
    const counts = await importBatches(store, options, append);
    return { kind: 'rows', rows: tableOf(counts, isDryRun), empty: 'The file has no links.' };
  } catch (error) {
    // An incomplete report looks like a complete one.
    if (report !== '') rmSync(report, { force: true });
    throw error;
  }
}

/** Calls `append` with the links that are not imported, as rows of the report. Returns how many links had each result. */
async function importBatches(store: AdminStore, options: ImportOptions, append: (rows: string) => void) {
  const counts = new Map<Result, number>();
  for await (const batch of batchesOf(linksIn(options))) {
    const storedAs = await storeLinks(store, batch, options);
    const rows = batch.map(({ line, ending, link, parsed }) => {
      const result = typeof parsed === 'string' ? parsed : (storedAs.get(parsed.id) ?? 'taken');
      counts.set(result, (counts.get(result) ?? 0) + 1);
      const [outcome, reason] = results[result];
      const isReported = outcome === 'clash' || outcome === 'refused';
      return isReported ? csvRow([`${line}`, outcome, reason, escapeFormula(ending), safeLink(link)]) : '';
    });
    append(rows.join(''));
  }
  return counts;
}

function tableOf(counts: ReadonlyMap<Result, number>, isDryRun: boolean) {
  const names = (Object.keys(results) as Result[]).filter((name) => counts.has(name));
  return names.map((name) => {
    const [outcome, reason] = results[name];
    const isPlanned = isDryRun && name === 'imported';
    return { outcome: isPlanned ? 'can be imported' : outcome, links: counts.get(name) ?? 0, reason };
  });
}

/** A web address with separators of cells escaped, so that it still works; other text, also with line breaks, as a formula. */
const safeLink = (link: string): string =>
  /^https?:\/\/\P{Cc}*$/iu.test(link) ? escapeSeparators(link) : escapeFormula(link);

/** The results of the links that can be stored, by their identifiers; a missing one was taken in the meantime. */
async function storeLinks(
  store: AdminStore,
  batch: readonly NumberedLink[],
  { application, isDryRun }: Pick<ImportOptions, 'application' | 'isDryRun'>,
): Promise<Map<string, Result>> {
  const links = batch.map(({ parsed }) => parsed).filter((parsed) => typeof parsed !== 'string');
  const taken = await store.findTaken(links, application);
  const storedAs = new Map<string, Result>(taken.map(({ id, isSame }) => [id, isSame ? 'same' : 'taken']));
  const free = links.filter(({ id }) => !storedAs.has(id));
  const ids =
    isDryRun || free.length === 0 ? free.map(({ id }) => id) : await store.importLinks(free, application);
  for (const id of ids) storedAs.set(id, 'imported');
  return storedAs;
}

/** The links of a file. A second link with the same ending is a clash. */
async function* linksIn({ file, from, hosts }: ImportOptions): AsyncGenerator<NumberedLink> {
  const seen = new Set<string>();
  let readRow: ReturnType<typeof rowReader> | undefined;

  try {
    for await (const { firstLine, cells } of readCsv(createReadStream(file, 'utf8'))) {
      if (!readRow) {
        readRow = rowReader(from, cells, { hosts, now: Math.floor(Date.now() / 1000) });
        continue;
      }
      for (const link of readRow(cells)) {
        const id = typeof link.parsed === 'string' ? undefined : link.parsed.id;
        const isSecond = id !== undefined && seen.has(id);
        if (id !== undefined) seen.add(id);
        yield { line: firstLine, ...link, ...(isSecond && { parsed: 'twice' }) };
      }
    }
  } catch (error) {
    if (error instanceof CsvError)
      throw new StartError(`${file} is no CSV. ${error.message}`, { cause: error });
    if (systemCode(error) === '') throw error;
    throw new StartError(`The file ${file} cannot be read (${systemCode(error)}).`, { cause: error });
  }
}

async function* batchesOf<T>(items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}
