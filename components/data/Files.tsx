import { useRef } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import { type DataActions, useBackup } from './use-backup.ts';

/** Export and import of the settings as a file. */
export const Files = ({ actions }: { actions: DataActions }) => {
  const { message, exportFile, importFile } = useBackup(actions);
  const input = useRef<HTMLInputElement>(null);
  const importChosen = (): void => {
    const field = input.current;
    const file = field?.files?.[0];
    if (file) importFile(file);
    // Without this, choosing the same file again would cause no event.
    if (field) field.value = '';
  };
  return (
    <div class="setting" role="group" aria-labelledby="data-file">
      <div class="grow">
        <h3 id="data-file">{text('dataFile')}</h3>
        <p class="note">{text('dataFileNote')}</p>
        <p role="status" class="note good">
          {message && !message.isError && message.text}
        </p>
      </div>
      <div class="buttons">
        <button type="button" class="small" onClick={exportFile}>
          {text('dataExport')}
        </button>
        <button type="button" class="small" onClick={() => input.current?.click()}>
          {text('dataImport')}
        </button>
        <input ref={input} type="file" accept=".json,application/json" hidden onChange={importChosen} />
      </div>
      <p role="alert" class="problem">
        {message?.isError && message.text}
      </p>
    </div>
  );
};
