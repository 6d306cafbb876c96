import { useRef } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import type { DataActions } from './actions.ts';
import { useBackup } from './use-backup.ts';

/** The settings as a file, out and in. */
export const Files = ({ actions }: { actions: DataActions }) => {
  const { said, exportFile, importFile } = useBackup(actions);
  const input = useRef<HTMLInputElement>(null);
  const take = (): void => {
    const field = input.current;
    const file = field?.files?.[0];
    if (file) importFile(file);
    // The same file can be chosen again.
    if (field) field.value = '';
  };
  return (
    <div class="block" role="group" aria-labelledby="data-file">
      <h3 id="data-file">{text('dataFile')}</h3>
      <p class="note">{text('dataFileNote')}</p>
      <div class="buttons">
        <button type="button" onClick={exportFile}>
          {text('dataExport')}
        </button>
        <button type="button" onClick={() => input.current?.click()}>
          {text('dataImport')}
        </button>
        <input ref={input} type="file" accept=".json,application/json" hidden onChange={take} />
      </div>
      <p role="status" class="note done">
        {said && !said.isBad && said.words}
      </p>
      <p role="alert" class="problem">
        {said?.isBad && said.words}
      </p>
    </div>
  );
};
