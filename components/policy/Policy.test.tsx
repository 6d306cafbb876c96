import { render, screen } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { policyViewOf } from '../../lib/connection/policy-connection.ts';
import { Policy, PolicyProblems } from './Policy.tsx';

const renderProblems = (managed: Record<string, unknown>) =>
  render(
    <Policy.Provider value={policyViewOf(managed)}>
      <PolicyProblems />
    </Policy.Provider>,
  );

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

it('shows nothing if no field is wrong', () => {
  expect(renderProblems({ allowedValidities: ['day'], musicOff: true }).container.textContent).toBe('');
});
