import { expect, it } from 'vitest';
import { defaultAdvanced, type ProbedOperation, probedOperation } from '../../lib/api/contract.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import { failureSentence } from '../../lib/i18n/failure-sentence.ts';
import { text } from '../../lib/i18n/texts.ts';
import { listedConnection } from '../testing/connections.ts';
import { checks, type Facts, type Probe, rowsOf } from './checks.ts';

const address = 'https://s.example/v3';
const succeeded: Probe = { ok: true, milliseconds: 40, difference: 1200 };
const failureOf = (reason: Failure['reason']): Failure => ({ reason, hadEffect: 'no', service: address });
const failedWith = (reason: Failure['reason']): Probe => ({
  ok: false,
  failure: failureOf(reason),
  milliseconds: 40,
  difference: null,
});
const sentenceOf = (reason: Failure['reason']) => failureSentence(failureOf(reason), 'settings');
const answersOf = (each: Probe | null): Facts['answers'] =>
  Object.fromEntries(probedOperation.options.map((name) => [name, each]));

const allGood: Facts = {
  connection: listedConnection({ address }),
  isAllowed: true,
  answers: answersOf(succeeded),
  isOffline: false,
};
const here = listedConnection({ address: 'http://127.0.0.1:8404/v3' });
const withTokenPath = listedConnection({
  address,
  advanced: { ...defaultAdvanced, paths: { ...defaultAdvanced.paths, token: '/t' } },
});
const unreached = answersOf(failedWith('unreachable'));
/** All is well but that operation. */
const but = (operation: ProbedOperation, answer: Probe | null) => ({
  answers: { ...allGood.answers, [operation]: answer },
});
/** Every call succeeds, with this difference of the clocks. */
const clock = (difference: number | null) => ({ answers: answersOf({ ...succeeded, difference }) });

type Expected = Partial<Record<(typeof checks)[number]['check'], string>>;

/** What the checks from this one on say. */
const from = (first: string, verdict: string): Expected =>
  Object.fromEntries(
    checks.slice(checks.findIndex(({ check }) => check === first)).map(({ check }) => [check, verdict]),
  );

it.each<[string, Partial<Facts>, Expected]>([
  [
    'all is well',
    {},
    {
      saved: 'good s.example/v3',
      permission: `good ${text('diagnosticsAllowed')}`,
      reach: `good ${text('diagnosticsReached')}`,
      token: `good ${text('diagnosticsSignedIn')}`,
      time: 'good Same clock, within 2 s',
      music: `good ${text('checkAnswered_music')}`,
      grayscale: `good ${text('checkAnswered_grayscale')}`,
      add: `unchecked ${text('diagnosticsNotTried')}`,
    },
  ],
  [
    'the permission is missing',
    { isAllowed: false, answers: {} },
    {
      ...from('reach', `unchecked ${text('checkNeeds_permission')}`),
      permission: `bad access ${text('diagnosticsNotAllowed')}`,
    },
  ],
  [
    'no call is answered',
    { answers: unreached },
    {
      ...from('token', `unchecked ${text('checkNeeds_reach')}`),
      reach: `bad open-address ${text('diagnosticsUnreachable')}`,
    },
  ],
  [
    'no call is answered offline',
    { answers: unreached, isOffline: true },
    { reach: `bad ${text('diagnosticsOffline')}` },
  ],
  [
    'no call is answered in time',
    { answers: answersOf(failedWith('timeout')) },
    { reach: `bad ${sentenceOf('timeout')}` },
  ],
  [
    'no call is answered on this computer',
    { connection: here, answers: unreached, isOffline: true },
    { reach: `bad ${text('diagnosticsNotRunning', here.address)}` },
  ],
  [
    'the background answers no call',
    { answers: answersOf(null) },
    { reach: `bad ${text('diagnosticsInterrupted')}` },
  ],
  [
    'the service redirects every call',
    { answers: answersOf(failedWith('redirected')) },
    {
      reach: `good ${text('diagnosticsReached')}`,
      token: `bad connection ${sentenceOf('redirected')}`,
      time: `notice ${text('diagnosticsClockUnknown')}`,
      music: `notice ${text('diagnosticsOptional')}`,
    },
  ],
  [
    'one operation hangs',
    but('grayscale', failedWith('timeout')),
    { grayscale: `notice ${text('diagnosticsOptional')}` },
  ],
  ['the browser interrupts one', but('music', null), { music: `notice ${text('diagnosticsOptional')}` }],
  [
    'the key is refused',
    but('token', failedWith('credentials-rejected')),
    {
      token: `bad key ${text('diagnosticsKeyRejected')}`,
      add: `unchecked ${text('checkNeeds_token')}`,
    },
  ],
  [
    'a path of one’s own gives no token',
    { connection: withTokenPath, ...but('token', failedWith('not-json')) },
    { token: `bad connection ${text('diagnosticsTokenPath', '/t')}` },
  ],
  [
    'the answer to the sign-in is lost',
    but('token', null),
    { token: `bad ${text('diagnosticsInterrupted')}` },
  ],
  [
    'the service’s clock is ahead',
    clock(7_200_000),
    { time: 'notice The service’s clock is 120 min ahead. Waylark uses it.' },
  ],
  ['it is behind', clock(-5000), { time: 'notice The service’s clock is 5 sec behind. Waylark uses it.' }],
  ['its time is unknown', clock(null), { time: `notice ${text('diagnosticsClockUnknown')}` }],
])('says what it found, and what corrects a problem, where %s', (_, facts, expected) => {
  const rows = rowsOf({ ...allGood, ...facts }).map(({ check, state, fix, sentence }) => [
    check,
    [state, fix, sentence].filter(Boolean).join(' '),
  ]);
  expect(Object.fromEntries(rows)).toMatchObject(expected);
});
