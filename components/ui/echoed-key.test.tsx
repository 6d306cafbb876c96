import { render, screen } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { ServiceError } from '../../lib/api/errors.ts';
import { changeLink, getLink, listLinks } from '../../lib/api/links/operations.ts';
import { getToken, postAdd } from '../../lib/api/operations.ts';
import type { Answer } from '../../lib/api/transport.ts';
import { toCsv, toJson } from '../../lib/history/files.ts';
import { testAttempt } from '../../lib/history/test-helpers/attempt.ts';
import { Problem } from './Problem.tsx';

// What a service may do by mistake: it repeats what it was sent in a text of its answer.

const deadline = AbortSignal.timeout(60_000);
const token = 'eyJhbGciOi.J-9_aZ';

/** The secrets of a connection as they are sent. */
const secretsOf = ({ secretId, secretKey }: { secretId: string; secretKey: string }) => {
  const basic = btoa(`${secretId}:${secretKey}`);
  return [secretKey, basic, basic.replace(/=+$/, ''), token];
};

/** `data` of Read, Change and List. */
const linkTo = (link: string) => {
  const found = { linkID: 'aB3', link, validity: 1, createdAt: 1 };
  return { ...found, list: [found], next: null };
};

const percentEncoded = (text: string): string =>
  Array.from(text, (each) => `%${each.charCodeAt(0).toString(16)}`).join('');

/** An answer with the echo in each text that its kind has. */
const answers: Record<
  string,
  (echo: string) => Partial<Omit<Answer, 'envelope'>> & Partial<Answer['envelope']>
> = {
  'an unknown failure': (echo) => ({ code: 418, msg: echo, requestId: echo, data: echo }),
  'the code of an unknown failure': (echo) => ({ code: Number(echo) || 418, msg: '' }),
  'a known code': (echo) => ({ code: 806, msg: `denied for ${echo}`, requestId: echo }),
  'a failure and an HTTP status': (echo) => ({ code: 1, msg: echo, status: 404, requestId: `r-${echo}` }),
  'a success without data': (echo) => ({ code: 200, msg: echo, requestId: echo, data: echo }),
  'an identifier': (echo) => ({
    data: { linkID: echo, list: [{ ...linkTo('https://a.example/'), linkID: echo }], next: null },
  }),
  'the identifier after which the next links come': (echo) => ({ data: { list: [], next: echo } }),
  'the address of a short link': (echo) => ({ data: { link_id: `https://l.example/${echo}` } }),
  'the address of a short link, URL-encoded,': (echo) => ({
    data: { link_id: `https://l.example/?k=${encodeURIComponent(echo)}` },
  }),
  'the address of a short link, each letter encoded,': (echo) => ({
    data: { link_id: `https://l.example/${percentEncoded(echo)}` },
  }),
  'the address of a link, each letter encoded,': (echo) => ({
    data: linkTo(`https://a.example/?k=${percentEncoded(echo)}`),
  }),
  'the address of a link': (echo) => ({ data: linkTo(`https://a.example/${echo}`) }),
  'the address of a link, URL-encoded,': (echo) => ({
    data: linkTo(`https://a.example/?k=${encodeURIComponent(echo)}`),
  }),
};

/** What every operation that sends a secret makes of an answer. */
const outcomesOf = async (answer: Answer, secrets: { secretId: string; secretKey: string }) => {
  const account = { address: 'https://s.example/v3', ...secrets };
  const transport = () => Promise.resolve(answer);
  const call = { account, token, deadline };
  const link = 'https://example.com/';
  const settled = await Promise.allSettled([
    getToken(transport, { account, deadline, style: 'basic' }),
    postAdd(transport, { ...call, link, expiresAt: 1 }),
    getLink(transport, { ...call, linkId: 'aB3' }),
    changeLink(transport, { ...call, linkId: 'aB3', expiresAt: 1 }),
    listLinks(transport, { ...call, limit: 1 }),
  ]);
  return settled.map((each): unknown => (each.status === 'fulfilled' ? each.value : each.reason));
};

it.each(Object.keys(answers))('%s that repeats the key or the token leaves nothing of it', async (kind) => {
  for (const secretKey of ['Zq8w_KEY-42', 'k9?/+>Zq~8w%x', '4815162342']) {
    const secrets = { secretId: 'AKID-7f3', secretKey };
    for (const echo of secretsOf(secrets)) {
      const { code = 200, msg = 'success', data, ...rest } = answers[kind]?.(echo) ?? {};
      const answer = {
        envelope: { code, msg, data },
        status: 200,
        requestId: null,
        retryAfter: null,
        ...rest,
      };
      for (const outcome of await outcomesOf(answer, secrets)) {
        const places = [JSON.stringify(outcome)];
        if (outcome instanceof ServiceError) {
          const { failure } = outcome;
          const attempt = testAttempt({ state: 'unknown', failure });
          render(<Problem failure={failure} place="popup" />);
          places.push(
            JSON.stringify(attempt),
            toJson([attempt]),
            toCsv([attempt]),
            document.body.textContent,
          );
        } else if (outcome instanceof Error) throw outcome;
        const found = secretsOf(secrets).flatMap((each) => [
          each,
          encodeURIComponent(each),
          percentEncoded(each),
        ]);
        expect(found.filter((each) => places.some((place) => place.includes(each)))).toEqual([]);
      }
    }
  }
});

it('the number of a request is shown, and a text in its place is not', async () => {
  const answer = (requestId: string) => ({
    envelope: { code: 418, msg: 'the kettle is on' },
    status: 200,
    requestId,
    retryAfter: null,
  });
  const shown = async (requestId: string): Promise<string> => {
    const [failed] = await outcomesOf(answer(requestId), { secretId: 'id', secretKey: 'a-key' });
    if (!(failed instanceof ServiceError)) throw new Error('The call did not fail.');
    const { unmount } = render(<Problem failure={failed.failure} place="popup" />);
    const details = screen.getAllByRole('definition', { hidden: true }).map(({ textContent }) => textContent);
    unmount();
    return details.join(' ');
  };
  expect(await shown('6b1f3f0e-3f0c-4d0e')).toBe('418 6b1f3f0e-3f0c-4d0e https://s.example/v3');
  expect(await shown('pay now')).toBe('418 https://s.example/v3');
});
