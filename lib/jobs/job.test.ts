import { expect, it } from 'vitest';
import { job } from './job.ts';

it.each([
  ['is one with two links', true, 'work', ['a', 'b']],
  ['is none to the same connection', false, 'own', ['a']],
  ['is none of the same link twice', false, 'work', ['a', 'a']],
])('a move %s', (_, isMove, to, links) => {
  const items = links.map((oldId) => ({ oldId }));
  const common = { id: crypto.randomUUID(), startedAt: 1, private: false };
  expect(job.safeParse({ ...common, kind: 'move', from: 'own', to, items }).success).toBe(isMove);
});

it('an item has no id from a page, which could be that of another job', () => {
  const items = [{ id: crypto.randomUUID(), connection: 'own' }];
  const requested = { id: crypto.randomUUID(), startedAt: 1, private: false, kind: 'load', items };
  expect(job.parse(requested).items).toEqual([{ connection: 'own' }]);
});
