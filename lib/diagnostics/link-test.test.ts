import type { Followed } from '../connection/follow.ts';
import { describe, expect, it } from 'vitest';
import { type LinkTest, type LinkTestDeps, runLinkTest, type TestLink } from './link-test.ts';

const shortLink = 'https://l.example/x';
const created: TestLink = { ok: true, id: 'id', shortLink, end: 1 };

/** Runs the test; returns the states that it reported, and its calls. */
const run = async (change: Partial<LinkTestDeps> & { followed?: Followed | null }) => {
  const states: LinkTest[] = [];
  const done: string[] = [];
  const deps: LinkTestDeps = {
    access: Promise.resolve(),
    create: () => Promise.resolve(created),
    mayReach: (origin) => {
      done.push(`may ${origin}`);
      return Promise.resolve(true);
    },
    follow: (id) => {
      done.push(`follow ${id}`);
      return Promise.resolve(change.followed ?? null);
    },
    open: (address) => done.push(`open ${address}`),
    ...change,
  };
  await runLinkTest(deps, (state) => states.push(state));
  return { states, done };
};

describe('the test of a real link', () => {
  it.each<[Followed | null, LinkTest['state'], boolean]>([
    ['redirects', 'arrived', false],
    ['nowhere', 'nowhere', false],
    ['unclear', 'asking', true],
    [null, 'asking', true],
  ])('that looks %s ends as %s', async (followed, state, opens) => {
    const { states, done } = await run({ followed });
    expect(states).toEqual([{ state: 'creating' }, { state: 'opening', shortLink }, { state, shortLink }]);
    expect(done).toEqual(['may https://l.example', 'follow id', ...(opens ? [`open ${shortLink}`] : [])]);
  });

  it('asks the person where the browser does not allow the fetch', async () => {
    const { states, done } = await run({ followed: 'redirects', mayReach: () => Promise.resolve(false) });
    expect(states.at(-1)).toEqual({ state: 'asking', shortLink });
    expect(done).toEqual([`open ${shortLink}`]);
  });

  it('ends with the failure where no link was created, and opens nothing', async () => {
    const failure = { reason: 'no-package-available', made: 'no' } as const;
    const { states, done } = await run({ create: () => Promise.resolve({ ok: false, id: 'id', failure }) });
    expect(states).toEqual([{ state: 'creating' }, { state: 'failed', failure }]);
    expect(done).toEqual([]);
  });

  it('creates nothing before the browser’s question is answered', async () => {
    const never = new Promise<never>(() => undefined);
    const states: LinkTest[] = [];
    const create = () => Promise.reject(new Error('created too early'));
    void runLinkTest({ access: never, create } as unknown as LinkTestDeps, (state) => states.push(state));
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(states).toEqual([{ state: 'creating' }]);
  });
});
