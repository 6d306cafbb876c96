import type { Page } from 'puppeteer-core';
import { describe, expect, it } from 'vitest';
import { fillIn, press } from '../support/browsers/controls.ts';
import { poll } from '../support/browsers/poll.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { late } from '../support/service/faults.ts';
import { createFixture, type Fixture } from '../support/browsers/fixture.ts';
import { historyOf } from '../support/pages/history.ts';
import { lacks } from '../support/browsers/needs.ts';
import { killWorkers } from '../support/browsers/chromium-extension.ts';

/** Milliseconds that the service takes to answer. The worker is killed between the click and three times as long after it. */
const answerTime = 60;
/** Milliseconds that the service takes if the worker is killed in the middle of Add, after it has arrived. */
const slowAnswer = 1000;

/** A generator of numbers from 0 to 1 that gives the same ones for the same seed (mulberry32). */
const randomFrom = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), seed | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The short link or the sentence with which a click in the popup ends; nothing may take longer than 25 s. */
const outcomeOn = (popup: Page): Promise<string> =>
  poll(
    'an outcome',
    () =>
      popup.evaluate(() => {
        const shortLink = document.querySelector<HTMLInputElement>('#short-link')?.value;
        const alerts = [...document.querySelectorAll('[role="alert"]')].map((node) =>
          node.textContent.trim(),
        );
        return shortLink ?? alerts.find((text) => text !== '');
      }),
    25_000,
  );

/**
 * Shortens links in the popup one after another and kills the worker once during each, at a random moment: after the click,
 * and every other time after Add has arrived. Expects that each click ends in a short link or a sentence, that none sends
 * more than one Add, and that the history leaves none open.
 * Resolves with the outcomes.
 */
async function shortenUnderKills(
  fixture: Fixture,
  { times, seed }: { times: number; seed: number },
): Promise<string[]> {
  const { browser, proxy, service } = fixture;
  const random = randomFrom(seed);
  const popup = await fixture.open('popup.html');
  const sentFor = (link: string) => proxy.log.filter(({ body }) => body.includes(`${link}"`)).length;
  const outcomes: string[] = [];
  for (let at = 0; at < times; at += 1) {
    const link = `https://example.com/killed/${seed}/${at}`;
    await popup.reload();
    await fillIn(popup, 'Link', link);
    const isInAdd = at % 2 === 0;
    proxy.always('add', late(isInAdd ? slowAnswer : answerTime));
    const pressed = press(popup, 'Shorten');
    if (isInAdd) await eventually(() => sentFor(link)).toBe(1);
    await pause(random() * 3 * answerTime);
    await Promise.all([pressed, killWorkers(browser)]);
    const outcome = await outcomeOn(popup);
    outcomes.push(outcome);
    if (isInAdd) expect(outcome).toContain('may exist');
    const isShort = outcome.startsWith(service.origin);
    const stored = fixture.links().filter((each) => each.link === link).length;
    expect([at, outcome, stored]).toEqual([at, outcome, isShort ? 1 : expect.toBeOneOf([0, 1])]);
    expect(outcome).toMatch(isShort ? /^http/ : /may exist|was not created|no link was created/i);
  }
  // The settings start the worker, which settles what the last one left open.
  const options = await fixture.open('options.html');
  const states = async () => (await historyOf(options)).map(({ state }) => state);
  await eventually(states).not.toContain('sending');
  const links = Array.from({ length: times }, (_, at) => `https://example.com/killed/${seed}/${at}`);
  expect(links.filter((link) => sentFor(link) > 1)).toEqual([]);
  return outcomes;
}

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
