import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeliveredOutcome } from '../../lib/delivery/contract.ts';
import { eventually } from '../e2e/support/eventually.ts';
import { lacks } from '../e2e/support/needs.ts';
import { findingsInAllLooks, loadAxe } from '../player/support/axe.ts';
import { failed, made, existing, openWorkshop, type Workshop } from './support/bench.ts';

/** How the toast can stand there; null: nothing is known yet. */
const states: Record<string, { shouldCopy: boolean; outcome: DeliveredOutcome | null }> = {
  'toast that waits': { shouldCopy: true, outcome: null },
  'toast that has copied': { shouldCopy: true, outcome: made() },
  'toast with an older link': { shouldCopy: true, outcome: existing(Date.now()) },
  'toast that is to copy': { shouldCopy: false, outcome: made({ warning: 'secret' }) },
  'toast in trouble': {
    shouldCopy: true,
    outcome: failed({ reason: 'password', made: 'no' }, 'without-password'),
  },
  'toast in a pause': {
    shouldCopy: true,
    outcome: failed({ reason: 'too-many-requests', made: 'no', retryAfter: 60 }, 'try-again'),
  },
};

describe.skipIf(lacks('chromium'))('axe', () => {
  let workshop: Workshop;

  beforeAll(async () => {
    workshop = await openWorkshop();
  });
  afterAll(() => workshop.close());

  it.each(Object.entries(states))(
    'finds nothing in the %s, in light, dark and forced colours',
    async (_, { shouldCopy, outcome }) => {
      const bench = await workshop.mount({ shouldCopy });
      await loadAxe(bench.page);
      if (outcome) await bench.deliver(outcome);
      await eventually(bench.lines).not.toEqual([]);
      // It would go while axe looks.
      await bench.page.hover('>>> .head');
      expect(await findingsInAllLooks(bench.page, '[popover]')).toEqual([]);
    },
  );
});
