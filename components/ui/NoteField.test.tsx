import { fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { background } from '../../lib/background.ts';
import { testAttempt } from '../../lib/history/test-helpers/attempt.ts';
import { descriptionOf } from '../testing/dom.ts';
import { NoteField } from './NoteField.tsx';

const show = (answer: boolean | undefined) => {
  const setNote = vi.spyOn(background, 'setNote').mockReset().mockResolvedValue(answer);
  const onNote = vi.fn();
  const attempt = testAttempt({ id: 'the-attempt', note: 'For' });
  render(<NoteField attempt={attempt} isPrivate={false} onNote={onNote} />);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Note' });
  const type = (value: string) => fireEvent.input(field, { target: { value } });
  return { setNote, onNote, field, type };
};

it('stores a note with each change, says so when the field is left, and stores nothing of one that is too long', async () => {
  const { field, type, setNote, onNote } = show(true);
  expect(field.value).toBe('For');
  type('For M');
  fireEvent.change(field);
  await expect.poll(() => descriptionOf(field)).toBe('Saved');
  type('a'.repeat(501));
  await expect.poll(() => descriptionOf(field)).toContain('at most 500');
  expect([field.value.length, field.getAttribute('aria-invalid')]).toEqual([501, 'true']);
  expect(setNote).toHaveBeenCalledExactlyOnceWith({ id: 'the-attempt', private: false, note: 'For M' });
  expect(onNote.mock.calls).toEqual([['For M'], [field.value]]);
});

it.each([false, undefined])('says if a note is not stored, or nothing answers: %s', async (answer) => {
  const { field, type } = show(answer);
  type('a');
  await expect.poll(() => descriptionOf(field)).toContain('not saved');
});

it('is a button until there is a note, and has the focus once that is pressed', async () => {
  render(<NoteField attempt={testAttempt()} isPrivate={false} onNote={vi.fn()} />);
  expect(screen.queryByRole('textbox')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Add a note' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Note' })));
});
