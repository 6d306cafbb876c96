import { useRef, useState } from 'preact/hooks';
import { plural, text, type TextKey } from '../../lib/i18n/texts.ts';
import { type ImportResult, largestBackup, type TemplateChoice } from '../../lib/settings/backup.ts';
import { localDate } from '../../lib/validity/validity.ts';
import { plainTemplate } from '../../lib/formats/formats.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Alert } from '../ui/Problem.tsx';

/** The actions of the section. Nothing rejects. */
export interface DataActions {
  /** The text of a settings file; null if the settings cannot be read. */
  exportSettings(): Promise<string | null>;
  /** Imports all settings of a file, or none of them; `choice` is about its template, if that is another one. */
  importSettings(content: string, choice?: TemplateChoice): Promise<ImportResult>;
  saveFile(name: string, content: Blob): void;
  /** Resets everything but the history; resolves with whether all of it was reset. */
  reset(): Promise<boolean>;
}

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

const exportFile = async ({ exportSettings, saveFile }: DataActions): Promise<Message> => {
  const content = await exportSettings();
  if (content === null) return error(text('dataNotExported'));
  const name = `waylark-settings-${localDate(Date.now())}.json`;
  saveFile(name, new Blob([content], { type: 'application/json' }));
  return { text: text('dataExported', name), isError: false };
};

/** A file that waits for the answer about its template. */
interface Question extends OtherTemplate {
  answer(choice: TemplateChoice): Promise<Message | Question>;
}

const importContent = async (
  { importSettings }: Pick<DataActions, 'importSettings'>,
  { name, content }: { name: string; content: string },
  choice?: TemplateChoice,
): Promise<Message | Question> => {
  const result = await importSettings(content, choice);
  if (result.ok) return successMessage(name, result);
  if (result.reason !== 'other-template') return problemMessage(result);
  return { ...result, answer: (chosen) => importContent({ importSettings }, { name, content }, chosen) };
};

const importFile = async (actions: DataActions, file: File): Promise<Message | Question> => {
  if (file.size > largestBackup) return problemMessage({ ok: false, reason: 'too-large' });
  // A file may be changed or deleted after it was chosen.
  const content = await file.text().catch(() => null);
  return content === null
    ? error(text('dataUnreadable'))
    : importContent(actions, { name: file.name, content });
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
const Files = ({ actions }: { actions: DataActions }) => {
  const [shown, setShown] = useState<Message | Question | null>(null);
  const question = shown && 'answer' in shown ? shown : null;
  const message = shown && !('answer' in shown) ? shown : null;
  const input = useRef<HTMLInputElement>(null);
  const show = (pending: Promise<Message | Question>): void => {
    setShown(null);
    void pending.then(setShown);
  };
  const importChosen = (): void => {
    const field = input.current;
    const file = field?.files?.[0];
    if (file) show(importFile(actions, file));
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
        <button type="button" class="small" onClick={() => show(exportFile(actions))}>
          {text('dataExport')}
        </button>
        <input ref={input} type="file" accept=".json,application/json" hidden onChange={importChosen} />
      </div>
      <Alert>{message?.isError && message.text}</Alert>
      {question && (
        <TemplateDialog
          {...question}
          choose={(choice) => show(question.answer(choice))}
          onClose={() => setShown((now) => (now === question ? null : now))}
        />
      )}
    </div>
  );
};

/** Resets everything but the history. */
const Reset = ({ reset }: Pick<DataActions, 'reset'>) => {
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
export const Data = ({ actions }: { actions: DataActions }) => (
  <section class="section" aria-labelledby="data-title">
    <h2 id="data-title">{text('dataTitle')}</h2>
    <div class="card rows">
      <Files actions={actions} />
      <Reset reset={actions.reset} />
    </div>
  </section>
);
