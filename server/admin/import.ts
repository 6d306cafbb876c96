import { hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { byteOrderMark, csvRow, escapeFormula, escapeSeparators } from '../../lib/csv/contract.ts';
import { allowedHosts } from '../config/hosts.ts';
import { isGone } from '../redirect/redirect-of.ts';
import { printable, StartError, systemCode } from '../config/errors.ts';
import { type ImportedLink, type OwnedLink, type Store, StoreUnavailableError } from '../store/contract.ts';
import type { Input } from './admin-command.ts';
import { type CsvRow, readCsv } from './csv.ts';
import {
  describe,
  domainOf,
  type FileLink,
  type FormatName,
  formatNotes,
  type Result,
  resultNames,
  rowReader,
} from './import-formats.ts';
import { noApplication } from './links.ts';
import { dateOf, type Output } from './output.ts';
import { cannotRead, cannotWrite, writeOwnFile } from './own-file.ts';

/** The flags of `import`. */
interface ImportFlags {
  from: FormatName;
  /** The SecretID of the application that owns the links. */
  application: string;
  /** The domain whose short links are imported, instead of that of the public origin. */
  domain?: string;
  dryRun?: true;
  /** The path of a new file, which gets the links that are not imported. */
  report?: string;
}

/** Links that are stored or deleted at a time: all of them or none. */
const batchSize = 500;

/** The command `import`. Throws StartError. */
export async function importLinks(store: Store, input: Input<Partial<ImportFlags>>): Promise<Output> {
  const { from, application } = input;
  if (from === undefined)
    throw new StartError('import needs --from, the service that wrote the file; --help lists them.');
  if (application === undefined)
    throw new StartError('import needs --application, the SecretID that the links are to belong to.');
  if (!(await store.findApplication(application))) throw noApplication(application);
  return importFile(store, { ...input, from, application });
}

/** What became of the links of a file so far. */
const newTally = () => ({
  results: new Map<Result, number>(),
  /** Short links of each domain. */
  domains: new Map<string, number>(),
  /** Imported links without the value of a column, which cannot be read. */
  unreadable: new Map<string, number>(),
});

type Tally = ReturnType<typeof newTally>;

/**
 * Stores the links of a file that can be, and returns how many had each result. After an interruption, a repeated import continues.
 *
 * @throws StartError; the batches before are stored then
 */
export async function importFile(store: Store, input: Input<ImportFlags>): Promise<Output> {
  const { report } = input;
  if (report === undefined) return importRows(store, input);
  // A report that cannot be written is known before a link is stored.
  return writeOwnFile(report, 'The report', (part) => importRows(store, input, part));
}

async function importRows(store: Store, input: Input<ImportFlags>, report?: string): Promise<Output> {
  const { argument: file, from, application, domain, dryRun = false } = input;
  const { host, port, publicOrigin } = input.configuration;
  let importId: number | undefined;
  const tally = newTally();
  const reported = [byteOrderMark + csvRow(['line', 'outcome', 'reason', 'ending', 'link'])];

  try {
    const rows = readCsv(createReadStream(file, 'utf8'));
    const { value: header } = await rows.next();
    const { readRow, unusedColumns } = rowReader(from, header?.cells ?? [], {
      hosts: allowedHosts(host, { port, publicOrigin }),
      domains: new Set(domain === undefined ? ['', domainOf(publicOrigin)] : [domainOf(domain)]),
      now: Math.floor(Date.now() / 1000),
    });
    if (!dryRun) {
      importId = await store.beginImport('links-imported', application, await nameOf(file));
      // An import that is stopped from outside can be undone, too.
      console.error(`This is import ${importId}.`);
    }
    for await (const batch of batchesOf(rows, readRow)) {
      const storedAs = await storeLinks(store, batch, application, importId);
      for (const link of batch) {
        const result =
          typeof link.parsed === 'string' ? link.parsed : (storedAs.get(link.parsed.id) ?? 'taken');
        countLink(tally, link, result);
        if (report !== undefined) reported.push(reportRow(link, result, from));
      }
    }
    if (report !== undefined)
      await writeFile(report, reported).catch((error: unknown) => {
        throw cannotWrite('The report', input.report ?? '', error);
      });
    const notes = notesOf(tally, importId, from, unusedColumns);
    return { kind: 'rows', rows: rowsOf(tally, input), empty: 'The file has no links.', notes };
  } catch (error) {
    throw failureOf(error, file, importId, tally.results.get('imported') ?? 0);
  }
}

interface NumberedLink extends FileLink {
  /** The line of the file at which its row begins. */
  line: number;
}

/** The links of a file. A second link with the same ending is a clash, unless it is the same. */
async function* batchesOf(
  rows: AsyncIterable<CsvRow>,
  readRow: (cells: readonly string[]) => readonly FileLink[],
): AsyncGenerator<NumberedLink[]> {
  const seen = new Map<string, number>();
  let batch: NumberedLink[] = [];
  for await (const { firstLine, cells } of rows) {
    for (const link of readRow(cells)) {
      let { parsed } = link;
      if (typeof parsed !== 'string') {
        const [print, first] = [fingerprint(parsed), seen.get(parsed.id)];
        if (first === undefined) seen.set(parsed.id, print);
        else parsed = first === print ? 'same' : 'twice';
      }
      batch.push({ line: firstLine, ...link, parsed });
    }
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/** 48 bits of a hash of what a row would store: of a million rows, their texts would take too much memory. */
const fingerprint = ({ link, expiresAt, maxOpens }: ImportedLink): number =>
  hash('sha1', JSON.stringify([link, expiresAt, maxOpens]), 'buffer').readUIntBE(0, 6);

/** Stores the links of a batch that can be, unless there is no import. Returns their results, by their identifiers. */
async function storeLinks(
  store: Store,
  batch: readonly NumberedLink[],
  application: string,
  importId: number | undefined,
): Promise<Map<string, Result>> {
  const links = batch.map(({ parsed }) => parsed).filter((parsed) => typeof parsed !== 'string');
  const results = new Map<string, Result>();
  /** Finds the links that are there already, and returns the others. */
  const findFree = async (wanted: readonly ImportedLink[]) => {
    const found = new Map((await store.findTaken(wanted.map(({ id }) => id))).map((each) => [each.id, each]));
    for (const link of wanted) {
      const other = found.get(link.id);
      if (other) results.set(link.id, compare(link, other, application));
    }
    return wanted.filter(({ id }) => !results.has(id));
  };

  const free = await findFree(links);
  let imported = free.map(({ id }) => id);
  if (importId !== undefined && free.length > 0)
    imported = await store.importLinks(free, { secretId: application, importId });
  for (const id of imported) results.set(id, 'imported');
  // Another import may have stored the rest in the meantime.
  if (imported.length < free.length) await findFree(free.filter(({ id }) => !results.has(id)));
  return results;
}

/** What names an import in the audit log. A file that was written since is another import. */
const nameOf = async (file: string) => `${basename(file)} of ${(await stat(file)).mtime.toISOString()}`;

const isUsedUp = ({ opens, maxOpens }: Pick<ImportedLink, 'opens' | 'maxOpens'>) =>
  maxOpens !== null && opens >= maxOpens;

/** The result of a link whose identifier `found` has. */
function compare(link: ImportedLink, found: OwnedLink, application: string): Result {
  if (isGone(found, Date.now() / 1000) || (isUsedUp(found) && !isUsedUp(link))) return 'gone';
  if (found.link !== link.link) return 'taken';
  if (found.secretId !== application) return 'owner';
  return found.expiresAt === link.expiresAt && found.maxOpens === link.maxOpens ? 'same' : 'differs';
}

function countLink(tally: Tally, { domain, unreadable }: NumberedLink, result: Result): void {
  increase(tally.results, result);
  if (domain !== '') increase(tally.domains, domain);
  if (result === 'imported') for (const column of unreadable) increase(tally.unreadable, column);
}

function increase<T>(counts: Map<T, number>, key: T): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** The row of the report; empty if the link is stored now or was before. */
function reportRow({ line, ending, link }: NumberedLink, result: Result, from: FormatName): string {
  const { outcome, reason } = describe(result, from);
  if (outcome !== 'clash' && outcome !== 'refused') return '';
  return csvRow([`${line}`, outcome, reason, escapeFormula(ending), safeLink(link)]);
}

/** A web address with separators of cells escaped, so that it still works; other text, also with line breaks, as a formula. */
const safeLink = (link: string): string =>
  /^https?:\/\/\P{Cc}*$/iu.test(link) ? escapeSeparators(link) : escapeFormula(link);

/** The error of an import that has ended early, with how many links it had stored. */
function failureOf(error: unknown, file: string, importId: number | undefined, stored: number): unknown {
  let failure: unknown = error;
  // SQLite reports a full disk as an error of its own. Errors of PostgreSQL have codes of another form.
  if (error instanceof Error && systemCode(error) === 'ERR_SQLITE_ERROR')
    failure = new StartError(`The links cannot be stored (${error.message}).`, { cause: error });
  else if (systemCode(error).startsWith('E')) failure = cannotRead(file, error);

  if (!(failure instanceof StartError || failure instanceof StoreUnavailableError)) return failure;
  if (importId === undefined || stored === 0) return failure;
  const goOn = `Links that are stored already: ${stored}. Repeat the command to go on, or undo them: undo-import ${importId}`;
  return new StartError(`${failure.message} ${goOn}`, { cause: error });
}

function rowsOf({ results }: Tally, { from, dryRun }: Input<ImportFlags>) {
  return resultNames
    .filter((name) => results.has(name))
    .map((name) => {
      const { outcome, reason } = describe(name, from);
      const isPlanned = dryRun && name === 'imported';
      return { outcome: isPlanned ? 'can be imported' : outcome, links: results.get(name) ?? 0, reason };
    });
}

/** What people read below the results; for a dry run, which is no import, also what the file has. */
function notesOf(
  { domains, unreadable }: Tally,
  importId: number | undefined,
  from: FormatName,
  unusedColumns: readonly string[],
): string[] {
  const isDryRun = importId === undefined;
  const notes: string[] = [];
  const named = [...domains].map(([domain, links]) => `${domain} (${links})`);
  if (isDryRun && named.length > 0)
    notes.push(`Domains of the short links in the file: ${named.join(', ')}.`);
  if (isDryRun && unusedColumns.length > 0)
    notes.push(`Columns that are not used: ${unusedColumns.join(', ')}.`);
  for (const [column, links] of unreadable)
    notes.push(`Links that come without their "${column}", which cannot be read: ${links}.`);
  const backUpFirst =
    'Make a backup first. Set WAYLARK_COUNT_OPENS=yes before the import, at the instances and here, so that undoing it keeps what people have opened.';
  const undo = `This is import ${importId}; it can be undone: undo-import ${importId}`;
  return [...notes, ...(formatNotes[from] ?? []), isDryRun ? backUpFirst : undo];
}

/** The command `undo-import`: deletes the links that were not opened or changed since, and lists the others. Throws StartError. */
export async function undoImport(
  store: Store,
  { argument, yes, configuration }: Input<{ yes?: true }>,
): Promise<Output> {
  const unknown = new StartError(`There is no import ${argument}; give the number that import has printed.`);
  if (!/^\d{1,15}$/.test(argument)) throw unknown;
  const id = Number(argument);
  const [line] = await store.listAudit({ before: id + 1, pageSize: 1 });
  if (line?.id !== id || line.action !== 'links-imported') throw unknown;
  if (!configuration.countOpens && !yes)
    throw new StartError(
      'Without WAYLARK_COUNT_OPENS since the import, nobody knows whether its links were opened: add --yes to delete all that were not changed.',
    );

  console.error(`Undoing import ${id}, ${printable(line.reason)}, begun at ${dateOf(line.at)}.`);
  const undoLine = await store.beginImport('import-undone', line.secretId, line.reason);
  let links = 0;
  let deleted: number;
  do {
    deleted = await store.undoImport(id, undoLine, batchSize);
    links += deleted;
  } while (deleted === batchSize);
  const rows = [{ outcome: 'deleted', links, ending: '', reason: '' }];
  for (let after: string | undefined = ''; after !== undefined;) {
    const used: OwnedLink[] = await store.listUsedImports(id, { after, pageSize: batchSize });
    for (const each of used)
      rows.push({ outcome: 'kept', links: 1, ending: each.id, reason: 'opened or changed since' });
    after = used.length < batchSize ? undefined : used.at(-1)?.id;
  }
  const notes = ['Instances on a database may follow a deleted link for another 2 seconds.'];
  return { kind: 'rows', rows, empty: '', notes: configuration.database === '' ? [] : notes };
}
