import { useRef } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import type { Files as FilesState } from './use-files.ts';

interface FilesProps {
  files: FilesState;
  /** Nothing is there to export or to clear. */
  isEmpty: boolean;
  clear(): void;
}

/** What concerns the whole history: export, import, clear. */
export const Files = ({ files, isEmpty, clear }: FilesProps) => {
  const input = useRef<HTMLInputElement>(null);
  const take = (): void => {
    const field = input.current;
    const file = field?.files?.[0];
    if (file && !files.isBusy) void files.take(file);
    // The same file can be chosen again.
    if (field) field.value = '';
  };
  return (
    <div class="files">
      <button type="button" class="quiet" onClick={() => input.current?.click()}>
        {text('historyImport')}
      </button>
      <input ref={input} type="file" accept=".json,application/json" hidden onChange={take} />
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
