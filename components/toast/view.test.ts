import { describe, expect, it, vi } from 'vitest';
import type { DeliveredOutcome } from '../../lib/delivery/types.ts';
import { toastOutcomeOf } from '../../lib/delivery/toast-outcome.ts';
import { type Copied, type View, viewOf } from './view.ts';

vi.mock('../../lib/webextension/browser.ts', () => ({
  browser: {
    i18n: {
      getMessage: (key: string, values: string[]) =>
        key === 'languageCode' ? 'en' : [key, ...values].join(' '),
      getUILanguage: () => 'en',
    },
  },
}));

const delivered: DeliveredOutcome = {
  link: 'https://example.com/',
  outcome: { ok: true, shortLink: 'short', expiresAt: 9_999_999_999 },
  warning: null,
  removed: [],
  action: null,
};
const view = (patch: Partial<DeliveredOutcome>, copied: Copied = 'not-tried', wait = 0) =>
  viewOf({ kind: 'outcome', delivered: toastOutcomeOf({ ...delivered, ...patch }), copied, wait });
const names = (...all: Parameters<typeof view>) => view(...all).buttons.map(({ text: words }) => words);

describe('the texts of the toast', () => {
  it.each<[Copied, View['tone'], string, string[]]>([
    ['yes', 'good', 'copied', ['open']],
    ['no', 'warn', 'notCopied', ['copy', 'open']],
    ['refused', 'warn', 'toastRefused', ['copy', 'open']],
    ['not-tried', 'calm', 'linkReady', ['copy', 'open']],
  ])('says of a link whose copying came out as "%s"', (copied, ...expected) => {
    const { tone, head, ...rest } = view({}, copied);
    expect([tone, head, names({}, copied)]).toEqual(expected);
    expect(rest).toMatchObject({ link: 'short', notes: ['expiryNever'], isUrgent: false });
  });

  it('has a button for each action, with the seconds while it waits', () => {
    const failed = (what: NonNullable<DeliveredOutcome['action']>['kind']): Partial<DeliveredOutcome> => ({
      outcome: { ok: false, failure: { reason: 'timeout', linkCreated: 'no', service: 'x' } },
      action: { kind: what, id: '1' },
    });
    expect(names(failed('try-again'))).toEqual(['tryAgain']);
    expect(names(failed('try-again'), 'not-tried', 3)).toEqual(['toastTryAgainIn 3']);
    expect(names(failed('settings'))).toEqual(['settings']);
    expect(names(failed('without-password'))).toEqual(['useWithoutPassword']);
    expect(names({ action: { kind: 'another', id: '1' } }, 'yes')).toEqual(['createAnother', 'open']);
    expect(view(failed('settings'))).toMatchObject({
      head: 'failure_timeout_no x',
      isUrgent: true,
      link: '',
    });
  });

  it('shows the warning for the address, and nothing before there is an outcome', () => {
    expect(view({ warning: 'secret' }).warning).toBe('urlWarning_secret');
    expect(viewOf({ kind: 'waiting' })).toMatchObject({ head: 'shortening', buttons: [] });
    expect(viewOf({ kind: 'nothing' }).head).toBe('');
  });
});
