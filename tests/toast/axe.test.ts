import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Told } from '../../lib/delivery/contract.ts';
import { eventually } from '../e2e/support/eventually.ts';
import { lacks } from '../e2e/support/needs.ts';
import { findingsInAllLooks, loadAxe } from '../player/support/axe.ts';
import { failed, made, madeBefore, openWorkshop, type Workshop } from './support/bench.ts';

/** How the toast can stand there; null: nothing is known yet. */
const states: Record<string, { copies: boolean; told: Told | null }> = {
  'toast that waits': { copies: true, told: null },
  'toast that has copied': { copies: true, told: made() },
  'toast with an older link': { copies: true, told: madeBefore(Date.now()) },
  'toast that is to copy': { copies: false, told: made({ warning: 'secret' }) },
  'toast in trouble': { copies: true, told: failed({ reason: 'password', made: 'no' }, 'without-password') },
  'toast in a pause': {
    copies: true,
    told: failed({ reason: 'too-many-requests', made: 'no', retryAfter: 60 }, 'try-again'),
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
    async (_, { copies, told }) => {
      const bench = await workshop.mount({ copies });
      await loadAxe(bench.page);
      if (told) await bench.tell(told);
      await eventually(bench.says).not.toEqual([]);
      // It would go while axe looks.
      await bench.page.hover('>>> .head');
      expect(await findingsInAllLooks(bench.page, '[popover]')).toEqual([]);
    },
  );
});
