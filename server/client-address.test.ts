import { expect, test } from 'vitest';
import { createClientAddress } from './answer-requests.ts';

const client = createClientAddress(['10.0.0.0/8', '::1']);

test.each([
  ['203.0.113.7', null, '203.0.113.7'],
  ['203.0.113.7', '198.51.100.1', '203.0.113.7'],
  ['10.1.2.3', '198.51.100.1', '198.51.100.1'],
  ['::ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
  ['::1', '::ffff:cb00:7105', '203.0.113.5'],
  ['::1', '[::FFFF:CB00:7105]', '203.0.113.5'],
  ['::1', '0:0:0:0:0:ffff:203.0.113.5', '203.0.113.5'],
  ['::1', '2001:db8:0::cb00:7105', '2001:db8::cb00:7105'],
  ['::1', '6.6.6.6, 198.51.100.1, 10.9.9.9', '198.51.100.1'],
  ['::1', '2001:db8::7', '2001:db8::7'],
  ['10.1.2.3', 'unknown', '10.1.2.3'],
  ['10.1.2.3', '', '10.1.2.3'],
  ['10.1.2.3', null, '10.1.2.3'],
  [undefined, '198.51.100.1', ''],
])('of a request from %s with X-Forwarded-For %s it is %s', (remote, forwarded, expected) => {
  expect(client(remote, forwarded)).toBe(expected);
});

test('without trusted proxies the header is not believed', () => {
  expect(createClientAddress([])('127.0.0.1', '198.51.100.1')).toBe('127.0.0.1');
});
