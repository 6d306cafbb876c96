import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import * as z from 'zod/mini';
import { connectThroughOptions } from '../../scripts/browsers/connect.ts';
import { fillIn, press, valueOf } from '../../scripts/browsers/controls.ts';
import { pageOpenedBy } from '../../scripts/browsers/extension.ts';
import { canariesOf, pagesIn, placesWith, readable } from './support/canary.ts';
import { failure } from './support/faults.ts';
import { lacks } from './support/needs.ts';
import { probed } from './support/probe.ts';
import { alertOf } from './support/texts.ts';
import { createWorld, type World } from './support/world.ts';

const tokenAnswer = z.object({ data: z.object({ token: z.string() }) });

describe.for(['chromium', 'firefox'] as const)('Key and token in %s', (browser) => {
  let world: World;

  beforeAll(async () => {
    world = await createWorld({ browser, connected: false, probe: true, watchWorker: true });
  });
  afterAll(() => world.close());

  const popupFor = async (path: string): Promise<Page> => {
    if (browser === 'chromium') return world.click(await world.visit(path));
    const popup = await world.open('popup.html');
    await fillIn(popup, 'Link', world.pages.origin + path);
    return popup;
  };

  /** Connects, makes a link and fails to make one; gives what its popups held, since the next tab closes a real one. */
  const live = async () => {
    const options = await pageOpenedBy(world.browser, 'options.html');
    const { service, proxy, credentials } = world;
    const template = `${service.origin}/{linkID}`;
    expect(
      await connectThroughOptions(options, { address: proxy.address, template, ...credentials }),
    ).toMatch(/^Connected/);
    const made = await popupFor('/made');
    await press(made, 'Shorten');
    await valueOf(made, 'Short link');
    const popups = [await readable(made)];
    proxy.always('add', failure('permission denied', 801));
    const refused = await popupFor('/refused');
    await press(refused, 'Shorten');
    await alertOf(refused);
    popups.push(await readable(refused));
    await world.open('options.html');
    return popups.join('\n');
  };

  const tokens = () =>
    world.proxy.log
      .filter(({ operation }) => operation === 'token')
      .map(({ answer }) => tokenAnswer.parse(JSON.parse(String(answer?.body))).data.token);

  it.skipIf(lacks(browser))(
    'are in no page, no console and nothing that a content script can read',
    async () => {
      const popups = await live();
      const canaries = canariesOf({ ...world.credentials, tokens: tokens() });
      const page = await world.visit('/read-by-a-content-script');
      const places = {
        popups,
        ...(await pagesIn(world.browser)),
        storage: await probed(page),
        consoles: world.consoles.join('\n'),
        'requests to web pages': world.pages.log.join('\n'),
      };
      expect(tokens().length).toBeGreaterThan(0);
      expect(places.storage).toContain('"databases"');
      expect(popups).toContain('/refused');
      expect(placesWith(canaries, places)).toEqual([]);
      const [key = ''] = canaries;
      expect(placesWith(canaries, { ...places, planted: `the key is ${key}` })).toEqual(['planted']);
    },
  );

  it.skipIf(lacks(browser))('travel where they belong, and nowhere else', () => {
    const { secretKey } = world.credentials;
    for (const { operation, path, headers, body } of world.proxy.log) {
      const sent = JSON.stringify([path, headers, body]);
      expect(sent.includes(secretKey)).toBe(operation === 'token');
      expect([headers.cookie, headers.referer]).toEqual([undefined, undefined]);
      if (operation === 'add') expect([headers['secretid'], headers['secretkey']]).toEqual(['', '']);
    }
  });
});
