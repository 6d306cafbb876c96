import { fireEvent, render, screen } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { Dialog } from './Dialog.tsx';

it('a dialog has a title, takes the focus where it is to begin, and reports that it was closed', () => {
  const closed = vi.fn();
  render(
    <Dialog title="Reset?" onClose={closed}>
      <button type="button">Reset</button>
      <button type="button" data-autofocus>
        Cancel
      </button>
    </Dialog>,
  );
  const dialog = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Reset?' });
  expect(dialog.open).toBe(true);
  expect(document.activeElement?.textContent).toBe('Cancel');
  fireEvent(dialog, new Event('close'));
  expect(closed).toHaveBeenCalledOnce();
});
