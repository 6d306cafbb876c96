import { describe, expect, it, vi } from 'vitest';
import type { ShortLinkCheck } from '../connection/check-short-link.ts';
import type { Outcome, ShortenRequest } from '../shortening/request.ts';
import { type LinkTest, type LinkTestDeps, linkTestTarget, runLinkTest } from './link-test.ts';

const shortLink = 'https://l.example/x';
const created: Outcome = { ok: true, id: 'id', shortLink, expiresAt: 1 };

/** Runs the test; returns the states that it reported, its calls and the requests for links. */
const run = async (
  change: Partial<LinkTestDeps> & { checked?: ShortLinkCheck | null; outcome?: Outcome | null },
) => {
  const states: LinkTest[] = [];
  const calls: string[] = [];
  const requests: ShortenRequest[] = [];
  const { checked = null, outcome = created, ...others } = change;
  const deps: LinkTestDeps = {
    access: Promise.resolve(),
    isPrivate: false,
    readOffered: () => Promise.resolve(['day', 'week', 'custom']),
    shorten: (request) => {
      requests.push(request);
      return Promise.resolve(outcome);
    },
    markShown: ({ id }) => calls.push(id === requests[0]?.id ? 'shown' : 'another is shown'),
    checkShortLink: ({ id }) => {
      calls.push(id === requests[0]?.id ? 'check' : 'check another');
      return Promise.resolve(checked);
    },
    readServiceOrigin: () => Promise.resolve('https://api.example'),
    redirectsElsewhere: () => Promise.resolve(false),
    open: (address) => calls.push(`open ${address}`),
    ...others,
  };
  await runLinkTest(deps, (state) => states.push(state));
  return { states, calls, requests };
};

describe('the test of a real link', () => {
  it('creates a new link with the shortest validity that is offered', async () => {
    const { requests } = await run({ isPrivate: true });
    expect(requests).toEqual([
      {
        id: expect.any(String) as string,
        link: linkTestTarget,
        title: '',
        validity: { kind: 'duration', seconds: 86_400 },
        private: true,
        another: true,
      },
    ]);
  });

  it('creates it by the connection that is tested, whose service may redirect it to itself', async () => {
    const redirectsElsewhere = vi.fn(() => Promise.resolve(true));
    const connection = { id: 'second', address: 'https://second.example/v3' };
    const { requests } = await run({ connection, checked: 'unclear', redirectsElsewhere });
    expect(requests[0]?.connection).toBe('second');
    expect(redirectsElsewhere).toHaveBeenCalledWith(
      shortLink,
      expect.arrayContaining(['https://second.example:*']),
    );
    expect(redirectsElsewhere).not.toHaveBeenCalledWith(
      shortLink,
      expect.arrayContaining(['https://api.example:*']),
    );
  });

  it.each<[ShortLinkCheck | null, LinkTest['state'], boolean]>([
    ['redirects', 'arrived', false],
    ['nowhere', 'nowhere', false],
    ['unclear', 'asking', true],
  ])('with the result %j ends as %s', async (checked, state, opens) => {
    const { states, calls } = await run({ checked });
    expect(states).toEqual([{ state: 'creating' }, { state: 'opening', shortLink }, { state, shortLink }]);
    expect(calls).toEqual(['shown', 'check', ...(opens ? [`open ${shortLink}`] : [])]);
  });

  it('opens no link that redirects to another host than its page and the service', async () => {
    const redirectsElsewhere = vi.fn(() => Promise.resolve(true));
    const { states, calls } = await run({ checked: 'unclear', redirectsElsewhere });
    expect(redirectsElsewhere).toHaveBeenCalledExactlyOnceWith(shortLink, [
      'https://l.example',
      'https://*.l.example',
      'http://api.example:*',
      'https://api.example:*',
      'https://example.com',
    ]);
    expect(states.at(-1)).toEqual({ state: 'nowhere', shortLink });
    expect(calls).toEqual(['shown', 'check']);
  });

  it('opens no link if the background cannot say what it is', async () => {
    const { states, calls } = await run({ checked: null });
    expect(states.at(-1)).toEqual({
      state: 'failed',
      failure: { reason: 'interrupted', hadEffect: 'maybe' },
    });
    expect(calls).toEqual(['shown', 'check']);
  });

  it('ends with the failure if no link was created, and opens nothing', async () => {
    const failure = { reason: 'no-package-available', hadEffect: 'no' } as const;
    const { states, calls } = await run({ outcome: { ok: false, id: 'id', failure } });
    expect(states).toEqual([{ state: 'creating' }, { state: 'failed', failure }]);
    expect(calls).toEqual(['shown']);
  });

  it('ends as interrupted if the background gives no answer', async () => {
    const { states } = await run({ outcome: null });
    expect(states.at(-1)).toEqual({
      state: 'failed',
      failure: { reason: 'interrupted', hadEffect: 'maybe' },
    });
  });

  it('creates nothing before the browser’s question is answered', async () => {
    const never = new Promise<never>(() => undefined);
    const states: LinkTest[] = [];
    const readOffered = () => Promise.reject(new Error('created too early'));
    void runLinkTest({ access: never, readOffered } as unknown as LinkTestDeps, (state) =>
      states.push(state),
    );
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(states).toEqual([{ state: 'creating' }]);
  });
});
