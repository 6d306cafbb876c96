import { render, screen } from '@testing-library/preact';
import { createRef } from 'preact';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Failure } from '../../lib/failures/schema.ts';
import { passTime } from '../testing/dom.ts';
import { UndoButton } from './Result.tsx';

beforeEach(() => void vi.useFakeTimers());

const show = (undo = vi.fn(() => Promise.resolve<Failure | null>(null))) => {
  const field = createRef<HTMLInputElement>();
  render(
    <>
      <input ref={field} />
      <UndoButton seconds={10} undo={undo} field={field} />
    </>,
  );
  return undo;
};
const button = () => screen.queryByRole('button', { name: 'Undo' });

it('is there for its seconds, with a name that does not change, and leaves the focus on the field', async () => {
  show();
  expect(button()?.textContent).toContain('Undo · 10 s');
  button()?.focus();
  await passTime(9000);
  expect(button()?.textContent).toContain('Undo · 1 s');
  await passTime(1000);
  expect(button()).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
});

it('undoes once for a double click, and can be pressed again after a failure, in the time that was left', async () => {
  const { promise, resolve } = Promise.withResolvers<Failure | null>();
  const undo = show(vi.fn(() => promise));
  await passTime(2000);
  button()?.click();
  button()?.click();
  await passTime(20_000);
  expect([undo.mock.calls.length, button()?.ariaDisabled]).toEqual([1, 'true']);
  resolve({ reason: 'timeout', hadEffect: 'maybe' });
  await passTime(0);
  expect(button()?.textContent).toContain('Undo · 8 s');
  button()?.click();
  expect(undo).toHaveBeenCalledTimes(2);
});
