import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createFixture, type Fixture, type FixtureOptions } from './fixture.ts';

/** The fixture of a suite: there from its first test on, tidied before each, closed after the last. */
export function suiteFixture(options?: FixtureOptions): () => Fixture {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await createFixture(options);
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.tidy());
  return () => fixture;
}
