import { expect, test } from 'vitest';
import { timeData } from '../lib/api/contract.ts';
import { answerOf, start, testApp } from './test-app.ts';

test('Current time is the same time in every format', async () => {
  const { call, clock } = await testApp();
  clock.seconds = start + 0.25;
  const response = await call('/v3/time');
  expect(response.headers.get('date')).toBe('Fri, 15 Jan 2027 08:00:00 GMT');
  const { data } = await answerOf(response);
  expect(timeData.parse(data)).toEqual({ timestamp: start + 0.25 });
  expect(data).toEqual({
    timestamp: start + 0.25,
    rfc1123: 'Fri, 15 Jan 2027 08:00:00 GMT',
    rfc1123z: 'Fri, 15 Jan 2027 08:00:00 +0000',
    rfc3339: '2027-01-15T08:00:00Z',
    rfc3339nano: '2027-01-15T08:00:00.250Z',
    rfc822: '15 Jan 27 08:00 GMT',
    rfc822z: '15 Jan 27 08:00 +0000',
    rfc850: 'Friday, 15-Jan-27 08:00:00 GMT',
  });
});
