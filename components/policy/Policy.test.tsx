import { render, screen } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { copy } from '../../lib/browser/clipboard.ts';
import { policyViewOf } from '../../lib/connection/policy-view.ts';
import { policy } from '../options/options-state.ts';
import { press, said } from '../testing/dom.ts';
import { PolicyProblems } from './Policy.tsx';

const renderProblems = (managed: Record<string, unknown>) => {
  policy.value = policyViewOf(managed);
  return render(<PolicyProblems />);
};

const problems = (): (string | null)[] =>
  screen.queryAllByRole('listitem').map(({ textContent }) => textContent);

it('names each field of a policy that cannot be used, and what it must be', () => {
  renderProblems({
    serviceAddress: 'http://public.example/v3',
    secretId: 5,
    shortLinkAddress: 'https://s.example/',
    credentialStyle: 'both',
    addPath: 'shortLink/add',
    allowedValidities: ['day', 'fortnight'],
    defaultValidity: 'week',
    musicOff: 'yes',
    allowLimits: 0,
  });
  expect(problems()).toEqual(
    [
      'serviceAddress must begin with https://',
      'shortLinkAddress must be a web address',
      'credentialStyle must be one of',
      'addPath must be a path',
      'In allowedValidities, “fortnight”',
      'defaultValidity must be one of allowed',
      'musicOff must be true or false',
      'allowLimits must be true or false',
    ].map((beginning) => expect.stringContaining(beginning) as string),
  );
});

it('copies the list for the administrator', async () => {
  renderProblems({ musicOff: 'yes', allowLimits: 0 });
  press('Copy');
  expect(copy).toHaveBeenCalledExactlyOnceWith(
    'musicOff must be true or false.\nallowLimits must be true or false.',
  );
  await expect.poll(said).toBe('Copied');
});

it('shows nothing if no field is wrong', () => {
  expect(renderProblems({ allowedValidities: ['day'], musicOff: true }).container.textContent).toBe('');
});
