import type { Reason } from '../../../lib/failures/contract.ts';
import { connectGranted } from '../../../scripts/browsers/connect.ts';
import { eventually } from '../support/eventually.ts';
import { failure, type Fault, hang, answerOnRelease, html, reset } from '../support/faults.ts';
import type { Matrix, MatrixCase } from './types.ts';

const hour = 3_600_000;
/** Seconds: how far two clocks may seem apart on a busy machine. */
const tolerance = 10;
/** Seconds: the popup of the matrix always chooses one month. */
const month = 30 * 86_400;

/** A case in which Get token fails: it is called once, and nothing is sent to Add. */
const withoutToken = (id: string, reason: Reason, fault: Fault): MatrixCase => ({
  id: `credentials: ${id}`,
  reason,
  posts: 0,
  tokens: 1,
  state: 'failed',
  async arrange(matrix) {
    await matrix.removeToken();
    matrix.fixture.proxy.always('token', fault);
    return undefined;
  },
});

/** Moves the service's clock, with which its tokens expire as well. */
const moveClock = (matrix: Matrix, by: number) => {
  matrix.clock.shift = by;
  return async () => {
    matrix.clock.shift = 0;
    // A token of another time is refused.
    await matrix.removeToken();
  };
};

/** The validity that was sent last, as seconds from now by the service's clock. */
const sentValidity = ({ fixture, clock }: Matrix): number => {
  const body = fixture.proxy.log.findLast(({ operation }) => operation === 'add')?.body ?? '{}';
  const { validity = NaN } = JSON.parse(body) as { validity?: number };
  return validity - (Date.now() + clock.shift) / 1000;
};

const wrongClock = (id: string, shift: number): MatrixCase => ({
  id: `credentials: ${id}`,
  posts: 1,
  tokens: 1,
  state: 'created',
  async arrange(matrix) {
    await matrix.removeToken();
    return moveClock(matrix, shift);
  },
  alsoHolds(matrix) {
    const seconds = sentValidity(matrix);
    return Math.abs(seconds - month) < tolerance ? [] : [`it expires after ${String(seconds)} s`];
  },
});

/** Ten links at the same time, of which the first is the one that is checked. */
const tenAtOnce: MatrixCase = {
  id: 'credentials: ten at once with an expired token',
  posts: 2,
  tokens: 1,
  state: 'created',
  arrange: (matrix) => moveClock(matrix, hour + 1000),
  async act(matrix, link) {
    const links = [link, ...Array.from({ length: 9 }, (_, at) => `${link}/${String(at)}`)];
    const outcomes = await Promise.all(links.map((each) => matrix.send(each)));
    const [first] = outcomes;
    const short = first?.ok === true && outcomes.every(({ ok }) => ok) ? first.shortLink : '';
    return { alert: '', short: short ?? '', html: JSON.stringify(outcomes) };
  },
  alsoHolds({ fixture }) {
    const added = fixture.proxy.log.filter(({ operation }) => operation === 'add');
    const links = new Set(added.map(({ body }) => (JSON.parse(body) as { link: string }).link));
    const created = fixture.links().filter(({ link }) => links.has(link)).length;
    return links.size === 10 && created === 10 ? [] : [`${created} links were created`];
  },
};

/** Another account is connected while the first one waits for its token: the link is created with the first. */
const keyChanged: MatrixCase = {
  id: 'credentials: the key is changed while a token is on its way',
  posts: 1,
  tokens: 2,
  state: 'created',
  async arrange(matrix) {
    await matrix.removeToken();
    return matrix.reconnect;
  },
  async act(matrix, link) {
    const { proxy, service } = matrix.fixture;
    const { fault, release } = answerOnRelease();
    const other = await service.createApplication({ perSecond: 1000, perMinute: 10_000 });
    const [popup, options] = [await matrix.otherPage(), await matrix.fixture.open('options.html')];
    proxy.next('token', fault);
    const shown = matrix.shortenInTab(popup, link);
    await eventually(() => proxy.count('token')).toBe(1);
    await connectGranted(options, { address: proxy.address, ...other });
    release();
    const result = await shown;
    await Promise.all([popup.close(), options.close()]);
    return result;
  },
  alsoHolds({ fixture }) {
    const ids = fixture.proxy.log
      .filter(({ operation }) => operation === 'token')
      .map(({ headers }) => headers['secretid']);
    return new Set(ids).size === 2 ? [] : [`tokens were requested for ${ids.join(' and ')}`];
  },
};

export const credentialCases: readonly MatrixCase[] = [
  {
    id: 'credentials: an expired token',
    posts: 2,
    tokens: 1,
    state: 'created',
    arrange: (matrix) => moveClock(matrix, hour + 1000),
  },
  tenAtOnce,
  withoutToken('Get token does not answer', 'timeout', hang),
  // Firefox itself repeats a GET whose connection breaks.
  { ...withoutToken('Get token is reset', 'unreachable', reset), tokens: undefined },
  withoutToken('Get token answers HTML with 503', 'not-json', html(503)),
  withoutToken('a wrong key', 'credentials-rejected', failure('application not found', 803)),
  keyChanged,
  wrongClock('the service is two hours ahead', 2 * hour),
  wrongClock('the service is two hours behind', -2 * hour),
];
