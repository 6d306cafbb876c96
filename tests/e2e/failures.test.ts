import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { press, valueOf } from '../../scripts/browsers/controls.ts';
import { eventually } from './support/eventually.ts';
import {
  answer,
  big,
  cut,
  drip,
  failure,
  type Fault,
  hang,
  html,
  late,
  redirect,
  reset,
  truncated,
} from './support/faults.ts';
import { historyOf } from './support/history.ts';
import { lacks } from './support/needs.ts';
import { startPages } from './support/pages.ts';
import { alertOf, textOf } from './support/texts.ts';
import { createFixture, type Fixture } from './support/fixture.ts';

interface Case {
  name: string;
  fault: Fault;
  sentence: string;
  state: 'failed' | 'unknown';
  posts?: number;
}

const perhaps = 'the link may have been made';

const cases: Case[] = [
  {
    name: 'no permission to add, after a new token',
    fault: failure('Permission Denied', 801),
    sentence: 'it may lack the permission',
    state: 'failed',
    posts: 2,
  },
  {
    name: 'no package',
    fault: failure('no package available', 802),
    sentence: 'no links left',
    state: 'failed',
  },
  {
    name: 'a path that the service does not have',
    fault: html(404),
    sentence: 'No link was created',
    state: 'failed',
  },
  {
    name: 'a request that it does not understand',
    fault: failure('bad request', 400),
    sentence: 'No link was created',
    state: 'failed',
  },
  { name: 'an unknown label', fault: failure('who knows', 999), sentence: perhaps, state: 'unknown' },
  {
    name: 'an error of the service',
    fault: failure('internal server error', 500),
    sentence: perhaps,
    state: 'unknown',
  },
  { name: 'a page instead of an answer', fault: html(), sentence: perhaps, state: 'unknown' },
  { name: 'an error page', fault: html(500), sentence: perhaps, state: 'unknown' },
  { name: 'half an answer', fault: truncated, sentence: perhaps, state: 'unknown' },
  { name: 'a broken answer', fault: cut, sentence: perhaps, state: 'unknown' },
  { name: 'a broken connection', fault: reset, sentence: perhaps, state: 'unknown' },
  { name: '50 MB', fault: big(), sentence: 'never seemed to end', state: 'unknown' },
  {
    name: 'success without data',
    fault: answer({ code: 200, msg: 'success', data: null }),
    sentence: perhaps,
    state: 'unknown',
  },
  {
    name: 'a linkID that is a path',
    fault: answer({ code: 200, msg: 'success', data: { linkID: '../evil?' } }),
    sentence: perhaps,
    state: 'unknown',
  },
  {
    name: 'wrong types',
    fault: answer({ code: '200', msg: ['success'], data: { linkID: 7 } }),
    sentence: perhaps,
    state: 'unknown',
  },
];

describe.skipIf(lacks('chromium'))('What goes wrong in Chromium', () => {
  let fixture: Fixture;
  let visits = 0;

  beforeAll(async () => {
    fixture = await createFixture();
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.tidy());

  const shorten = async (): Promise<Page> => {
    const popup = await fixture.click(await fixture.visit(`/wrong/${(visits += 1)}`));
    await press(popup, 'Shorten');
    return popup;
  };
  const newestState = async (page: Page) =>
    (await historyOf(page)).find(({ link }) => link.endsWith(`/wrong/${visits}`))?.state;
  const expectTheNextOneToWork = async () => {
    fixture.proxy.reset();
    expect(await valueOf(await shorten(), 'Short link')).toContain(fixture.service.origin);
    expect(fixture.proxy.count('add')).toBe(1);
  };

  it.each(cases)('says so after $name', async ({ fault, sentence, state, posts = 1 }) => {
    fixture.proxy.always('add', fault);
    const popup = await shorten();
    expect(await alertOf(popup)).toContain(sentence);
    expect(fixture.proxy.count('add')).toBe(posts);
    expect(await newestState(popup)).toBe(state);
    await expectTheNextOneToWork();
  });

  it('gets one new token when the old one has ended, and repeats the call once', async () => {
    fixture.proxy.next('add', failure('permission denied', 801));
    await valueOf(await shorten(), 'Short link');
    expect([fixture.proxy.count('add'), fixture.proxy.count('token')]).toEqual([2, 1]);
  });

  it('waits out Too Many Requests on the button', async () => {
    fixture.proxy.next('add', failure('too many requests', 429, { 'retry-after': '3' }));
    const popup = await shorten();
    await alertOf(popup);
    expect(await textOf(popup)).toMatch(/Shorten \([23]\)/);
    await popup.keyboard.press('Enter');
    expect(fixture.proxy.count('add')).toBe(1);
    await eventually(() => textOf(popup)).not.toMatch(/Shorten \(/);
    await press(popup, 'Shorten');
    await valueOf(popup, 'Short link');
    expect(fixture.proxy.count('add')).toBe(2);
  });

  it('says that the service is down, and works when it is back', async () => {
    await fixture.proxy.shut();
    const popup = await shorten();
    expect(await alertOf(popup)).toContain(`${fixture.proxy.address} could not be reached`);
    await fixture.proxy.open();
    await press(popup, 'Try again');
    await valueOf(popup, 'Short link');
    expect(fixture.proxy.count('add')).toBe(1);
  });

  it.each([
    ['never answers', hang],
    ['drips for ever', drip],
  ])('gives up within 25 s on a service that %s', async (_, fault) => {
    fixture.proxy.always('add', fault);
    const started = Date.now();
    const popup = await shorten();
    const said = await alertOf(popup);
    expect(said).toContain(perhaps);
    expect(said).toContain(fixture.proxy.address);
    expect(Date.now() - started).toBeLessThan(25_000);
    expect(fixture.proxy.count('add')).toBe(1);
    expect(await newestState(popup)).toBe('unknown');
  });

  it('waits for an answer that is only slow', async () => {
    fixture.proxy.always('add', late(5000));
    await valueOf(await shorten(), 'Short link', 8000);
    expect(fixture.proxy.count('add')).toBe(1);
  });

  it.each(['add', 'token'] as const)('follows no redirect of %s to another origin', async (operation) => {
    const elsewhere = await startPages();
    try {
      fixture.proxy.next('add', failure('permission denied', 801));
      fixture.proxy.always(operation, redirect(`${elsewhere.origin}/v3/steal`));
      if (operation === 'add') fixture.proxy.next('add', redirect(`${elsewhere.origin}/v3/steal`));
      await alertOf(await shorten());
      expect(elsewhere.log).toEqual([]);
    } finally {
      await elsewhere.close();
    }
    await expectTheNextOneToWork();
  });
});
