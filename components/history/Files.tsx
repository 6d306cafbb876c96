import { saveFile } from '../../lib/browser/save-file.ts';
import { logAndReturn, logError } from '../../lib/errors/error-log.ts';
import { type FileProblem, largestFile, readHistoryFile, toCsv, toJson } from '../../lib/history/files.ts';
import type { ImportSummary } from '../../lib/history/history.ts';
import { formatNumber, joinSentences, text, type TextKey } from '../../lib/i18n/texts.ts';
import { canAny } from '../../lib/settings/connection-info.ts';
import { localDate } from '../../lib/validity/validity.ts';
import { connections } from '../page.ts';
import { Menu, type MenuItem } from '../ui/Menu.tsx';
import { useAction } from '../ui/use-action.ts';
import type { HistoryState, Notice } from './history-state.ts';

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
  return { text: joinSentences(parts), isProblem: invalid > 0 || stoppedBy !== null };
};

const exportLinks = async (
  state: HistoryState,
  format: keyof typeof formats,
  ids?: readonly string[],
): Promise<void> => {
  try {
    const links = await (ids ? state.history.find(ids) : state.history.all());
    links.sort((one, other) => other.createdAt - one.createdAt);
    const { write, type } = formats[format];
    const name = `waylark-history-${localDate(Date.now())}.${format}`;
    saveFile(name, new Blob([write(links)], { type }));
    state.show({ text: text('historyExported', name) });
  } catch (error) {
    logError(error);
    state.show(problem('historyUnreadable'));
  }
};

/** The two formats of a file. Without ids, the file contains the whole history. */
export const exportItems = (state: HistoryState, ids?: readonly string[]): MenuItem[] => [
  { icon: 'save', name: text('historyExportJson'), choose: () => void exportLinks(state, 'json', ids) },
  { icon: 'save', name: text('historyExportCsv'), choose: () => void exportLinks(state, 'csv', ids) },
];

/** Imports a file; resolves with what became of it. */
const importLinks = async (state: HistoryState, file: File): Promise<Notice> => {
  if (file.size > largestFile) return problem(problemTexts['too-large']);
  // The browser refuses a file that was changed or removed meanwhile.
  const content = await file.text().catch(() => null);
  if (content === null) return problem('historyImportUnreadable');
  const found = readHistoryFile(content);
  if (!found.ok) return problem(problemTexts[found.reason]);
  const summary = await state.history.importEntries(found.links);
  await state.changed(null);
  return summaryNotice(summary);
};

/** Opens the browser's dialog for a file to import. */
export const chooseFile = (): void => document.querySelector<HTMLInputElement>('#import-file')?.click();

/** The menu for the whole history: import, export, clear. An empty history has the button for the import in its list. */
export const Files = ({ state }: { state: HistoryState }) => {
  const { run: importFile } = useAction(async (file: File) => {
    state.show({ text: text('historyImporting'), isBusy: true });
    state.show(await importLinks(state, file).catch(logAndReturn(problem(stopTexts.other))));
    return null;
  });
  const load: MenuItem = {
    icon: 'globe',
    name: text('historyLoad'),
    choose: () => (state.dialog.value = { kind: 'load' }),
  };
  const items: MenuItem[] = [
    { icon: 'upload', name: text('historyImport'), choose: chooseFile },
    ...(canAny(connections.value, 'manage') ? [load] : []),
    ...exportItems(state),
    {
      icon: 'unlist',
      name: text('historyClear'),
      startsGroup: true,
      choose: () => (state.dialog.value = { kind: 'clear' }),
    },
  ];
  return (
    <span class="page-menu">
      {state.entries.value.size > 0 && <Menu name={text('more')} items={items} />}
      <input
        id="import-file"
        type="file"
        accept=".json,application/json"
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) void importFile(file);
          // Without this, the same file could not be chosen again.
          currentTarget.value = '';
        }}
      />
    </span>
  );
};
