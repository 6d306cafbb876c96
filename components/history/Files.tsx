import { useRef } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import type { Files as FilesState } from './use-files.ts';

interface FilesProps {
  files: FilesState;
  /** There is nothing to export or to clear. */
  isEmpty: boolean;
  clear(): void;
}

/** The buttons for the whole history: export, import, clear. */
export const Files = ({ files, isEmpty, clear }: FilesProps) => {
  const input = useRef<HTMLInputElement>(null);
  const importFile = (): void => {
    const field = input.current;
    const file = field?.files?.[0];
    if (file && !files.isBusy) void files.importFile(file);
    // Without this, the same file could not be chosen again.
    if (field) field.value = '';
  };
  return (
    <div class="files">
      <button type="button" class="quiet" onClick={() => input.current?.click()}>
        {text('historyImport')}
      </button>
      <input ref={input} type="file" accept=".json,application/json" hidden onChange={importFile} />
      {!isEmpty && (
        <>
          <button type="button" class="quiet" onClick={() => void files.save('json')}>
            {text('historyExportJson')}
          </button>
          <button type="button" class="quiet" onClick={() => void files.save('csv')}>
            {text('historyExportCsv')}
          </button>
          <button type="button" class="quiet" onClick={clear}>
            {text('historyClear')}
          </button>
        </>
      )}
    </div>
  );
};
