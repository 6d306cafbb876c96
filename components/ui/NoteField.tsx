import { oneLine } from '../../lib/characters/text.ts';
import { useEffect, useRef, useState } from 'preact/hooks';
import { background } from '../../lib/background.ts';
import { isStorableNote } from '../../lib/history/note.ts';
import type { Attempt } from '../../lib/history/types.ts';
import { text } from '../../lib/i18n/texts.ts';
import { Icon } from './Icon.tsx';

/**
 * The note on a link: a button until there is one, or it is pressed. It is stored with each change: a popup may close at any time,
 * without an event that still lets it write. What is too long stays in the field, and is not stored. `onNote` is called with what
 * is typed.
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
  const [isOpen, setOpen] = useState(typed !== '');
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
  const field = useRef<HTMLInputElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (isOpen && !wasOpen.current) field.current?.focus();
  }, [isOpen]);
  if (!isOpen)
    return (
      <button class="quiet small add-note" type="button" onClick={() => setOpen(true)}>
        <Icon name="note" small />
        {text('noteOpen')}
      </button>
    );
  return (
    <div class="field">
      <label for="note">{text('noteLabel')}</label>
      <input
        id="note"
        ref={field}
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
