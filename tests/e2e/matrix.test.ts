import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureSentence } from '../../lib/i18n/failure-sentence.ts';
import { byLink } from './support/faults.ts';
import { lacks } from './support/needs.ts';
import { credentialCases } from './matrix/credential-cases.ts';
import { inputCases } from './matrix/input-cases.ts';
import { lifeCases } from './matrix/life-cases.ts';
import { createMatrix } from './matrix/matrix.ts';
import type { Shown } from './matrix/popup-host.ts';
import { serviceCases, slowCases } from './matrix/service-cases.ts';
import type { Matrix, MatrixCase } from './matrix/types.ts';

/** The cases that run one after another. */
const cases: readonly MatrixCase[] = [...serviceCases, ...credentialCases, ...inputCases, ...lifeCases];

let number = 0;

/** What holds after a case, in the words of `expectedOf`. */
async function observed(matrix: Matrix, one: MatrixCase, shown: Shown & { link: string }) {
  const { log } = matrix.fixture.proxy;
  const ofLink = ({ body }: { body: string }) => (JSON.parse(body) as { link: string }).link === shown.link;
  const posts = log.filter((seen) => seen.operation === 'add' && ofLink(seen)).length;
  const tokens = log.filter(({ operation }) => operation === 'token').length;
  return {
    alert: shown.alert,
    hasShortLink: shown.short !== '',
    posts,
    ...(one.tokens !== undefined && { tokens }),
    ...(await matrix.foundAfter(shown)),
    problems: (await one.alsoHolds?.(matrix, shown)) ?? [],
  };
}

function expectedOf(matrix: Matrix, { reason, hint, value, posts, tokens, state }: MatrixCase) {
  const service = value ? value(matrix) : matrix.fixture.proxy.address;
  const linkCreated = state === 'unknown' ? 'maybe' : 'no';
  const sentence = reason ? failureSentence({ reason, linkCreated, service }, matrix.text, 'popup') : '';
  return {
    alert: hint ? matrix.text(hint) : sentence,
    hasShortLink: reason === undefined,
    posts,
    ...(tokens !== undefined && { tokens }),
    states: state === null ? [] : [state],
    leaks: [],
    problems: [],
  };
}

/**
 * The next link that the same popup sends is created with one request. That the popup's fields work as well is shown by the
 * next case, which uses them.
 */
async function expectNextToWork(matrix: Matrix): Promise<void> {
  const { proxy, service, pages } = matrix.fixture;
  proxy.reset();
  const sent = await matrix.send(`${pages.origin}/next/${String((number += 1))}`);
  expect({ ...sent, posts: proxy.count('add') }).toMatchObject({
    ok: true,
    shortLink: expect.stringContaining(`${service.origin}/`) as string,
    posts: 1,
  });
  proxy.reset();
}

const linkOf = (matrix: Matrix, one: MatrixCase): string =>
  one.link ?? `${matrix.fixture.pages.origin}/case/${String((number += 1))}`;

async function runCase(matrix: Matrix, one: MatrixCase): Promise<void> {
  matrix.fixture.proxy.reset();
  const link = linkOf(matrix, one);
  const undo = await one.arrange?.(matrix);
  try {
    const shown = await (one.act ?? (({ shorten }) => shorten(link)))(matrix, link);
    expect(await observed(matrix, one, { ...shown, link })).toEqual(expectedOf(matrix, one));
  } finally {
    await undo?.();
  }
  await expectNextToWork(matrix);
}

/** Starts them all at once, in a popup each. */
async function startSlowCases(matrix: Matrix) {
  const started = [];
  const faults = new Map(slowCases.map((one) => [linkOf(matrix, one), one.fault]));
  matrix.fixture.proxy.always('add', byLink(faults));
  for (const [at, link] of [...faults.keys()].entries()) {
    const page = await matrix.otherPage();
    const outcome = matrix.shortenInTab(page, link).then((shown) => ({ ...shown, link, page }));
    started.push({ one: slowCases[at], outcome });
  }
  return started;
}

/** The faults of service, credentials and input: all of them in one browser, and in its real popup where not said otherwise. */
for (const kind of ['chromium', 'firefox'] as const)
  describe.skipIf(lacks(kind))(`The fault matrix in ${kind}`, () => {
    let matrix: Awaited<ReturnType<typeof createMatrix>>;
    beforeAll(async () => {
      matrix = await createMatrix(kind);
    });
    afterAll(() => matrix.close());

    it('the search for the key finds it where it is planted', async () => {
      const { secretKey } = matrix.fixture.credentials;
      const plant = (title: string) => matrix.page.evaluate((text) => (document.title = text), title);
      const before = await matrix.page.title();
      await plant(secretKey);
      const leaksOf = async (html: string) => (await matrix.foundAfter({ link: '', html })).leaks;
      expect(await leaksOf(`in a popup: ${secretKey}`)).toEqual(['shown', 'readable']);
      await plant(before);
      expect(await leaksOf('')).toEqual([]);
    });

    describe('in tabs', () => {
      let started: Awaited<ReturnType<typeof startSlowCases>>;
      beforeAll(async () => {
        started = await startSlowCases(matrix);
      });

      for (const one of slowCases)
        it(one.id, async () => {
          const outcome = await started.find((each) => each.one === one)?.outcome;
          if (!outcome) throw new Error('It was not started');
          await outcome.page.close();
          expect(await observed(matrix, one, outcome)).toEqual(expectedOf(matrix, one));
        });

      it('and the next link works', () => expectNextToWork(matrix));
    });

    for (const one of cases) it(one.id, () => runCase(matrix, one));
  });
