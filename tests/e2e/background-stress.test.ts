import { describe, expect, it } from 'vitest';
import { lacks } from './support/needs.ts';
import { shortenUnderKills } from './support/random-kills.ts';
import { suiteFixture } from './support/suite-fixture.ts';

describe.skipIf(lacks('chromium'))('The background in Chromium', () => {
  const fixture = suiteFixture();

  it('ends every click in a sentence and creates no link twice, at whatever moment the worker is killed', async () => {
    const outcomes = await shortenUnderKills(fixture(), { times: 3, seed: 12 });
    expect(outcomes).toHaveLength(3);
  });
});
