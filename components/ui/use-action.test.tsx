import { act, renderHook, waitFor } from '@testing-library/preact';
import { expect, it, type Mock, vi } from 'vitest';
import { useAction } from './use-action.ts';

const started = () => {
  const pending = [Promise.withResolvers<string | null>(), Promise.withResolvers<string | null>()];
  const act: Mock<(name: string) => Promise<string | null>> = vi.fn(
    () => pending[act.mock.calls.length - 1]?.promise ?? Promise.resolve(null),
  );
  const { result } = renderHook(() => useAction(act));
  return { act, pending, action: () => result.current };
};

it('runs once for a double click, and can run again afterwards', async () => {
  const { act: work, pending, action } = started();
  await act(() => void [action().run('first'), action().run('second')]);
  expect(action().isRunning).toBe(true);
  expect(work.mock.calls).toEqual([['first']]);
  pending[0]?.resolve(null);
  await waitFor(() => expect(action().isRunning).toBe(false));
  await act(() => void action().run('third'));
  expect(work.mock.calls).toEqual([['first'], ['third']]);
});

it('can run again after an error that nobody expected', async () => {
  const { act: work, pending, action } = started();
  const failed = action().run('first');
  pending[0]?.reject(new Error('unexpected'));
  await expect(failed).rejects.toThrow('unexpected');
  await waitFor(() => expect(action().isRunning).toBe(false));
  await act(() => void action().run('second'));
  expect(work).toHaveBeenCalledTimes(2);
});

it('has failed until it runs again', async () => {
  const { pending, action } = started();
  const failed = action().run('first');
  pending[0]?.resolve('why');
  expect(await failed).toBe('why');
  await waitFor(() => expect(action().failure).toBe('why'));
  await act(() => void action().run('second'));
  expect(action().failure).toBeNull();
});
