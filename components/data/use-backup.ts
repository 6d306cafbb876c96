import { localDate } from '../../lib/validity/validity.ts';
import { useState } from 'preact/hooks';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { type ImportResult, largestBackup } from '../../lib/settings/backup.ts';

/** The actions of the section. Nothing rejects. */
export interface DataActions {
  /** The text of a settings file; null if the settings cannot be read. */
  exportSettings(): Promise<string | null>;
  /** Imports all settings of a file, or none of them. */
  importSettings(content: string): Promise<ImportResult>;
  save(name: string, content: Blob): void;
  /** Resets everything but the history; resolves with whether all of it was reset. */
  reset(): Promise<boolean>;
}

/** The message beside the buttons. */
interface Message {
  text: string;
  isError: boolean;
}

type ImportProblem = Extract<ImportResult, { ok: false }>;

const problemTexts: Record<Exclude<ImportProblem['reason'], 'wrong'>, TextKey> = {
  'too-large': 'dataTooLarge',
  'not-json': 'dataNotJson',
  foreign: 'dataOtherFile',
  newer: 'dataNewer',
  unwritable: 'shorteningUnsaved',
};

const error = (message: string): Message => ({ text: message, isError: true });

const problemMessage = (problem: ImportProblem): Message => {
  if (problem.reason === 'wrong') return error(text('dataWrong', problem.field));
  return error(text(problemTexts[problem.reason]));
};

const successMessage = (name: string, result: Extract<ImportResult, { ok: true }>): Message => {
  const sentences = [text('dataImported', name)];
  if (result.connection) sentences.push(text('dataImportedAddress'));
  if (result.isConnectionIgnored) sentences.push(text('dataImportedConnected'));
  if (result.lacksNotifications) sentences.push(text('dataImportedNotices'));
  return { text: sentences.join(' '), isError: false };
};

const exportFile = async ({ exportSettings, save }: DataActions): Promise<Message> => {
  const content = await exportSettings();
  if (content === null) return error(text('dataNotExported'));
  const name = `waylark-settings-${localDate(Date.now())}.json`;
  save(name, new Blob([content], { type: 'application/json' }));
  return { text: text('dataExported', name), isError: false };
};

const importFile = async ({ importSettings }: DataActions, file: File): Promise<Message> => {
  if (file.size > largestBackup) return problemMessage({ ok: false, reason: 'too-large' });
  const content = await file.text().catch(() => null);
  if (content === null) return error(text('dataUnreadable'));
  const result = await importSettings(content);
  return result.ok ? successMessage(file.name, result) : problemMessage(result);
};

/** Exporting the settings to a file, importing them from one, and the message about the last of these actions. */
export const useBackup = (actions: DataActions) => {
  const [message, setMessage] = useState<Message | null>(null);
  const show = (pending: Promise<Message>): void => {
    setMessage(null);
    void pending.then(setMessage);
  };
  return {
    message,
    exportFile: () => show(exportFile(actions)),
    importFile: (file: File) => show(importFile(actions, file)),
  };
};
