import { useRef, useState } from 'preact/hooks';
import { logAndReturn, logError } from '../../lib/errors/error-log.ts';
import { type FileProblem, largestFile, readHistoryFile, toCsv, toJson } from '../../lib/history/files.ts';
import type { ImportSummary } from '../../lib/history/history.ts';
import type { Attempt } from '../../lib/history/types.ts';
import { formatNumber, text, type TextKey } from '../../lib/i18n/texts.ts';
import { localDate } from '../../lib/validity/validity.ts';
import { Menu, type MenuItem } from '../ui/Menu.tsx';
import type { HistoryActions } from './history-actions.ts';
import type { Notice, ShowNotice } from './use-list.ts';

const formats = {
  csv: { write: toCsv, type: 'text/csv;charset=utf-8' },
  json: { write: toJson, type: 'application/json' },
} as const;

const problemTexts: Record<FileProblem, TextKey> = {
  'too-large': 'historyImportTooLarge',
  'not-json': 'historyImportNotJson',
  foreign: 'historyImportForeign',
  newer: 'historyImportNewer',
};

const stopTexts: Record<NonNullable<ImportSummary['stoppedBy']>, TextKey> = {
  'full-disk': 'historyImportFull',
  other: 'historyImportStopped',
};

const problem = (key: TextKey): Notice => ({ text: text(key), isProblem: true });

const summaryNotice = ({ imported, existing, invalid, stoppedBy }: ImportSummary): Notice => {
  const parts = [text('historyImportNew', formatNumber(imported))];
  if (existing > 0) parts.push(text('historyImportExisting', formatNumber(existing)));
  if (invalid > 0) parts.push(text('historyImportInvalid', formatNumber(invalid)));
  if (stoppedBy) parts.push(text(stopTexts[stoppedBy]));
  return { text: parts.join(' '), isProblem: invalid > 0 || stoppedBy !== null };
};

/** Saves links as a file, and returns its name. */
export const saveHistory = (
  links: readonly Attempt[],
  format: keyof typeof formats,
  save: HistoryActions['saveFile'],
): string => {
  const { write, type } = formats[format];
  const name = `waylark-history-${localDate(Date.now())}.${format}`;
  save(name, new Blob([write(links)], { type }));
  return name;
};

interface FilesOptions {
  actions: Pick<HistoryActions, 'all' | 'find' | 'importEntries' | 'saveFile'>;
  onChange(change: null): Promise<void>;
  showNotice: ShowNotice;
}

/** Exports the history to a file, and imports a file. */
export const useFiles = ({ actions, onChange, showNotice }: FilesOptions) => {
  const [isBusy, setBusy] = useState(false);
  const save = async (format: keyof typeof formats, ids?: readonly string[]): Promise<void> => {
    try {
      const links = await (ids ? actions.find(ids) : actions.all());
      links.sort((one, other) => other.createdAt - one.createdAt);
      showNotice({ text: text('historyExported', saveHistory(links, format, actions.saveFile)) });
    } catch (error) {
      logError(error);
      showNotice(problem('historyUnreadable'));
    }
  };
  const read = async (file: File): Promise<Notice> => {
    if (file.size > largestFile) return problem(problemTexts['too-large']);
    // The browser refuses a file that was changed or removed meanwhile.
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
    showNotice(await read(file).catch(logAndReturn(problem(stopTexts.other))));
    setBusy(false);
  };
  /** The two formats of a file. Without ids, the file contains the whole history. */
  const exportItems = (ids?: readonly string[]): MenuItem[] => [
    { icon: 'save', name: text('historyExportJson'), choose: () => void save('json', ids) },
    { icon: 'save', name: text('historyExportCsv'), choose: () => void save('csv', ids) },
  ];
  const input = useRef<HTMLInputElement>(null);
  return { input, isBusy, importFile, exportItems, choose: (): void => input.current?.click() };
};

interface FilesProps {
  files: ReturnType<typeof useFiles>;
  /** There is no menu then: the button for the import is in the place of the list. */
  isEmpty: boolean;
  /** Loads links from the service; null if it does not list them. */
  load: (() => void) | null;
  clear(): void;
}

/** The menu for the whole history: import, export, clear. */
export const Files = ({ files, isEmpty, load, clear }: FilesProps) => {
  const importFile = (): void => {
    const field = files.input.current;
    const file = field?.files?.[0];
    if (file && !files.isBusy) void files.importFile(file);
    // Without this, the same file could not be chosen again.
    if (field) field.value = '';
  };
  const items: MenuItem[] = [
    { icon: 'upload', name: text('historyImport'), choose: files.choose },
    ...(load ? [{ icon: 'globe' as const, name: text('historyLoad'), choose: load }] : []),
    ...files.exportItems(),
    { icon: 'unlist', name: text('historyClear'), startsGroup: true, choose: clear },
  ];
  return (
    <span class="page-menu">
      {!isEmpty && <Menu name={text('more')} items={items} />}
      <input ref={files.input} type="file" accept=".json,application/json" hidden onChange={importFile} />
    </span>
  );
};
