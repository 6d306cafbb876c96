import type { TextKey } from '../../../scripts/browsers/texts.ts';
import {
  answer,
  big,
  cut,
  drip,
  failure,
  type Fault,
  hang,
  html,
  late,
  lost,
  redirect,
  reset,
  truncated,
} from '../support/faults.ts';
import type { Fixture } from '../support/fixture.ts';
import { startPages } from '../support/pages.ts';
import { atAddress, unresolvable, withUntrustedCertificate } from './addresses.ts';
import type { MatrixCase } from './types.ts';

/** Milliseconds: later than all calls together may take in the matrix. */
const afterTheLimit = 4000;

const always = ({ proxy }: Fixture, fault: Fault): undefined => {
  proxy.always('add', fault);
};

/** A case in which Add fails so that a link may have been created. */
const uncertain = (id: string, sentence: TextKey, fault: Fault): MatrixCase => ({
  id: `service: ${id}`,
  sentence,
  posts: 1,
  state: 'unknown',
  arrange: ({ fixture }) => always(fixture, fault),
});

/** A case in which the answer is unusual, and is one. */
const accepted = (id: string, fault: Fault): MatrixCase => ({
  id: `service: ${id}`,
  posts: 1,
  state: 'created',
  arrange: ({ fixture }) => always(fixture, fault),
});

const label = (id: string, sentence: TextKey, code: number): MatrixCase => ({
  ...uncertain(`the label “${id}”`, sentence, failure(id, code, { 'retry-after': '1' })),
  state: sentence.endsWith('_maybe') ? 'unknown' : 'failed',
});

const envelope = (data: string): string => `{"code":200,"msg":"success","data":${data}}`;
const plain = { headers: { 'content-type': 'text/plain' } };
const deep = `${'['.repeat(400_000)}${']'.repeat(400_000)}`;
const noContent: Fault = ({ response }) => {
  response.writeHead(204);
  response.end();
};

/** Answers that never end, or end too late: they run at the same time, in a tab each. */
export const slowCases: readonly (MatrixCase & { fault: Fault })[] = [
  { id: 'no answer', fault: hang },
  { id: 'the answer is lost', fault: lost },
  { id: 'an answer that drips for ever', fault: drip },
  { id: 'an answer after the limit', fault: late(afterTheLimit) },
].map(({ id, fault }) => ({ ...uncertain(id, 'failure_timeout_maybe', fault), fault }));

const broken: readonly MatrixCase[] = [
  uncertain('truncated JSON', 'failure_not_json_maybe', truncated),
  uncertain('the connection breaks in the answer', 'failure_unreachable_maybe', cut),
  uncertain('reset', 'failure_unreachable_maybe', reset),
  uncertain('HTML with 200', 'failure_not_json_maybe', html()),
  uncertain('HTML with 500', 'failure_not_json_maybe', html(500)),
  uncertain('HTML with 502', 'failure_not_json_maybe', html(502)),
  uncertain(
    '503 with Retry-After 3600',
    'failure_not_json_maybe',
    answer('busy', { status: 503, headers: { 'retry-after': '3600' } }),
  ),
  uncertain('204', 'failure_not_json_maybe', noContent),
  uncertain('an empty answer', 'failure_not_json_maybe', answer('')),
  uncertain('numbers as texts', 'failure_not_json_maybe', answer('{"code":"200","msg":"success"}')),
  uncertain('NaN', 'failure_not_json_maybe', answer('{"code":NaN,"msg":"success"}')),
  uncertain('wrong types', 'failure_unexpected_answer_maybe', answer(envelope('{"linkID":12}'))),
  uncertain('success without data', 'failure_unexpected_answer_maybe', answer({ code: 200, msg: 'success' })),
  uncertain('an unknown label', 'failure_unexpected_answer_maybe', failure('the kettle is on', 418)),
  accepted('text/plain', answer(envelope('{"linkID":"as-plain-text"}'), plain)),
  accepted('a byte order mark', answer(`\uFEFF${envelope('{"linkID":"after-a-mark"}')}`)),
  accepted(
    'a key twice',
    answer('{"code":500,"msg":"no","code":200,"msg":"success","data":{"linkID":"last"}}'),
  ),
  accepted('lists 400,000 deep', answer(envelope(`{"linkID":"deep","more":${deep}}`))),
];

/** 50 MB, of which the browser must not take more than its buffers. */
const endless = (): MatrixCase => {
  let written = 0;
  const fault: Fault = async (exchange) => {
    const { socket } = exchange.request;
    const before = socket.bytesWritten;
    await big()(exchange);
    written = socket.bytesWritten - before;
  };
  return {
    ...uncertain('50 MB, which is not read to its end', 'failure_too_large_maybe', fault),
    alsoHolds: () => (written > 0 && written < 25_000_000 ? [] : [`${String(written)} bytes were sent`]),
  };
};

const labelled: readonly MatrixCase[] = [
  { ...label('permission denied', 'failure_permission_denied', 801), posts: 2, tokens: 1 },
  label('missing parameter', 'failure_missing_parameter', 800),
  label('too many requests', 'failure_too_many_requests', 429),
  label('no package available', 'failure_no_package_available', 802),
  label('application not found', 'failure_application_not_found', 803),
  label('link invalid', 'failure_link_invalid', 805),
  {
    ...label('validity invalid', 'failure_validity_invalid', 806),
    // An end that does not depend on the clock: else the request is repeated if that has moved by a second.
    act: (matrix, link) => matrix.shorten(link, { expiresAt: '2100-01-01T00:00' }),
  },
  label('internal server error', 'failure_internal_server_error_maybe', 500),
  label('upstream not available', 'failure_upstream_not_available_maybe', 807),
  label('bad request', 'failure_bad_request', 400),
  label('not found', 'failure_not_found', 404),
  label('method not allowed', 'failure_method_not_allowed', 405),
];

/** A redirect to another origin, which must receive nothing. */
const redirecting = (operation: 'add' | 'token', status: number): MatrixCase => {
  let visits: string[] = [];
  return {
    id: `service: ${operation === 'add' ? 'Add' : 'Get token'} redirects to another origin (${status})`,
    sentence: operation === 'add' ? 'failure_redirected_maybe' : 'failure_redirected_no',
    posts: operation === 'add' ? 1 : 0,
    state: operation === 'add' ? 'unknown' : 'failed',
    async arrange(matrix) {
      const elsewhere = await startPages();
      visits = elsewhere.log;
      if (operation === 'token') await matrix.removeToken();
      matrix.fixture.proxy.always(operation, redirect(`${elsewhere.origin}/v3/steal`, status));
      return elsewhere.close;
    },
    alsoHolds: () => visits.map((visit) => `the other origin received ${visit}`),
  };
};

export const serviceCases: readonly MatrixCase[] = [
  ...broken,
  endless(),
  ...labelled,
  ...[301, 302, 303, 307, 308].map((status) => redirecting('add', status)),
  redirecting('token', 307),
  {
    ...uncertain('connection refused', 'failure_unreachable_maybe', hang),
    posts: 0,
    async arrange({ fixture }) {
      await fixture.proxy.shut();
      return fixture.proxy.open;
    },
  },
  withUntrustedCertificate('service: a certificate that nobody trusts'),
  atAddress(`${unresolvable}/v3`, {
    id: 'service: a name that does not resolve',
    sentence: 'failure_unreachable_maybe',
    state: 'unknown',
  }),
];
