import { localDate } from '../../lib/validity/validity.ts';
import { useState } from 'preact/hooks';
import { formatNumber, text, type TextKey } from '../../lib/i18n/texts.ts';
import { toCsv, toJson } from '../../lib/history/export.ts';
import type { ImportSummary } from '../../lib/history/history.ts';
import { largestFile, readHistoryFile, type FileProblem } from '../../lib/history/import.ts';
import type { HistoryActions } from './history-actions.ts';
import type { Notice, ShowNotice } from './NoticeBar.tsx';

const formats = {
  csv: { write: toCsv, type: 'text/csv;charset=utf-8' },
  json: { write: toJson, type: 'application/json' },
} as const;

export type Format = keyof typeof formats;

const problemTexts: Record<FileProblem, TextKey> = {
  'too-large': 'historyImportTooLarge',
  'not-json': 'historyImportNotJson',
  foreign: 'historyImportForeign',
  newer: 'historyImportNewer',
};

const problem = (key: TextKey): Notice => ({ text: text(key), isProblem: true });

const stopTexts: Record<NonNullable<ImportSummary['stoppedBy']>, TextKey> = {
  'full-disk': 'historyImportFull',
  other: 'historyImportStopped',
};

const summaryNotice = ({ imported, existing, invalid, stoppedBy }: ImportSummary): Notice => ({
  text: [
    text('historyImportNew', formatNumber(imported)),
    existing > 0 && text('historyImportExisting', formatNumber(existing)),
    invalid > 0 && text('historyImportInvalid', formatNumber(invalid)),
    stoppedBy && text(stopTexts[stoppedBy]),
  ]
    .filter((part) => part !== false && part !== null)
    .join(' '),
  isProblem: invalid > 0 || stoppedBy !== null,
});

interface FilesOptions {
  actions: Pick<HistoryActions, 'all' | 'find' | 'importEntries' | 'save'>;
  onChange(change: null): Promise<void>;
  showNotice: ShowNotice;
}

/** Exports the history to a file, and imports a file. */
export const useFiles = ({ actions, onChange, showNotice }: FilesOptions) => {
  const [isBusy, setBusy] = useState(false);
  /** Without ids, the file contains the whole history. */
  const save = async (format: Format, ids?: readonly string[]): Promise<void> => {
    const { write, type } = formats[format];
    try {
      const all = await (ids ? actions.find(ids) : actions.all());
      all.sort((one, other) => other.createdAt - one.createdAt);
      const name = `waylark-history-${localDate(Date.now())}.${format}`;
      actions.save(name, new Blob([write(all)], { type }));
      showNotice({ text: text('historyExported', name) });
    } catch {
      showNotice(problem('historyUnreadable'));
    }
  };
  const read = async (file: File): Promise<Notice> => {
    if (file.size > largestFile) return problem(problemTexts['too-large']);
    const content = await file.text().catch(() => null);
    if (content === null) return problem('historyImportUnreadable');
    const found = readHistoryFile(content);
    if (!found.ok) return problem(problemTexts[found.reason]);
    const summary = await actions.importEntries(found.links);
    await onChange(null);
    return summaryNotice(summary);
  };
  const importFile = async (file: File): Promise<void> => {
    setBusy(true);
    showNotice({ text: text('historyImporting'), isBusy: true });
    showNotice(await read(file).catch(() => problem(stopTexts.other)));
    setBusy(false);
  };
  return { isBusy, save, importFile };
};

export type Files = ReturnType<typeof useFiles>;
