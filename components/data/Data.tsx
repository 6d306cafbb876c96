import { useRef, useState } from 'preact/hooks';
import { background } from '../../lib/background.ts';
import { revokeAllPermissions } from '../../lib/browser/permissions.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { logError } from '../../lib/errors/error-log.ts';
import { plural, text, type TextKey } from '../../lib/i18n/texts.ts';
import { largestBackup } from '../../lib/settings/backup.ts';
import { clearStoredValues } from '../../lib/settings/settings.ts';
import { localDate } from '../../lib/validity/validity.ts';
import { plainTemplate } from '../../lib/formats/formats.ts';
import { reload, reloadOtherPages } from '../options/options-state.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Alert } from '../ui/Problem.tsx';
import { exportSettings, importSettings, type ImportResult, type TemplateChoice } from './settings-file.ts';

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
