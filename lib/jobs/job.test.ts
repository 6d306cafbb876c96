import { expect, it } from 'vitest';
import { job } from './job.ts';

const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
const common = { id: crypto.randomUUID(), startedAt: 1, private: false };
const move = (to: string, items: object[]) => ({ ...common, kind: 'move', from: 'own', to, items });

it.each([
  [
    'is one with two links',
    true,
    move('work', [
      { id: one, oldId: 'a' },
      { id: other, oldId: 'b' },
    ]),
  ],
  ['is none to the same connection', false, move('own', [{ id: one, oldId: 'a' }])],
  [
    'is none of the same link twice',
    false,
    move('work', [
      { id: one, oldId: 'a' },
      { id: other, oldId: 'a' },
    ]),
  ],
  [
    'is none with an id twice',
    false,
    move('work', [
      { id: one, oldId: 'a' },
      { id: one, oldId: 'b' },
    ]),
  ],
])('a move %s', (_, isMove, value) => {
  expect(job.safeParse(value).success).toBe(isMove);
});
