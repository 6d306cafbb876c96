import { describe, expect, it, vi } from 'vitest';
import { background } from '../../lib/background.ts';
import { redirectsElsewhere } from '../../lib/browser/redirects.ts';
import type { ShortLinkCheck } from '../../lib/connection/check-short-link.ts';
import { testAttempt } from '../../lib/history/test-helpers/attempt.ts';
import type { Attempt } from '../../lib/history/types.ts';
import { settings } from '../page.ts';
import { browser } from '../testing/browser.ts';
import { listedConnection } from '../testing/connections.ts';
import { type LinkTest, linkTestTarget, runLinkTest } from './run-link-test.ts';

// A DOM without a browser follows no redirect.
vi.mock('../../lib/browser/redirects.ts', () => ({ redirectsElsewhere: vi.fn() }));

const shortLink = 'https://l.example/x';
const created = testAttempt({ shortLink });

interface LinkTestOptions {
  connection?: ReturnType<typeof listedConnection>;
  /** Undefined: the background does not answer. */
  checked?: ShortLinkCheck | undefined;
  attempt?: Attempt | undefined;
  isElsewhere?: boolean;
}

/** Runs the test; resolves with what it found, its calls and the requests for links. */
const run = async (options: LinkTestOptions) => {
  const { connection = listedConnection({ address: 'https://api.example/v3' }) } = options;
  const { checked, attempt, isElsewhere = false } = { attempt: created, ...options };
  settings.value = { ...settings.value, offered: ['day', 'week', 'custom'] };
  vi.mocked(redirectsElsewhere).mockResolvedValue(isElsewhere);
  const calls: string[] = [];
  const shorten = vi.spyOn(background, 'shorten').mockResolvedValue(attempt);
  const isSame = (id: string) => id === shorten.mock.lastCall?.[0].id;
  vi.spyOn(background, 'acknowledge').mockImplementation(({ id }) => {
    calls.push(isSame(id) ? 'shown' : 'another is shown');
    return Promise.resolve(null);
  });
  vi.spyOn(background, 'checkShortLink').mockImplementation(({ id }) => {
    calls.push(isSame(id) ? 'check' : 'check another');
    return Promise.resolve(checked);
  });
  vi.spyOn(browser.tabs, 'create').mockImplementation((tab) => {
    calls.push(`open ${(tab as { url: string }).url}`);
    return Promise.resolve({ id: 2 });
  });
  const found = await runLinkTest(connection);
  return { found, calls, requests: shorten.mock.calls.map(([request]) => request) };
};

describe('the test of a real link', () => {
  it('creates a new link with the shortest validity that is offered', async () => {
    browser.extension.inIncognitoContext = true;
    const { requests } = await run({});
    expect(requests).toEqual([
      {
        id: expect.any(String) as string,
        link: linkTestTarget,
        title: '',
        validity: { kind: 'duration', seconds: 86_400 },
        private: true,
        another: true,
        connection: 'a',
      },
    ]);
  });

  it('creates it by the connection that is tested, whose service may redirect it to itself', async () => {
    const connection = listedConnection({ id: 'second', address: 'https://second.example/v3' });
    const { requests } = await run({ connection, checked: 'unclear', isElsewhere: true });
    expect(requests[0]?.connection).toBe('second');
    expect(redirectsElsewhere).toHaveBeenCalledExactlyOnceWith(
      shortLink,
      expect.arrayContaining(['https://second.example:*']),
    );
  });

  it.each<[ShortLinkCheck, LinkTest['state'], boolean]>([
    ['redirects', 'arrived', false],
    ['nowhere', 'nowhere', false],
    ['unclear', 'asking', true],
  ])('with the result %j ends as %s', async (checked, state, opens) => {
    const { found, calls } = await run({ checked });
    expect(found).toEqual({ state, shortLink });
    expect(calls).toEqual(['shown', 'check', ...(opens ? [`open ${shortLink}`] : [])]);
  });

  it('opens no link that redirects to another host than its page and the service', async () => {
    const { found, calls } = await run({ checked: 'unclear', isElsewhere: true });
    expect(redirectsElsewhere).toHaveBeenCalledExactlyOnceWith(shortLink, [
      'https://l.example',
      'https://*.l.example',
      'http://api.example:*',
      'https://api.example:*',
      'https://example.com',
    ]);
    expect(found).toEqual({ state: 'nowhere', shortLink });
    expect(calls).toEqual(['shown', 'check']);
  });

  it('opens no link if the background cannot say what it is', async () => {
    const { found, calls } = await run({ checked: undefined });
    expect(found).toEqual({
      state: 'failed',
      failure: { reason: 'interrupted', hadEffect: 'maybe' },
    });
    expect(calls).toEqual(['shown', 'check']);
  });

  it('ends with the failure if no link was created, and opens nothing', async () => {
    const failure = { reason: 'no-package-available', hadEffect: 'no' } as const;
    const { found, calls } = await run({
      attempt: testAttempt({ state: 'failed', shortLink: undefined, failure }),
    });
    expect(found).toEqual({ state: 'failed', failure });
    expect(calls).toEqual(['shown']);
  });

  it('ends as interrupted if the background gives no answer', async () => {
    const { found } = await run({ attempt: undefined });
    expect(found).toEqual({
      state: 'failed',
      failure: { reason: 'interrupted', hadEffect: 'maybe' },
    });
  });

  it('requests access to the host of the short links at once, and creates nothing before that is answered', async () => {
    const answer = Promise.withResolvers<boolean>();
    const request = vi.spyOn(browser.permissions, 'request').mockReturnValueOnce(answer.promise);
    const remove = vi.spyOn(browser.permissions, 'remove');
    const connection = listedConnection({ template: 'https://l.example/{linkID}' });
    const running = run({ connection, checked: 'redirects' });
    expect(request).toHaveBeenCalledExactlyOnceWith({ origins: ['https://l.example/*'] });
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(background.shorten).not.toHaveBeenCalled();
    answer.resolve(true);
    expect((await running).found.state).toBe('arrived');
    expect(remove).toHaveBeenCalledExactlyOnceWith({ origins: ['https://l.example/*'] });
  });
});
