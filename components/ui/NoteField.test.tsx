import { fireEvent, render, screen } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { testAttempt } from '../../lib/history/test-helpers/attempt.ts';
import { descriptionOf } from '../testing/dom.ts';
import { type NoteActions, NoteField } from './NoteField.tsx';

const attemptKey = { id: 'the-attempt', private: false };

const show = async (isStored = true) => {
  const onNote = vi.fn();
  const actions = {
    findAttempt: vi.fn(() => Promise.resolve(testAttempt({ note: 'For' }))),
    setNote: vi.fn<NoteActions['setNote']>(() => Promise.resolve(isStored)),
  };
  render(<NoteField attemptKey={attemptKey} actions={actions} onNote={onNote} />);
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Note' });
  const type = (value: string) => fireEvent.input(field, { target: { value } });
  return { ...actions, onNote, field, type };
};

it('stores a note with each change, says so when the field is left, and stores nothing of one that is too long', async () => {
  const { field, type, ...actions } = await show();
  expect(actions.findAttempt).toHaveBeenCalledExactlyOnceWith(attemptKey);
  expect(field.value).toBe('For');
  type('For M');
  fireEvent.change(field);
  await expect.poll(() => descriptionOf(field)).toBe('Saved');
  type('a'.repeat(501));
  await expect.poll(() => descriptionOf(field)).toContain('at most 500');
  expect([field.value.length, field.getAttribute('aria-invalid')]).toEqual([501, 'true']);
  expect(actions.setNote).toHaveBeenCalledExactlyOnceWith(attemptKey, 'For M');
  expect(actions.onNote.mock.calls).toEqual([['For'], ['For M'], [field.value]]);
});

it('says if a note is not stored', async () => {
  const { field, type } = await show(false);
  type('a');
  await expect.poll(() => descriptionOf(field)).toContain('not saved');
});
