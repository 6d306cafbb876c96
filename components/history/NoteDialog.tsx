import { oneLine } from '../../lib/characters/text.ts';
import { useState } from 'preact/hooks';
import { isStorableNote } from '../../lib/history/note.ts';
import { titleOf } from '../../lib/history/search.ts';
import type { Attempt } from '../../lib/history/types.ts';
import { text } from '../../lib/i18n/texts.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { Alert } from '../ui/Problem.tsx';
import type { HistoryActions } from './history-actions.ts';

interface NoteDialogProps {
  attempt: Attempt;
  actions: Pick<HistoryActions, 'setNote' | 'openSettings'>;
  onClose(): void;
}

/** Asks for the note on a link. What was typed stays if it cannot be stored. */
export const NoteDialog = ({ attempt, actions, onClose }: NoteDialogProps) => {
  const [typed, setTyped] = useState(attempt.note ?? '');
  const [problem, setProblem] = useState<'noteTooLong' | 'noteNotSaved' | null>(null);
  const submit = async (form: HTMLFormElement): Promise<void> => {
    const isShort = isStorableNote(oneLine(typed));
    if (isShort && (await actions.setNote(attempt.id, typed))) {
      onClose();
      return;
    }
    setProblem(isShort ? 'noteNotSaved' : 'noteTooLong');
    form.querySelector<HTMLElement>('#note')?.focus();
  };
  return (
    <FormDialog
      title={text('noteLabel')}
      label={text('noteSave')}
      failure={null}
      clearRefusal={() => setProblem(null)}
      submit={(form) => void submit(form)}
      openSettings={actions.openSettings}
      onClose={onClose}
    >
      <div class="field">
        <label for="note" class="cut">
          <bdi>{titleOf(attempt)}</bdi>
        </label>
        <input
          id="note"
          aria-labelledby="dialog-title"
          dir="auto"
          autocomplete="off"
          placeholder={text('noteHint')}
          value={typed}
          aria-invalid={problem !== null}
          data-autofocus
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      {problem && <Alert>{text(problem)}</Alert>}
    </FormDialog>
  );
};
