import { useRef, useState } from 'preact/hooks';
import { background } from '../../lib/background.ts';
import { mayNotify } from '../../lib/browser/notifications.ts';
import { revokeAllPermissions } from '../../lib/browser/permissions.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { logAndReturn, logError } from '../../lib/errors/error-log.ts';
import { plainTemplate } from '../../lib/formats/formats.ts';
import { joinSentences, plural, text, type TextKey } from '../../lib/i18n/texts.ts';
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
import { useAction } from '../ui/use-action.ts';

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

/** What became of a file. */
interface Message {
  text: string;
  isError: boolean;
}

const error = (message: string): Message => ({ text: message, isError: true });

/** Saves a file with the present settings, unless a part of them cannot be read, so that no file lacks it. */
const exportFile = async (): Promise<Message> => {
  const connections = await readSavedConnections();
  if (!connections) return error(text('dataNotExported'));
  try {
    const backup = { settings: await readOwnSettings(), volume: await readVolume(), connections };
    const name = `waylark-settings-${localDate(Date.now())}.json`;
    saveFile(name, new Blob([writeBackup(backup)], { type: 'application/json' }));
    return { text: text('dataExported', name), isError: false };
  } catch (reason) {
    logError(reason);
    return error(text('dataNotExported'));
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

const apply = async (name: string, { settings, volume, connections = [] }: Backup): Promise<Message> => {
  await changeSettings(settings);
  if (volume !== undefined) await setVolume(volume);

  const present = await readSavedConnections();
  // Compared without the SecretID, which is not in the file. If the connections cannot be read, any may exist: none is added.
  const mayExist = ({ address, name: own }: SavedConnection): boolean =>
    present === undefined || present.some((each) => each.address === address && each.name === own);
  // The person has to enter their credentials.
  const added = connections.filter((each) => !mayExist(each));
  const isAllowed = await mayNotify().catch(logAndReturn(false));
  await reload(added);

  const sentences = [text('dataImported', name)];
  if (added.length > 0) sentences.push(plural('dataImportedConnections', added.length));
  if (added.length < connections.length) sentences.push(text('dataConnectionsIgnored'));
  if (settings.expiryReminders === true && !isAllowed) sentences.push(text('dataImportedNotices'));
  return { text: joinSentences(sentences), isError: false };
};

const problemTexts: Record<Exclude<BackupProblem['reason'], 'wrong'>, TextKey> = {
  'too-large': 'dataTooLarge',
  'not-json': 'dataNotJson',
  foreign: 'dataOtherFile',
  newer: 'dataNewer',
};

/** A file with another template, which decides on what is copied: nothing is imported before the person has seen it. */
interface Question {
  name: string;
  content: string;
  template: string;
  own: string;
}

/** Whether the template of the file takes the place of the person's own. */
type TemplateChoice = 'replace' | 'keep';

/** Imports the settings of a file; of a file that is not valid, none. Never rejects. */
const importContent = async (
  name: string,
  content: string,
  choice?: TemplateChoice,
): Promise<Message | Question> => {
  const read = readBackup(content);
  if (!read.ok)
    return error(read.reason === 'wrong' ? text('dataWrong', read.field) : text(problemTexts[read.reason]));
  const { copyTemplate: template, ...others } = read.backup.settings;
  try {
    const { copyTemplate: own } = await readOwnSettings();
    if (!choice && template !== undefined && template !== own) return { name, content, template, own };
    return await apply(name, choice === 'keep' ? { ...read.backup, settings: others } : read.backup);
  } catch (reason) {
    // The disk refused the settings, or the volume after them.
    logError(reason);
    return error(text('shorteningUnsaved'));
  }
};

const importFile = async (file: File): Promise<Message | Question> => {
  if (file.size > largestBackup) return error(text('dataTooLarge'));
  // A file may be changed or deleted after it was chosen.
  const content = await file.text().catch(() => null);
  return content === null ? error(text('dataUnreadable')) : importContent(file.name, content);
};

const ShownTemplate = ({ label, template }: { label: string; template: string }) => (
  <>
    <p>{label}</p>
    <pre dir="auto" translate={false}>
      {plainTemplate(template)}
    </pre>
  </>
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
  const choose = ({ name, content }: Question, choice: TemplateChoice): void =>
    show(importContent(name, content, choice));
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
      {/* Shown before it is used: it may lead everything that is copied elsewhere. */}
      {question && (
        <ConfirmDialog
          title={text('dataTemplateTitle')}
          label={text('dataTemplateKeep')}
          other={{ label: text('dataTemplateReplace'), run: () => choose(question, 'replace') }}
          run={() => choose(question, 'keep')}
          onClose={() => setShown((now) => (now === question ? null : now))}
        >
          <ShownTemplate label={text('dataTemplateOfFile')} template={question.template} />
          <ShownTemplate label={text('dataTemplateOwn')} template={question.own} />
        </ConfirmDialog>
      )}
    </div>
  );
};

/**
 * Resets everything but the history, and loads the page again at the first run; resolves with why not all of it was reset.
 * The account comes first: if the reset fails half-way, pages may show a connection that was removed, but never hide one that is
 * still stored.
 */
const reset = async (): Promise<string | null> => {
  try {
    if (!(await background.reset({}))) return text('dataResetFailed');
    await revokeAllPermissions();
    await clearStoredValues();
  } catch (reason) {
    logError(reason);
    return text('dataResetFailed');
  }
  reloadOtherPages();
  history.replaceState({ isReset: true }, '', '#first-run');
  location.reload();
  return null;
};

const Reset = () => {
  const [isAsking, setAsking] = useState(false);
  const { run, failure } = useAction(reset);
  return (
    <div class="setting" role="group" aria-labelledby="data-reset">
      <div class="grow">
        <h3 id="data-reset">{text('dataResetHeading')}</h3>
        <p class="note">{text('dataResetNote')}</p>
      </div>
      <button type="button" class="small danger" onClick={() => setAsking(true)}>
        {text('dataReset')}
      </button>
      <Alert>{failure}</Alert>
      {isAsking && (
        <ConfirmDialog
          title={text('dataResetTitle')}
          label={text('dataResetYes')}
          isDangerous
          run={() => void run()}
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
  <section class="section form" aria-labelledby="data-title">
    <h2 id="data-title">{text('dataTitle')}</h2>
    <div class="card rows">
      <Files />
      <Reset />
    </div>
  </section>
);
