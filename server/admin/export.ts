import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { byteOrderMark, csvRow, escapeFormula, escapeSeparators } from '../../lib/csv/contract.ts';
import { noExpiry } from '../../lib/validity/contract.ts';
import { isGone } from '../redirect/redirect-of.ts';
import type { OwnedLink, Store } from '../store/contract.ts';
import { formats } from './import-formats.ts';
import type { Input } from './admin-command.ts';
import { linksOf, requireOwner } from './links.ts';
import { linksAre, type Output } from './output.ts';
import { writeOwnFile } from './own-file.ts';

/** The command: writes the links that work into a new CSV file, of one application or of all. Throws StartError. */
export async function exportLinks(
  store: Store,
  { argument: file, application }: Input<{ application?: string }>,
): Promise<Output> {
  await requireOwner(store, application);
  const now = Date.now() / 1000;
  let count = 0;

  async function* rows() {
    yield byteOrderMark + csvRow(Object.values(formats.csv).flat());
    for await (const link of linksOf(store, { application })) {
      if (isGone(link, now)) continue;
      count += 1;
      yield csvRow(cellsOf(link));
    }
  }
  await writeOwnFile(file, 'The links', (part) => pipeline(rows, createWriteStream(part, { flags: 'a' })));
  return { kind: 'done', row: { file, links: count }, sentence: `${linksAre(count)} in ${file}.` };
}

const time = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000', '');

/** In the order of the columns in `formats`. */
function cellsOf({ id, link, createdAt, expiresAt, opens, openedOn, maxOpens }: OwnedLink): string[] {
  return [
    escapeFormula(id),
    escapeSeparators(link),
    time(createdAt),
    expiresAt === noExpiry ? 'never' : time(expiresAt),
    String(opens),
    openedOn === null ? '' : time(openedOn * 86_400).slice(0, 10),
    String(maxOpens ?? ''),
  ];
}
