import { describe, expect, it } from 'vitest';
import english from '../../public/_locales/en/messages.json' with { type: 'json' };
import chinese from '../../public/_locales/zh_CN/messages.json' with { type: 'json' };
import { type Reason, reasons, rowOf } from '../failures/contract.ts';
import type { Failure } from '../failures/schema.ts';
import { failureSentence } from './failure-sentence.ts';

const service = 'https://s.example/v3';

/** The texts of a catalog with the first value in the place of each placeholder. */
const textsOf =
  (catalog: Record<string, { message: string }>) =>
  (key: string, ...values: string[]): string => {
    const found = catalog[key];
    if (!found) throw new Error(`${key} is not in the catalog`);
    return found.message.replace(/\$\w+\$/g, values[0] ?? '');
  };
const text = textsOf(english);

/** Reasons after which it must be unknown whether a link was created. */
const open: Reason[] = [
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

const said = (failure: Failure, place: Parameters<typeof failureSentence>[1] = 'popup') =>
  failureSentence({ service, ...failure }, place, text);

describe('the sentence of a failure', () => {
  it.each(reasons)('says what happened, and on a line of its own what to do: %s', (reason) => {
    const [no, unknown] = (['no', 'maybe'] as const).map((hadEffect) => said({ reason, hadEffect }));
    for (const each of [no, unknown]) {
      expect(each).toMatch(/^[A-Zs].{12,}\.(\n[A-Z].+\.)?$/);
      expect(each).not.toMatch(/: |\b(made?|makes?|end(s|ed)?|gone|forg[eo]t)\b/);
    }
    expect(no).not.toContain('may exist');
    if (open.includes(reason) || rowOf(reason).mayHaveEffect)
      expect(unknown).toMatch(/\nYour link may exist\. Check History before you try again\.$/);
    else if (reason === 'ending-taken') expect(unknown).toContain(', perhaps by your first try.');
    else expect(unknown).toBe(no);
  });

  it.each(reasons)('says the same in Chinese: %s', (reason) => {
    for (const hadEffect of ['no', 'maybe'] as const) {
      const [first, second] = [english, chinese].map((catalog) =>
        failureSentence({ reason, hadEffect, service }, 'popup', textsOf(catalog)),
      );
      expect(second).toMatch(/\p{Script=Han}.*。$/u);
      expect(second?.split('\n').length).toBe(first?.split('\n').length);
      expect(second?.includes('短链接可能已生成')).toBe(first?.includes('Your link may exist'));
      expect(second?.includes('s.example')).toBe(first?.includes('s.example'));
    }
  });

  it.each([
    ['maybe', 'outcome', 'Check History before you try again.'],
    ['no', 'outcome', 'Check your network and the service address.'],
    ['maybe', 'settings', 'Check your network and the service address.'],
  ] as const)('does not repeat what a title says, had an effect: %s, %s', (hadEffect, place, todo) => {
    const sentence = said({ reason: 'unreachable', hadEffect }, place);
    expect(sentence).toBe(`No answer from s.example.\n${todo}`);
  });

  it.each([
    'timeout',
    'unreachable',
    'redirected',
    'not-json',
    'too-large',
    'unexpected-answer',
    'access-missing',
  ] as const)('names the host of the service: %s', (reason) => {
    for (const hadEffect of ['no', 'maybe'] as const)
      expect(said({ reason, hadEffect })).toMatch(/\bs\.example\b(?!\/)/);
  });

  it.each(['unreachable', 'bad-request', 'not-found', 'method-not-allowed', 'permission-denied'] as const)(
    'says beside a link that none was created, and what to check: %s',
    (reason) => {
      expect(said({ reason, hadEffect: 'no' })).toMatch(/\nNo link was created\. (Check|Ask) /);
      expect(said({ reason, hadEffect: 'no' }, 'settings')).not.toContain('created');
    },
  );

  it.each([
    ['maybe', 'Your link may exist.'],
    ['no', 'No link was created.'],
  ] as const)('gives no advice in the form, whose buttons do: had an effect: %s', (hadEffect, end) =>
    expect(said({ reason: 'unreachable', hadEffect }, 'form')).toBe(`No answer from s.example.\n${end}`),
  );

  it('says in the form what no button says: to sign in to the network', () =>
    expect(said({ reason: 'redirected', hadEffect: 'no' }, 'form')).toMatch(/sign in to your network/));

  it('does not repeat beside an entry of the history what the entry says', () => {
    expect(said({ reason: 'timeout', hadEffect: 'maybe' }, 'history')).toBe(
      's.example did not answer in time.',
    );
    expect(said({ reason: 'not-json', hadEffect: 'no' }, 'history')).not.toContain('created');
  });

  it.each([
    'credentials-rejected',
    'application-not-found',
    'bad-request',
    'not-found',
    'method-not-allowed',
  ] as const)('names Advanced only in the form that has it: %s', (reason) => {
    const inSettings = said({ reason, hadEffect: 'no' }, 'settings');
    for (const place of ['popup', 'form', 'outcome', 'settings'] as const)
      expect(said({ reason, hadEffect: 'no' }, place)).not.toContain('Advanced');
    expect(said({ reason, hadEffect: 'no' }, 'connection')).toBe(
      `${inSettings} Then check what is set under Advanced.`,
    );
  });

  // The pages and toasts of the menu and the shortcut have no field.
  it.each([
    'not-web',
    'address-hidden',
    'address-loading',
    'local-file',
    'email-address',
    'password',
    'too-long',
  ] as const)('gives no advice that needs a field for the link: %s', (reason) =>
    expect(said({ reason, hadEffect: 'no' })).not.toMatch(/Change|Enter|type/),
  );

  it('names the seconds to wait if no button counts them', () => {
    const limited: Failure = { reason: 'too-many-requests', hadEffect: 'no', retryAfter: 42 };
    expect(said(limited, 'settings')).toContain('42 s.');
    expect(said(limited)).toBe('Too many requests.');
  });
});
