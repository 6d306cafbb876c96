import { expect, it, vi } from 'vitest';
import { testAttempt } from '../../lib/history/test-helpers/attempt.ts';
import type { Extension } from '../../lib/managing/request.ts';
import { noExpiry } from '../../lib/validity/contract.ts';
import {
  changedSentence,
  changeItems,
  deleteItems,
  extendItems,
  extendItemsForLink,
  type LinkChanges,
} from './change-items.ts';

const extensions: Extension[] = [
  { kind: 'by', unit: 'day' },
  { kind: 'by', unit: 'week' },
  { kind: 'by', unit: 'month' },
  { kind: 'again' },
];
const all = { extensions, canHaveDate: true, canExpire: true, canEdit: true };
const now = new Date(2026, 10, 26, 12).getTime() / 1000;
const attempt = testAttempt({
  validity: { kind: 'duration', seconds: 14 * 86_400 },
  expiresAt: now + 86_400,
});

const show = (change: Partial<typeof all> = {}) => {
  const changes = {
    attempt,
    possible: { ...all, ...change },
    now,
    change: vi.fn<LinkChanges['change']>(),
    askFor: vi.fn<LinkChanges['askFor']>(),
  };
  return {
    ...changes,
    items: [...extendItemsForLink(changes, true), ...changeItems(changes), ...deleteItems(changes)],
  };
};

it('each extension has the day on which the link would expire, and every item does what it says', () => {
  const { change, askFor, items } = show();
  expect(items.map(({ name, detail }) => [name, detail?.replace(/\s/, ' ')])).toEqual([
    ['Extend by 1 day', 'Nov 28'],
    ['Extend by 1 week', 'Dec 4'],
    ['As long as at first', 'Dec 10'],
    ['Extend to a date…', undefined],
    ['Expire now', undefined],
    ['Change address…', undefined],
    ['Delete link…', undefined],
  ]);
  for (const item of items) item.choose?.();
  const [day, week, , again] = extensions.map((extension) => [{ kind: 'extend', extension }]);
  expect(change.mock.calls).toEqual([day, week, again, [{ kind: 'expire' }]]);
  expect(askFor.mock.calls).toEqual([['extend'], ['address'], ['delete']]);
});

it('a menu of extensions alone has 30 days, too', () => {
  const items = extendItemsForLink(show());
  expect(items.map(({ name }) => name)).toContain('By 30 days');
});

it.each([
  [{ canEdit: false, canHaveDate: false, extensions: [] }, ['Expire now', 'Delete link…']],
  [{ canEdit: false, canExpire: false, extensions: [] }, ['Extend to a date…']],
])('what is not possible has no item: %j', (change, expected) => {
  expect(show(change).items.map(({ name }) => name)).toEqual(expected);
});

it('several links have no common day', () => {
  const attempts = [attempt, testAttempt()];
  const items = extendItems({ attempts, possible: all, now, extend: vi.fn(), askForDate: vi.fn() });
  expect(items.map(({ detail }) => detail)).toEqual([undefined, undefined, undefined, undefined, undefined]);
});

it('says of a link that is extended for ever that it never expires', () => {
  const change = { kind: 'extend', extension: { kind: 'until', expiresAt: noExpiry } } as const;
  expect(changedSentence(testAttempt({ expiresAt: noExpiry }), change)).toBe('Never expires');
});
