import type { BackupProblem } from '../../lib/settings/backup.ts';

/** What became of a settings file. */
export type Imported =
  | {
      ok: true;
      /** What became of the service in it: filled into the form, or left out since one is connected. */
      service: 'none' | 'filled' | 'left-out';
      /** Notices are wanted, and the browser does not allow them yet. */
      lacksNotices: boolean;
    }
  | ({ ok: false } & (BackupProblem | { reason: 'unwritable' }));

/** What the section can have done. Nothing rejects. */
export interface DataActions {
  /** The text of a settings file; null where the settings cannot be read. */
  exportSettings(): Promise<string | null>;
  /** Takes all of a file's settings, or none. */
  importSettings(content: string): Promise<Imported>;
  save(name: string, content: Blob): void;
  /** Makes everything but the history as after installation; resolves with whether all of it is. */
  reset(): Promise<boolean>;
}
