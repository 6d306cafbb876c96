import { largestBackup } from '../../lib/settings/backup.ts';
import { useState } from 'preact/hooks';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import type { DataActions, Imported } from './actions.ts';

/** What is said beside the buttons. */
export interface Said {
  words: string;
  isBad: boolean;
}

type Problem = Extract<Imported, { ok: false }>;

const refusals: Record<Exclude<Problem['reason'], 'wrong'>, TextKey> = {
  'too-large': 'dataTooLarge',
  'not-json': 'dataNotJson',
  foreign: 'dataOtherFile',
  newer: 'dataNewer',
  unwritable: 'shorteningUnsaved',
};

const bad = (words: string): Said => ({ words, isBad: true });

const refusal = (problem: Problem): Said =>
  bad(problem.reason === 'wrong' ? text('dataWrong', problem.field) : text(refusals[problem.reason]));

const services = { filled: 'dataImportedAddress', 'left-out': 'dataImportedConnected' } as const;

const success = (name: string, { service, lacksNotices }: Extract<Imported, { ok: true }>): Said => ({
  words: [
    text('dataImported', name),
    service !== 'none' && text(services[service]),
    lacksNotices && text('dataImportedNotices'),
  ]
    .filter((words) => words !== false)
    .join(' '),
  isBad: false,
});

type Parts = Pick<DataActions, 'exportSettings' | 'importSettings' | 'save'>;

const exportTo = async ({ exportSettings, save }: Parts): Promise<Said> => {
  const content = await exportSettings();
  if (content === null) return bad(text('dataNotExported'));
  const name = `waylark-settings-${new Date().toISOString().slice(0, 10)}.json`;
  save(name, new Blob([content], { type: 'application/json' }));
  return { words: text('dataExported', name), isBad: false };
};

const importFrom = async ({ importSettings }: Parts, file: File): Promise<Said> => {
  if (file.size > largestBackup) return refusal({ ok: false, reason: 'too-large' });
  const content = await file.text().catch(() => null);
  if (content === null) return bad(text('dataUnreadable'));
  const imported = await importSettings(content);
  return imported.ok ? success(file.name, imported) : refusal(imported);
};

/** Saving the settings as a file, and taking one in; and what there is to say about the last of them. */
export const useBackup = (actions: Parts) => {
  const [said, setSaid] = useState<Said | null>(null);
  const tell = (doing: Promise<Said>): void => {
    setSaid(null);
    void doing.then(setSaid);
  };
  return {
    said,
    exportFile: () => tell(exportTo(actions)),
    importFile: (file: File) => tell(importFrom(actions, file)),
  };
};
