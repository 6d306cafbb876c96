import { expect, it } from 'vitest';
import { soon } from './soon.ts';

it('what is to be done soon is done once, after what runs now, and again the next time', async () => {
  const done: string[] = [];
  const act = soon(() => done.push('act'));
  act();
  act();
  done.push('now');
  await Promise.resolve();
  expect(done).toEqual(['now', 'act']);
  act();
  await Promise.resolve();
  expect(done).toEqual(['now', 'act', 'act']);
});
