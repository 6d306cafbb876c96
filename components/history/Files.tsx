import { useRef } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import { Menu, type MenuItem } from '../ui/Menu.tsx';
import type { Files as FilesState } from './use-files.ts';

interface FilesProps {
  files: FilesState;
  /** There is nothing to export or to clear. */
  isEmpty: boolean;
  clear(): void;
}

/** The two formats of a file. Without ids, the file contains the whole history. */
export const exportItems = (files: FilesState, ids?: readonly string[]): MenuItem[] => [
  { icon: 'save', name: text('historyExportJson'), choose: () => void files.save('json', ids) },
  { icon: 'save', name: text('historyExportCsv'), choose: () => void files.save('csv', ids) },
];

/** The menu for the whole history: import, export, clear. */
export const Files = ({ files, isEmpty, clear }: FilesProps) => {
  const input = useRef<HTMLInputElement>(null);
  const importFile = (): void => {
    const field = input.current;
    const file = field?.files?.[0];
    if (file && !files.isBusy) void files.importFile(file);
    // Without this, the same file could not be chosen again.
    if (field) field.value = '';
  };
  const items: MenuItem[] = [
    { icon: 'open', name: text('historyImport'), choose: () => input.current?.click() },
    ...(isEmpty ? [] : exportItems(files)),
  ];
  if (!isEmpty) items.push({ icon: 'remove', name: text('historyClear'), isDangerous: true, choose: clear });
  return (
    <span class="page-menu">
      <Menu name={text('more')} items={items} />
      <input ref={input} type="file" accept=".json,application/json" hidden onChange={importFile} />
    </span>
  );
};
