import { describe, expect, it } from 'vitest';
import type { Failure } from '../failures/schema.ts';
import { type Advanced, defaultAdvanced, type ProbedOperation } from '../api/contract.ts';
import { type Facts, noFacts, type Probe, probeOrder } from './facts.ts';
import { type Check, checks, type Finding, progressOf, rowsOf, type State } from './rows.ts';

const service = 'https://s.example/v3';
const succeeded: Probe = { ok: true, milliseconds: 40, difference: 1200 };
const failedWith = (reason: Failure['reason']): Probe => ({
  ok: false,
  failure: { reason, hadEffect: 'no', service },
  milliseconds: 40,
  difference: null,
});
const shortLink = 'https://s.example/x';
const answersOf = <Each>(each: Each) =>
  Object.fromEntries(probeOrder.map((name) => [name, each])) as Record<ProbedOperation, Each>;

const connectedTo = (address: string, advanced?: Advanced): Pick<Facts, 'saved'> => ({
  saved: {
    kind: 'connected',
    connection: { id: 'id', name: '', hue: 1, address, secretId: 'me', template: '', advanced },
  },
});
const allGood: Facts = {
  ...connectedTo(service),
  hasHostPermission: true,
  answers: answersOf(succeeded),
  isOffline: false,
  link: { state: 'none' },
};
const onThisMachine = connectedTo('http://127.0.0.1:8404/v3');
const withTokenPath = connectedTo(service, {
  ...defaultAdvanced,
  paths: { ...defaultAdvanced.paths, token: '/t' },
});

/** Facts that differ from `allGood`; undefined if nothing is known yet. */
type Changed = { [Fact in keyof Facts]?: Facts[Fact] | undefined };

const verdictsOf = (facts: Changed) =>
  Object.fromEntries(
    rowsOf({ ...allGood, ...facts } as Facts).map(({ check, state, finding }) => [
      check,
      `${state} ${finding}`,
    ]),
  ) as Record<Check, `${State} ${Finding}`>;

type Expected = Partial<Record<Check, `${State} ${Finding}`>>;

const laterChecks = checks.slice(checks.indexOf('token'));
const all = (verdict: `${State} ${Finding}`): Expected =>
  Object.fromEntries(laterChecks.map((check) => [check, verdict]));

const nothingKnown: Changed = { ...noFacts, saved: undefined };
const unreached = answersOf(failedWith('unreachable'));
/** All is well but that operation. */
const but = (operation: ProbedOperation, reason: Failure['reason']): Changed => ({
  answers: { ...allGood.answers, [operation]: failedWith(reason) },
});
/** Every call succeeds, with these differences. */
const answered = (change: Partial<Probe & { ok: true }>): Changed => ({
  answers: answersOf({ ...succeeded, ...change }),
});

describe('the rows of the diagnostics', () => {
  it('are one for each check, in a fixed order, and good if nothing is wrong', () => {
    const rows = rowsOf(allGood);
    expect(rows.map(({ check }) => check)).toEqual(checks);
    expect(rows.filter(({ state }) => state !== 'good').map(({ finding }) => finding)).toEqual(['not-tried']);
  });

  it('name the median of the times that they show', () => {
    const answers = Object.fromEntries(
      Object.keys(allGood.answers).map((name, index) => [name, { ...succeeded, milliseconds: 10 ** index }]),
    );
    const rows = rowsOf({ ...allGood, answers });
    expect(rows.find(({ check }) => check === 'times')?.value).toBe(10 ** Math.floor(probeOrder.length / 2));
  });

  it.each<[string, Changed, Expected]>([
    ['nothing is known yet', nothingKnown, { saved: 'waiting waiting', ...all('waiting waiting') }],
    [
      'nothing is connected',
      { ...noFacts, saved: { kind: 'nothing' }, hasHostPermission: undefined },
      {
        saved: 'bad nothing-saved',
        reach: 'unchecked needs-connection',
        ...all('unchecked needs-connection'),
      },
    ],
    [
      'the storage is unreadable',
      { ...noFacts, saved: { kind: 'unreadable' } },
      { saved: 'bad unreadable', add: 'unchecked needs-connection' },
    ],
    ['the background is dead', { ...noFacts, saved: { kind: 'silent' } }, { saved: 'bad silent' }],
    [
      'the permission is missing',
      { ...noFacts, ...connectedTo(service), hasHostPermission: false },
      { permission: 'bad not-allowed', ...all('unchecked needs-permission') },
    ],
    [
      'no call is answered',
      { answers: unreached },
      { reach: 'bad unreachable', certificate: 'unchecked needs-reach', ...all('unchecked needs-reach') },
    ],
    ['no call is answered offline', { answers: unreached, isOffline: true }, { reach: 'bad offline' }],
    [
      'no call is answered in time',
      { answers: answersOf(failedWith('timeout')) },
      { reach: 'bad failure', ...all('unchecked needs-reach') },
    ],
    [
      'no call is answered on this computer',
      { ...onThisMachine, answers: unreached, isOffline: true },
      { reach: 'bad not-running', certificate: 'good certificate-not-needed' },
    ],
    [
      'the service on this computer redirects every call',
      { ...onThisMachine, answers: answersOf(failedWith('redirected')) },
      { reach: 'good reached', token: 'bad failure', time: 'notice optional' },
    ],
    [
      'some calls have no answer yet',
      { answers: { time: failedWith('timeout') } },
      {
        reach: 'waiting waiting',
        time: 'waiting waiting',
        music: 'waiting waiting',
        clock: 'waiting waiting',
      },
    ],
    [
      'one operation hangs',
      but('grayscale', 'timeout'),
      { reach: 'good reached', grayscale: 'notice optional', token: 'good signed-in' },
    ],
    [
      'the key is refused',
      but('token', 'credentials-rejected'),
      { reach: 'good reached', token: 'bad key-rejected', add: 'unchecked needs-sign-in' },
    ],
    [
      'the token’s path is wrong',
      { ...withTokenPath, ...but('token', 'not-json') },
      { token: 'bad token-path' },
    ],
    [
      'the host is no short-link service',
      { answers: answersOf(failedWith('not-json')) },
      {
        reach: 'good reached',
        token: 'bad failure',
        grayscale: 'notice optional',
        times: 'unchecked needs-sign-in',
      },
    ],
    [
      'the worker dies in the middle',
      { answers: { ...allGood.answers, token: 'silent', music: 'silent' } },
      { reach: 'good reached', token: 'bad silent', music: 'notice optional' },
    ],
    ['the worker is dead for all', { answers: answersOf('silent') }, { reach: 'bad silent' }],
    [
      'the package is used up',
      { link: { state: 'failed', failure: { reason: 'no-package-available', hadEffect: 'no' } } },
      { add: 'bad failure' },
    ],
    ['a real link is being created', { link: { state: 'creating' } }, { add: 'waiting creating' }],
    ['a real link is being opened', { link: { state: 'opening', shortLink } }, { add: 'waiting opening' }],
    ['a real link arrives', { link: { state: 'arrived', shortLink } }, { add: 'good arrived' }],
    ['a real link leads nowhere', { link: { state: 'nowhere', shortLink } }, { add: 'bad nowhere' }],
    ['only the person can see it', { link: { state: 'asking', shortLink } }, { add: 'notice asking' }],
    ['it is slow', answered({ milliseconds: 1500 }), { times: 'notice slow' }],
    ['the clock is ahead', answered({ difference: 7_200_000 }), { clock: 'notice clock-ahead' }],
    ['the clock is behind', answered({ difference: -5000 }), { clock: 'notice clock-behind' }],
    ['the service’s time is unknown', answered({ difference: null }), { clock: 'notice clock-unknown' }],
  ])('say what is wrong where %s', (_, facts, expected) => expect(verdictsOf(facts)).toMatchObject(expected));

  const of = checks.length - 1;
  it.each<[string, Changed, { number: number; of: number; check: Check | undefined }]>([
    ['nothing is known yet', nothingKnown, { number: 1, of, check: 'saved' }],
    ['the first call has not ended', { answers: {} }, { number: 3, of, check: 'reach' }],
    ['one call has ended', { answers: { time: succeeded } }, { number: 7, of, check: 'token' }],
    ['everything is known', {}, { number: of, of, check: undefined }],
  ])('say how much is done where %s', (_, facts, expected) => {
    const { next, ...progress } = progressOf(rowsOf({ ...allGood, ...facts } as Facts));
    expect({ ...progress, check: next?.check }).toEqual(expected);
  });
});
