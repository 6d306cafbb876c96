import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { connectionCode } from '../../lib/connection-code/contract.ts';
import { connectByCode } from '../support/browsers/connect.ts';
import { press, valueOf } from '../support/browsers/controls.ts';
import { addProbe, canariesOf, locationsOf, pagesIn, probed, readable } from '../support/browsers/canary.ts';
import { failure } from '../support/service/faults.ts';
import { lacks } from '../support/browsers/needs.ts';
import { alertOf } from '../support/pages/page-texts.ts';
import { openedOptions, createFixture, type Fixture } from '../support/browsers/fixture.ts';

const tokenAnswer = z.object({ data: z.object({ token: z.string() }) });

// Which request carries them: tests/service/credentials.test.ts, lib/api/transport.test.ts.
describe.for(['chromium', 'firefox'] as const)('Key and token in %s', (browser) => {
  const it = test.skipIf(lacks(browser));
  let fixture: Fixture;

  beforeAll(async () => {
    fixture = await createFixture({ browser, connected: false, prepare: addProbe, watchWorker: true });
  });
  afterAll(() => fixture.close());

  const code = () => connectionCode({ address: fixture.proxy.address, ...fixture.credentials });

  /** Connects, creates one link and fails to create another, with the key in every text of the answer; returns the contents of its popups, which close with the next tab. */
  const useExtension = async () => {
    const options = await openedOptions(fixture);
    expect(await connectByCode(options, code())).toMatch(/^Connected/);
    const created = await fixture.popupFor('/created');
    await press(created, 'Shorten');
    await valueOf(created, 'Short link');
    const popups = [await readable(created)];
    const { secretKey } = fixture.credentials;
    fixture.proxy.always('add', failure(`denied for ${secretKey}`, 801, { 'x-request-id': secretKey }));
    const refused = await fixture.popupFor('/refused');
    await press(refused, 'Shorten');
    await alertOf(refused);
    popups.push(await readable(refused));
    await fixture.open('options.html');
    return popups.join('\n');
  };

  const tokens = () =>
    fixture.proxy.log
      .filter(({ operation }) => operation === 'token')
      .map(({ answer }) => tokenAnswer.parse(JSON.parse(String(answer?.body))).data.token);

  it('are in no page, no console and nothing that a content script can read, and are sent only where they belong', async () => {
    const popups = await useExtension();
    const canaries = [...canariesOf({ ...fixture.credentials, tokens: tokens() }), code().slice(-40)];
    const page = await fixture.visit('/read-by-a-content-script');
    const places = {
      popups,
      ...(await pagesIn(fixture.browser)),
      storage: await probed(page),
      consoles: fixture.consoles.join('\n'),
      'requests to web pages': fixture.pages.log.join('\n'),
    };
    expect(tokens().length).toBeGreaterThan(0);
    expect(places.storage).toContain('"databases"');
    expect(popups).toContain('/refused');
    expect(locationsOf(canaries, places)).toEqual([]);
    for (const { operation, path, headers, body } of fixture.proxy.log) {
      const hasKey = JSON.stringify([path, headers, body]).includes(fixture.credentials.secretKey);
      expect([operation, hasKey]).toEqual([operation, operation === 'token']);
      expect([headers.cookie, headers.referer]).toEqual([undefined, undefined]);
    }
    const [key = ''] = canaries;
    expect(locationsOf(canaries, { ...places, planted: `the key is ${key}` })).toEqual(['planted']);
  });
});
