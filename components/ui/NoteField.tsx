import { oneLine } from '../../lib/characters/text.ts';
import { useState } from 'preact/hooks';
import { background } from '../../lib/background.ts';
import { isStorableNote } from '../../lib/history/note.ts';
import type { Attempt } from '../../lib/history/types.ts';
import { text } from '../../lib/i18n/texts.ts';

/**
 * The note on a link, stored with each change: a popup may close at any time, without an event that still lets it write. What
 * is too long stays in the field, and is not stored. `onNote` is called with what is typed.
 */
export const NoteField = ({
  attempt: { id, note },
  isPrivate,
  onNote,
}: {
  attempt: Attempt;
  isPrivate: boolean;
  onNote(note: string): void;
}) => {
  const [typed, setTyped] = useState(note ?? '');
  const [status, setStatus] = useState<'noteSaved' | 'noteTooLong' | 'noteNotSaved' | null>(null);
  const change = (value: string): void => {
    setTyped(value);
    onNote(value);
    setStatus(null);
    if (!isStorableNote(oneLine(value))) {
      setStatus('noteTooLong');
      return;
    }
    void background.setNote({ id, private: isPrivate, note: value }).then((isStored) => {
      if (!isStored) setStatus('noteNotSaved');
    });
  };
  return (
    <div class="field">
      <label for="note">{text('noteLabel')}</label>
      <input
        id="note"
        dir="auto"
        // Otherwise Chromium stores what was typed on disk.
        autocomplete="off"
        placeholder={text('noteHint')}
        value={typed}
        aria-invalid={status === 'noteTooLong'}
        aria-describedby="note-status"
        onInput={(event) => change(event.currentTarget.value)}
        onChange={() => setStatus((now) => now ?? 'noteSaved')}
      />
      <p id="note-status" role="status" class={status === 'noteSaved' ? 'unseen' : 'note warn'}>
        {status && text(status)}
      </p>
    </div>
  );
};
