import { describe, expect, it } from 'vitest';
import messages from '../../public/_locales/en/messages.json' with { type: 'json' };
import { labels } from '../api/contract.ts';
import { failure, type Failure, type Reason } from '../failures/contract.ts';
import { remedy, sentence } from './failure-sentence.ts';

const service = 'https://s.example/v3';
const catalogue: Record<string, { message: string }> = messages;

/** As the browser does it: the values stand where the message has its placeholders. */
const text = (key: string, ...values: string[]): string => {
  const found = catalogue[key];
  if (!found) throw new Error(`${key} is not in the catalogue`);
  return found.message.replace(/\$\w+\$/g, values[0] ?? '');
};

const reasons = failure.shape.reason.options;
/** The reasons after which design.md's outcome table leaves open whether a link was made. */
const open = [
  'timeout',
  'unreachable',
  'not-json',
  'too-large',
  'unexpected-answer',
  'interrupted',
  'internal-server-error',
  'upstream-not-available',
];

describe('a failure in words', () => {
  it('covers every label of the service', () => {
    expect(reasons).toEqual(expect.arrayContaining(Object.keys(labels)));
  });

  it.each(reasons)('says what happened and what to do: %s', (reason) => {
    const said = (['no', 'unknown'] as const).map((made) =>
      sentence({ reason, made, service }, text, 'popup'),
    );
    for (const words of said) expect(words).toMatch(/^[A-Zh].{20,}\.$/);
    const [no, unknown] = said;
    expect(no).not.toContain('may have been made');
    if (open.includes(reason)) expect(unknown).toContain('the link may have been made');
    else expect(unknown).toBe(no);
  });

  it.each([
    'timeout',
    'unreachable',
    'not-json',
    'too-large',
    'unexpected-answer',
    'access-missing',
  ] as const)('names the service: %s', (reason) => {
    for (const made of ['no', 'unknown'] as const)
      expect(sentence({ reason, made, service }, text, 'popup')).toContain(service);
  });

  it.each(['bad-request', 'not-found', 'method-not-allowed', 'permission-denied'] as const)(
    'says that no link was created, and what to check: %s',
    (reason) => {
      expect(sentence({ reason, made: 'no', service }, text, 'popup')).toMatch(
        /^No link was created\b.+\. (Check|Ask)|^No link was created\. Ask /,
      );
      expect(sentence({ reason, made: 'no', service }, text, 'settings')).not.toContain('created');
    },
  );

  it('does not blame the SecretID alone where the style may be wrong', () => {
    for (const reason of ['credentials-rejected', 'application-not-found'] as const)
      for (const place of ['popup', 'settings'] as const)
        expect(sentence({ reason, made: 'no', service }, text, place)).toContain('how credentials are sent');
  });

  it('counts a pause where no button does', () => {
    const pause: Failure = { reason: 'too-many-requests', made: 'no', retryAfter: 42 };
    expect(sentence(pause, text, 'settings')).toContain('42 s.');
    expect(sentence(pause, text, 'popup')).toContain('button');
  });
});

describe('beside a failure', () => {
  const remedies: Partial<Record<Reason, string>> = {
    password: 'without-password',
    'permission-denied': 'settings',
    'application-not-found': 'settings',
    'credentials-rejected': 'settings',
    'bad-request': 'settings',
    'not-found': 'settings',
    'method-not-allowed': 'settings',
    'not-connected': 'settings',
    'access-missing': 'settings',
    ...Object.fromEntries(open.map((reason) => [reason, 'try-again'])),
  };
  it.each(reasons)('stands what helps: %s', (reason) => {
    expect(remedy({ reason, made: 'no' })).toBe(remedies[reason] ?? null);
  });
});
