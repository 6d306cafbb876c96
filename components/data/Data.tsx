import { useRef, useState } from 'preact/hooks';
import { background } from '../../lib/background.ts';
import { mayNotify } from '../../lib/browser/notifications.ts';
import { revokeAllPermissions } from '../../lib/browser/permissions.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { logAndReturn, logError } from '../../lib/errors/error-log.ts';
import { plainTemplate } from '../../lib/formats/formats.ts';
import { plural, text, type TextKey } from '../../lib/i18n/texts.ts';
import { readVolume, writeVolume } from '../../lib/music/music-provider.ts';
import { findRunningPlayer } from '../../lib/music/remote.ts';
import {
  type Backup,
  type BackupProblem,
  largestBackup,
  readBackup,
  type SavedConnection,
  writeBackup,
} from '../../lib/settings/backup.ts';
import { changeSettings, clearStoredValues, readOwnSettings } from '../../lib/settings/settings.ts';
import { localDate } from '../../lib/validity/validity.ts';
import { reload, reloadOtherPages } from '../options/options-state.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Alert } from '../ui/Problem.tsx';

/** The connections that the person has added, without their credentials; undefined if the background does not answer. */
const readSavedConnections = async (): Promise<SavedConnection[] | undefined> => {
  const listed = await background.connections({});
  return listed
    ?.filter(({ isLocked }) => !isLocked)
    .map(({ name, hue, address, template, advanced, validity }) => ({
      name,
      hue,
      address,
      template,
      ...(advanced && { advanced }),
      ...(validity && { validity }),
    }));
};

/** The text of a settings file with the present settings; null if a part of it cannot be read, so that no file lacks it. */
const exportSettings = async (): Promise<string | null> => {
  const connections = await readSavedConnections();
  if (!connections) return null;
  try {
    return writeBackup({ settings: await readOwnSettings(), volume: await readVolume(), connections });
  } catch (error) {
    logError(error);
    return null;
  }
};

/** Milliseconds for which the connection to a player stays open after a command. */
const commandTime = 1_000;

/** Stores the volume, and sends it to a running audio player, which would overwrite the stored one. */
const setVolume = async (volume: number): Promise<void> => {
  await writeVolume(volume);
  const end = new AbortController();
  const player = await findRunningPlayer(end.signal);
  player?.command({ type: 'volume', to: volume });
  setTimeout(() => end.abort(), commandTime);
};

type ImportResult =
  | {
      ok: true;
      /** The connections of the file that do not exist yet: the person has to enter their credentials. */
      connections: SavedConnection[];
      /** Whether connections of the file were ignored, since they exist already. */
      areConnectionsIgnored: boolean;
      /** Whether reminders are on although the browser does not allow notifications yet. */
      lacksNotifications: boolean;
    }
  | ({ ok: false } & (BackupProblem | { reason: 'unwritable' }))
  /** The file brings another template, which decides on what is copied: nothing is imported before the person has seen it. */
  | { ok: false; reason: 'other-template'; template: string; own: string };

const apply = async ({ settings, volume, connections: saved = [] }: Backup): Promise<ImportResult> => {
  await changeSettings(settings);
  if (volume !== undefined) await setVolume(volume);

  const present = await readSavedConnections();
  // Compared without the SecretID, which is not in the file. If the connections cannot be read, any may exist: none is added.
  const mayExist = ({ address, name }: SavedConnection): boolean =>
    present === undefined || present.some((each) => each.address === address && each.name === name);
  const connections = saved.filter((each) => !mayExist(each));
  const isAllowed = await mayNotify().catch(logAndReturn(false));
  return {
    ok: true,
    connections,
    areConnectionsIgnored: connections.length < saved.length,
    lacksNotifications: settings.expiryReminders === true && !isAllowed,
  };
};

/** Whether the template of the file takes the place of the person's own. */
type TemplateChoice = 'replace' | 'keep';

/**
 * Imports the settings of a file; of a file that is not valid, none. Never rejects: `unwritable` says that the disk refused
 * the settings, or the volume after them.
 */
const importSettings = async (content: string, choice?: TemplateChoice): Promise<ImportResult> => {
  const read = readBackup(content);
  if (!read.ok) return read;
  const { copyTemplate: template, ...others } = read.backup.settings;
  try {
    const { copyTemplate: own } = await readOwnSettings();
    if (!choice && template !== undefined && template !== own)
      return { ok: false, reason: 'other-template', template, own };
    return await apply(choice === 'keep' ? { ...read.backup, settings: others } : read.backup);
  } catch (error) {
    logError(error);
    return { ok: false, reason: 'unwritable' };
  }
};

interface Message {
  text: string;
  isError: boolean;
}

type OtherTemplate = Extract<ImportResult, { reason: 'other-template' }>;
type ImportProblem = Exclude<Extract<ImportResult, { ok: false }>, OtherTemplate>;

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
  const { length } = result.connections;
  if (length > 0) sentences.push(plural('dataImportedConnections', length));
  if (result.areConnectionsIgnored) sentences.push(text('dataConnectionsIgnored'));
  if (result.lacksNotifications) sentences.push(text('dataImportedNotices'));
  return { text: sentences.join(' '), isError: false };
};

const exportFile = async (): Promise<Message> => {
  const content = await exportSettings();
  if (content === null) return error(text('dataNotExported'));
  const name = `waylark-settings-${localDate(Date.now())}.json`;
  saveFile(name, new Blob([content], { type: 'application/json' }));
  return { text: text('dataExported', name), isError: false };
};

/** A file that waits for the answer about its template. */
interface Question extends OtherTemplate {
  name: string;
  content: string;
}

const importContent = async (
  name: string,
  content: string,
  choice?: TemplateChoice,
): Promise<Message | Question> => {
  const result = await importSettings(content, choice);
  if (!result.ok && result.reason === 'other-template') return { ...result, name, content };
  if (!result.ok) return problemMessage(result);
  await reload(result.connections);
  return successMessage(name, result);
};

const importFile = async (file: File): Promise<Message | Question> => {
  if (file.size > largestBackup) return problemMessage({ ok: false, reason: 'too-large' });
  // A file may be changed or deleted after it was chosen.
  const content = await file.text().catch(() => null);
  return content === null ? error(text('dataUnreadable')) : importContent(file.name, content);
};

const ShownTemplate = ({ label, template }: { label: string; template: string }) => (
  <>
    <p>{label}</p>
    <pre class="template" dir="auto" translate={false}>
      {plainTemplate(template)}
    </pre>
  </>
);

interface TemplateDialogProps extends Pick<OtherTemplate, 'template' | 'own'> {
  choose(choice: TemplateChoice): void;
  onClose(): void;
}

/** Shows the template of a file before it is used: it may lead everything that is copied elsewhere. */
const TemplateDialog = ({ template, own, choose, onClose }: TemplateDialogProps) => (
  <ConfirmDialog
    title={text('dataTemplateTitle')}
    label={text('dataTemplateKeep')}
    other={{ label: text('dataTemplateReplace'), run: () => choose('replace') }}
    run={() => choose('keep')}
    onClose={onClose}
  >
    <ShownTemplate label={text('dataTemplateOfFile')} template={template} />
    <ShownTemplate label={text('dataTemplateOwn')} template={own} />
  </ConfirmDialog>
);

/** Export and import of the settings as a file. */
const Files = () => {
  const [shown, setShown] = useState<Message | Question | null>(null);
  const question = shown && 'content' in shown ? shown : null;
  const message = shown && 'text' in shown ? shown : null;
  const input = useRef<HTMLInputElement>(null);
  const show = (pending: Promise<Message | Question>): void => {
    setShown(null);
    void pending.then(setShown);
  };
  const importChosen = (): void => {
    const field = input.current;
    const file = field?.files?.[0];
    if (file) show(importFile(file));
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
        <button type="button" class="small" onClick={() => input.current?.click()}>
          {text('dataImport')}
        </button>
        <button type="button" class="small" onClick={() => show(exportFile())}>
          {text('dataExport')}
        </button>
        <input ref={input} type="file" accept=".json,application/json" hidden onChange={importChosen} />
      </div>
      <Alert>{message?.isError && message.text}</Alert>
      {question && (
        <TemplateDialog
          {...question}
          choose={(choice) => show(importContent(question.name, question.content, choice))}
          onClose={() => setShown((now) => (now === question ? null : now))}
        />
      )}
    </div>
  );
};

/**
 * Resets everything but the history, and loads the page again at the first run; resolves with false if not all of it was reset.
 * The account comes first: if the reset fails half-way, pages may show a connection that was removed, but never hide one that is
 * still stored.
 */
const reset = async (): Promise<boolean> => {
  try {
    if (!(await background.reset({}))) return false;
    await revokeAllPermissions();
    await clearStoredValues();
  } catch (reason) {
    logError(reason);
    return false;
  }
  reloadOtherPages();
  history.replaceState({ isReset: true }, '', '#first-run');
  location.reload();
  return true;
};

const Reset = () => {
  const [isAsking, setAsking] = useState(false);
  const [isFailed, setFailed] = useState(false);
  const busy = useRef(false);
  const start = async (): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    setFailed(false);
    setFailed(!(await reset()));
    busy.current = false;
  };
  return (
    <div class="setting" role="group" aria-labelledby="data-reset">
      <div class="grow">
        <h3 id="data-reset">{text('dataResetHeading')}</h3>
        <p class="note">{text('dataResetNote')}</p>
      </div>
      <button type="button" class="small danger" onClick={() => setAsking(true)}>
        {text('dataReset')}
      </button>
      <Alert>{isFailed && text('dataResetFailed')}</Alert>
      {isAsking && (
        <ConfirmDialog
          title={text('dataResetTitle')}
          label={text('dataResetYes')}
          isDangerous
          run={() => void start()}
          onClose={() => setAsking(false)}
        >
          <p>{text('dataResetRemoves')}</p>
          <p class="soft">{text('dataResetKeeps')}</p>
        </ConfirmDialog>
      )}
    </div>
  );
};

/** The settings as a file, and the reset. */
export const Data = () => (
  <section class="section" aria-labelledby="data-title">
    <h2 id="data-title">{text('dataTitle')}</h2>
    <div class="card rows">
      <Files />
      <Reset />
    </div>
  </section>
);
