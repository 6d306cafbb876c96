import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createWorld, type World, type WorldOptions } from './world.ts';

/** The world of a suite: there from its first test on, tidied before each, closed after the last. */
export function suiteWorld(options?: WorldOptions): () => World {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(options);
  });
  afterAll(() => world.close());
  beforeEach(() => world.tidy());
  return () => world;
}
