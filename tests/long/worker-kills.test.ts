import { describe, expect, it } from 'vitest';
import { createFixture } from '../e2e/support/fixture.ts';
import { lacks } from '../e2e/support/needs.ts';
import { shortenUnderKills } from '../e2e/support/random-kills.ts';

// The first five are in tests/e2e/background-stress.test.ts.
describe.skipIf(lacks('chromium'))('The worker in Chromium', () => {
  it('is killed at 50 random moments of a shortening, and no link is created twice or left without a sentence', async () => {
    const fixture = await createFixture();
    try {
      const outcomes = await shortenUnderKills(fixture, { times: 50, seed: 2026 });
      const created = outcomes.filter((outcome) => outcome.startsWith('http')).length;
      // Some kills came before the end, and some after it.
      expect([created > 0, created < outcomes.length]).toEqual([true, true]);
    } finally {
      await fixture.close();
    }
  });
});
