import { describe, expect, it } from 'vitest';
import english from '../../public/_locales/en/messages.json' with { type: 'json' };
import chinese from '../../public/_locales/zh_CN/messages.json' with { type: 'json' };
import { reasons } from '../failures/contract.ts';
import type { Failure } from '../failures/schema.ts';
import { failureSentence } from './failure-sentence.ts';

const service = 'https://s.example/v3';

/** The texts of a catalogue with the first value in the place of each placeholder. */
const textsOf =
  (catalogue: Record<string, { message: string }>) =>
  (key: string, ...values: string[]): string => {
    const found = catalogue[key];
    if (!found) throw new Error(`${key} is not in the catalogue`);
    return found.message.replace(/\$\w+\$/g, values[0] ?? '');
  };
const text = textsOf(english);

/** The reasons after which it is unknown whether a link was created. */
const open = [
  'timeout',
  'unreachable',
  'redirected',
  'not-json',
  'too-large',
  'unexpected-answer',
  'interrupted',
  'internal-server-error',
  'upstream-not-available',
];

describe('the sentence of a failure', () => {
  it.each(reasons)('says what happened and what to do: %s', (reason) => {
    const sentences = (['no', 'maybe'] as const).map((linkCreated) =>
      failureSentence({ reason, linkCreated, service }, text, 'popup'),
    );
    for (const each of sentences) {
      expect(each).toMatch(/^[A-Zh].{20,}\.$/);
      expect(each).not.toMatch(/: |\b(made?|makes?|end(s|ed)?|gone|forg[eo]t)\b/);
    }
    const [no, unknown] = sentences;
    expect(no).not.toContain('may have been created');
    if (open.includes(reason)) expect(unknown).toContain('Your link may have been created');
    else expect(unknown).toBe(no);
  });

  it.each(reasons)(
    'says the same in Chinese: whether a link may have been created, and by which service: %s',
    (reason) => {
      for (const linkCreated of ['no', 'maybe'] as const) {
        const [first, second] = [english, chinese].map((catalogue) =>
          failureSentence({ reason, linkCreated, service }, textsOf(catalogue), 'popup'),
        );
        expect(second).toMatch(/\p{Script=Han}.*。$/u);
        expect(second?.includes('短链接可能已经生成')).toBe(
          first?.includes('Your link may have been created'),
        );
        expect(second?.includes(service)).toBe(first?.includes(service));
      }
    },
  );

  it.each([
    'timeout',
    'unreachable',
    'redirected',
    'not-json',
    'too-large',
    'unexpected-answer',
    'access-missing',
  ] as const)('names the service: %s', (reason) => {
    for (const linkCreated of ['no', 'maybe'] as const)
      expect(failureSentence({ reason, linkCreated, service }, text, 'popup')).toContain(service);
  });

  it.each(['bad-request', 'not-found', 'method-not-allowed', 'permission-denied'] as const)(
    'says that no link was created, and what to check: %s',
    (reason) => {
      expect(failureSentence({ reason, linkCreated: 'no', service }, text, 'popup')).toMatch(
        /^No link was created\b.+\. (Check|Ask)|^No link was created\. Ask /,
      );
      expect(failureSentence({ reason, linkCreated: 'no', service }, text, 'settings')).not.toContain(
        'created',
      );
    },
  );

  it('does not blame the SecretID alone if the style may be wrong', () => {
    for (const reason of ['credentials-rejected', 'application-not-found'] as const)
      for (const place of ['popup', 'settings'] as const)
        expect(failureSentence({ reason, linkCreated: 'no', service }, text, place)).toContain(
          'how credentials are sent',
        );
  });

  // The pages and toasts of the menu and the shortcut have no field.
  it.each(['not-web', 'address-hidden', 'local-file', 'email-address', 'password', 'too-long'] as const)(
    'gives no advice that needs a field for the link: %s',
    (reason) =>
      expect(failureSentence({ reason, linkCreated: 'no' }, text, 'popup')).not.toMatch(/Change|Enter|type/),
  );

  it('names the seconds to wait if no button counts them', () => {
    const limited: Failure = { reason: 'too-many-requests', linkCreated: 'no', retryAfter: 42 };
    expect(failureSentence(limited, text, 'settings')).toContain('42 s.');
    expect(failureSentence(limited, text, 'popup')).toContain('countdown');
  });
});
