import { expect, it } from 'vitest';
import { resetAll, type ResetDeps } from './reset.ts';

const setUp = (failing?: keyof ResetDeps) => {
  const calls: string[] = [];
  const call = (name: keyof ResetDeps) => () => {
    calls.push(name);
    return name === failing ? Promise.reject(new Error('no')) : Promise.resolve();
  };
  const deps: ResetDeps = {
    removeAccount: call('removeAccount'),
    revokePermissions: call('revokePermissions'),
    clearStoredValues: call('clearStoredValues'),
  };
  return { calls, deps };
};

it('removes the account first and clears the stored values last', async () => {
  const { calls, deps } = setUp();
  expect(await resetAll(deps)).toBe(true);
  expect(calls).toEqual(['removeAccount', 'revokePermissions', 'clearStoredValues']);
});

it.each<[keyof ResetDeps, number]>([
  ['removeAccount', 1],
  ['revokePermissions', 2],
  ['clearStoredValues', 3],
])('stops if %s fails', async (failing, count) => {
  const { calls, deps } = setUp(failing);
  expect(await resetAll(deps)).toBe(false);
  expect(calls).toHaveLength(count);
});
