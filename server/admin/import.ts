import { hash } from 'node:crypto';
import { appendFileSync, createReadStream, existsSync, renameSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { byteOrderMark, csvRow, escapeFormula, escapeSeparators } from '../../lib/csv/contract.ts';
import { allowedHosts } from '../config/hosts.ts';
import { isGone } from '../api/links.ts';
import { StartError, systemCode } from '../config/errors.ts';
import { type ImportedLink, type OwnedLink, type Store, StoreUnavailableError } from '../store/contract.ts';
import type { Input } from './admin-command.ts';
import { CsvError, readCsv } from './csv.ts';
import {
  describe,
  domainOf,
  type FileLink,
  type Format,
  type FormatName,
  formats,
  type Result,
  resultNames,
  rowReader,
  unusedColumns,
} from './import-formats.ts';
import { noApplication } from './links.ts';
import type { Output } from './output.ts';
import { cannotRead, cannotWrite, createOwnFile, requireNew } from './own-file.ts';
import type { AuditLine } from '../store/operator-contract.ts';

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
  /** The domains whose short links are imported; an empty one stands for those without a domain. */
  domains: ReadonlySet<string>;
  /** Whether the service counts how often links are opened. */
  isCounting: boolean;
}

interface NumberedLink extends FileLink {
  /** The line of the file at which its row begins. */
  line: number;
}

/** Links that are stored or deleted at a time: all of them or none. */
const batchSize = 500;

/** The flags of the command. */
export interface ImportFlags {
  from?: FormatName;
  application?: string;
  domain?: string;
  dryRun?: true;
  report?: string;
  undo?: string;
  yes?: true;
}

/** The command. Throws StartError. */
export async function importLinks(store: Store, input: Input<ImportFlags>): Promise<Output> {
  const {
    argument: file,
    from,
    application = '',
    domain,
    dryRun: isDryRun = false,
    report = '',
    undo,
  } = input;
  if (undo !== undefined) {
    const others = { file, from, application, domain, dryRun: isDryRun, report };
    if (Object.values(others).some(Boolean))
      throw new StartError('import --undo takes --yes and nothing else; the report says what is undone.');
    return undoImport(store, undo, input);
  }
  if (input.yes) throw new StartError('import takes --yes only with --undo.');
  if (file === '') throw new StartError('import needs the name of a CSV file.');
  if (from === undefined)
    throw new StartError('import needs --from, the service that wrote the file; --help lists them.');
  if (application === '')
    throw new StartError('import needs --application, the SecretID that the links are to belong to.');
  if (!(await store.findApplication(application))) throw noApplication(application);

  const { host, port, publicOrigin } = input.configuration;
  const hosts = allowedHosts(host, { port, publicOrigin });
  const domains = new Set(domain === undefined ? ['', domainOf(publicOrigin)] : [domainOf(domain)]);
  const isCounting = input.configuration.countOpens;
  return importFile(store, { file, from, application, isDryRun, report, hosts, domains, isCounting });
}

/** What the rows of a file were so far. */
interface Tally {
  results: Map<Result, number>;
  /** Short links of each domain. */
  domains: Map<string, number>;
  /** Imported links without the value of a column, which cannot be read. */
  unreadable: Map<string, number>;
  unusedColumns: readonly string[];
  importId: number | undefined;
}

/**
 * Stores the links of a file that can be, and returns how many had each result. After an interruption, a repeated import continues.
 *
 * @throws StartError; the batches before are stored then
 */
export async function importFile(store: Store, options: ImportOptions): Promise<Output> {
  const tally: Tally = {
    results: new Map(),
    domains: new Map(),
    unreadable: new Map(),
    unusedColumns: [],
    importId: undefined,
  };
  const report = await openReport(store, options);
  tally.importId = report.importId;

  try {
    for await (const batch of batchesOf(linksIn(options, tally))) {
      const storedAs = await storeLinks(store, batch, { options, report, tally });
      const rows = batch.map((each) => reportRow(each, countLink(tally, each, storedAs), options.from));
      report.append(rows.join(''));
    }
    report.finish();
  } catch (error) {
    // The report of an import that has stored links says which import the same command goes on with.
    if (tally.importId === undefined) report.remove();
    throw interrupted(error, tally);
  }
  const rows = rowsOf(tally, options);
  return { kind: 'rows', rows, empty: 'The file has no links.', notes: notesOf(tally, options) };
}

/** Returns the result of a link. */
function countLink(tally: Tally, link: NumberedLink, storedAs: ReadonlyMap<string, Result>): Result {
  const { parsed, domain, unreadable } = link;
  const result = typeof parsed === 'string' ? parsed : (storedAs.get(parsed.id) ?? 'taken');
  increase(tally.results, result);
  if (domain !== '') increase(tally.domains, domain);
  if (result === 'imported') for (const column of unreadable) increase(tally.unreadable, column);
  return result;
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

function rowsOf({ results }: Tally, { from, isDryRun }: ImportOptions) {
  return resultNames
    .filter((name) => results.has(name))
    .map((name) => {
      const { outcome, reason } = describe(name, from);
      const isPlanned = isDryRun && name === 'imported';
      return { outcome: isPlanned ? 'can be imported' : outcome, links: results.get(name) ?? 0, reason };
    });
}

/** Domains that the summary names. */
const namedDomains = 10;

/** What people read below the results. */
function notesOf(tally: Tally, { from, isDryRun, report, isCounting }: ImportOptions): string[] {
  const domains = [...tally.domains].toSorted(([, a], [, b]) => b - a);
  const named = domains.slice(0, namedDomains).map(([domain, links]) => `${domain} (${links})`);
  const others = domains.length > namedDomains ? ` and ${domains.length - namedDomains} more` : '';
  const notes: string[] = [];
  if (isDryRun && domains.length > 0)
    notes.push(`Domains of the short links in the file: ${named.join(', ')}${others}.`);
  if (isDryRun && tally.unusedColumns.length > 0)
    notes.push(`Columns that are not used: ${tally.unusedColumns.join(', ')}.`);
  for (const [column, links] of tally.unreadable)
    notes.push(`Links that come without their "${column}", which cannot be read: ${links}.`);
  const format: Format = formats[from];
  notes.push(...(format.notes ?? []));

  if (isDryRun) {
    const untilOpened = 'An import can be undone only until somebody opens its links.';
    const countFirst =
      'Set WAYLARK_COUNT_OPENS=yes before the import, at the instances and here, so that undoing it keeps what people have opened.';
    notes.push(`Make a backup first. ${isCounting ? untilOpened : countFirst}`);
  } else if (tally.importId !== undefined) {
    const undo = `import --undo ${report || tally.importId}`;
    const untilOpened = `Until somebody opens its links, it can be undone: ${undo}`;
    const notCounted = `Opens are not counted, so undoing it deletes what people have opened, too: ${undo} --yes`;
    notes.push(`This is import ${tally.importId}. ${isCounting ? untilOpened : notCounted}`);
  }
  return notes;
}

/** The error of an import that has ended early, with how far it came. */
function interrupted(error: unknown, { results, importId }: Tally): unknown {
  const stored = importId === undefined ? 0 : (results.get('imported') ?? 0);
  const isExpected = error instanceof StartError || error instanceof StoreUnavailableError;
  // SQLite reports a full disk as an error of its own.
  const isSqlite = systemCode(error) === 'ERR_SQLITE_ERROR';
  if (!(error instanceof Error) || (!isExpected && !isSqlite)) return error;
  const sentence = isExpected ? error.message : `The links cannot be stored (${error.message}).`;
  if (stored === 0) return isExpected ? error : new StartError(sentence, { cause: error });
  const goOn = `Links that are stored already: ${stored}. Repeat the command to go on.`;
  return new StartError(`${sentence} ${goOn}`, { cause: error });
}

const outcomeOfImport = 'import';
const importNumber = /^\d{1,15}$/;

/**
 * The report, which has a temporary name until it is whole. Its row with the number of the import comes before the first links
 * are stored, so that the same command goes on with the same import after it was killed.
 */
async function openReport(store: Store, { report, file, application, isDryRun }: ImportOptions) {
  if (report === '')
    return {
      importId: undefined,
      append: () => undefined,
      begin: () => undefined,
      finish: () => undefined,
      remove: () => undefined,
    };

  requireNew(report);
  // A dry run leaves the report of an import that was interrupted.
  const part = `${report}${isDryRun ? '.dry-run' : ''}.part`;
  const before = existsSync(part) ? await importOf(part) : undefined;
  const source = resolve(file);
  const isSame = before?.application === application && before.file === source;
  // The interrupted import may have been one into other data.
  const begun = isSame ? await findImport(store, before) : undefined;

  const write = (act: () => void) => {
    try {
      act();
    } catch (error) {
      throw cannotWrite('The report', report, error);
    }
  };
  const append = (rows: string) => write(() => appendFileSync(part, rows));
  const rowOf = (line: AuditLine) =>
    csvRow(['', outcomeOfImport, nameOf(line), application, escapeFormula(source)]);
  const header = byteOrderMark + csvRow(['line', 'outcome', 'reason', 'ending', 'link']);
  write(() => {
    // On a full disk, the report of the interrupted import stays.
    const next = `${part}.next`;
    createOwnFile(next);
    appendFileSync(next, begun ? header + rowOf(begun) : header);
    renameSync(next, part);
  });
  return {
    importId: begun?.id,
    append,
    begin: (line: AuditLine) => append(rowOf(line)),
    finish: () => write(() => renameSync(part, report)),
    remove: () => rmSync(part, { force: true }),
  };
}

type Report = Awaited<ReturnType<typeof openReport>>;

/** The import that a report, which may be incomplete, is of; undefined if it is of none that has stored links. */
async function importOf(report: string) {
  try {
    for await (const { cells } of readCsv(createReadStream(report, 'utf8'))) {
      const [, outcome, name = '', application = '', file] = cells;
      if (outcome === outcomeOfImport) return { name, application, file };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw systemCode(error) === '' ? error : cannotRead(report, error);
  }
  return undefined;
}

/** What names an import in its report: a copy of the data, such as a restored backup, may number another one alike. */
const nameOf = ({ id, at }: AuditLine): string => `${id}, begun ${new Date(at * 1000).toISOString()}`;

/** The line of the audit log for an import, given its number or its name; undefined if it is not in this store. */
async function findImport(store: Store, given: { name: string; application?: string }) {
  const id = Number.parseInt(given.name, 10);
  if (Number.isNaN(id)) return undefined;
  const [line] = await store.listAudit({ before: id + 1, pageSize: 1 });
  const isIt =
    line?.id === id &&
    line.action === 'links-imported' &&
    [String(id), nameOf(line)].includes(given.name) &&
    [undefined, line.secretId].includes(given.application);
  return isIt ? line : undefined;
}

interface Importing {
  options: ImportOptions;
  report: Report;
  tally: Tally;
}

/** The results of the links that can be stored, by their identifiers. */
async function storeLinks(
  store: Store,
  batch: readonly NumberedLink[],
  { options: { application, isDryRun }, report, tally }: Importing,
): Promise<Map<string, Result>> {
  const links = batch.map(({ parsed }) => parsed).filter((parsed) => typeof parsed !== 'string');
  const results = new Map<string, Result>();
  const findOthers = async (wanted: readonly ImportedLink[]) => {
    const found = new Map((await store.findTaken(wanted.map(({ id }) => id))).map((each) => [each.id, each]));
    for (const link of wanted) {
      const other = found.get(link.id);
      if (other) results.set(link.id, compare(link, other, application));
    }
  };
  await findOthers(links);
  const free = links.filter(({ id }) => !results.has(id));
  if (isDryRun || free.length === 0) {
    for (const { id } of free) results.set(id, 'imported');
    return results;
  }

  if (tally.importId === undefined) {
    tally.importId = await store.beginImport('links-imported', application);
    const line = await findImport(store, { name: String(tally.importId) });
    if (line) report.begin(line);
  }
  const owner = { secretId: application, importId: tally.importId };
  for (const id of await store.importLinks(free, owner)) results.set(id, 'imported');
  // Another import may have stored the rest in the meantime.
  const rest = free.filter(({ id }) => !results.has(id));
  if (rest.length > 0) await findOthers(rest);
  return results;
}

const isUsedUp = ({ opens, maxOpens }: Pick<ImportedLink, 'opens' | 'maxOpens'>) =>
  maxOpens !== null && opens >= maxOpens;

/** The result of a link whose identifier `found` has. */
function compare(link: ImportedLink, found: OwnedLink, application: string): Result {
  const { expiresAt, maxOpens } = link;
  if (isGone(found, Date.now() / 1000) || (isUsedUp(found) && !isUsedUp(link))) return 'gone';
  if (found.link !== link.link) return 'taken';
  if (found.secretId !== application) return 'owner';
  return found.expiresAt === expiresAt && found.maxOpens === maxOpens ? 'same' : 'differs';
}

/** 48 bits of a hash of what a row would store: of a million rows, their texts would take too much memory. */
const fingerprint = ({ link, expiresAt, maxOpens }: ImportedLink): number =>
  hash('sha1', JSON.stringify([link, expiresAt, maxOpens]), 'buffer').readUIntBE(0, 6);

/** The result of a link whose ending the file has had before; undefined for the first one. */
function repeated(seen: Map<string, number>, parsed: ImportedLink | Result): Result | undefined {
  if (typeof parsed === 'string') return undefined;
  const print = fingerprint(parsed);
  const first = seen.get(parsed.id);
  if (first !== undefined) return first === print ? 'same' : 'twice';
  seen.set(parsed.id, print);
  return undefined;
}

/** The links of a file. A second link with the same ending is a clash, unless it is the same. */
async function* linksIn(
  { file, from, hosts, domains }: ImportOptions,
  tally: Tally,
): AsyncGenerator<NumberedLink> {
  const seen = new Map<string, number>();
  let readRow: ReturnType<typeof rowReader> | undefined;

  try {
    for await (const { firstLine, cells } of readCsv(createReadStream(file, 'utf8'))) {
      if (!readRow) {
        readRow = rowReader(from, cells, { hosts, domains, now: Math.floor(Date.now() / 1000) });
        tally.unusedColumns = unusedColumns(from, cells);
        continue;
      }
      for (const link of readRow(cells)) {
        yield { line: firstLine, ...link, parsed: repeated(seen, link.parsed) ?? link.parsed };
      }
    }
  } catch (error) {
    if (error instanceof CsvError)
      throw new StartError(`${file} is no CSV. ${error.message}`, { cause: error });
    throw systemCode(error) === '' ? error : cannotRead(file, error);
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

/** Deletes the links of an import that were not opened or changed since, and lists the others. Throws StartError. */
async function undoImport(
  store: Store,
  undo: string,
  { yes, configuration }: Input<ImportFlags>,
): Promise<Output> {
  const named = importNumber.test(undo) ? { name: undo } : await importOf(undo);
  if (!named) throw new StartError(`The file ${undo} is no report of an import that has stored links.`);
  const line = await findImport(store, named);
  if (!line) throw new StartError(`There is no import ${named.name} here.`);
  if (!configuration.countOpens && !yes)
    throw new StartError(
      'Without WAYLARK_COUNT_OPENS since the import, nobody knows whether its links were opened: add --yes to delete all that were not changed.',
    );

  const undoLine = await store.beginImport('import-undone', line.secretId);
  let links = 0;
  for (let deleted: number = batchSize; deleted === batchSize; links += deleted)
    deleted = await store.undoImport(line.id, undoLine, batchSize);
  const rows = [{ outcome: 'deleted', links, ending: '', reason: '' }];
  for (let after: string | undefined = ''; after !== undefined;) {
    const used: OwnedLink[] = await store.listUsedImports(line.id, { after, pageSize: batchSize });
    for (const { id } of used)
      rows.push({ outcome: 'kept', links: 1, ending: id, reason: 'opened or changed since' });
    after = used.length < batchSize ? undefined : used.at(-1)?.id;
  }
  const notes = ['Instances on a database may follow a deleted link for another minute.'];
  return { kind: 'rows', rows, empty: '', notes: configuration.database === '' ? [] : notes };
}
