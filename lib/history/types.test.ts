import { expect, it } from 'vitest';
import type { Failure } from '../failures/schema.ts';
import { testInfo } from '../settings/test-helpers/connection-info.ts';
import { testAttempt } from './test-helpers/attempt.ts';
import { type Attempt, repeatedOptions } from './types.ts';

const because = (reason: Failure['reason']): Pick<Attempt, 'failure'> => ({
  failure: { reason, hadEffect: 'no' },
});

it.each<[string, Partial<Attempt>, string | undefined]>([
  ['that was created, without the ending that is its own', { state: 'created' }, undefined],
  ['whose ending is taken, without it', { state: 'failed', ...because('ending-taken') }, undefined],
  ['that failed, with the ending', { state: 'failed', ...because('timeout') }, 'bergen'],
  ['that may have been created, with the ending', { state: 'unknown' }, 'bergen'],
])('a link with a limit and a note is requested with them again: one %s', (_, changed, ending) => {
  const attempt: Attempt = {
    id: '1',
    link: 'https://example.com/',
    title: '',
    createdAt: 1,
    validity: { kind: 'never' },
    state: 'failed',
    shown: true,
    limit: 1,
    ending: 'bergen',
    note: 'For Mira',
  };
  expect(repeatedOptions({ ...attempt, ...changed }, [])).toEqual({ limit: 1, ending, note: 'For Mira' });
});

it.each([
  ['if it is still there', ['other', 'account'], 'account'],
  ['and else by the default one', ['other'], undefined],
])('a link is requested again of the connection that created it, %s', (_, ids, connection) => {
  const connections = ids.map((id) => testInfo({ id }));
  expect(repeatedOptions(testAttempt(), connections)).toMatchObject({ connection });
});
