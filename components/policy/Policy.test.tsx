import { render, screen } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { policyViewOf } from '../../lib/connection/policy-connection.ts';
import { press, status } from '../testing/dom.ts';
import { Policy, PolicyProblems } from './Policy.tsx';

const renderProblems = (managed: Record<string, unknown>, copy = () => Promise.resolve(true)) =>
  render(
    <Policy.Provider value={policyViewOf(managed)}>
      <PolicyProblems copy={copy} />
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

it('copies the list for the administrator', async () => {
  const copy = vi.fn(() => Promise.resolve(true));
  renderProblems({ musicOff: 'yes', allowLimits: 0 }, copy);
  press('Copy');
  expect(copy).toHaveBeenCalledExactlyOnceWith(
    'musicOff must be true or false.\nallowLimits must be true or false.',
  );
  await expect.poll(status).toBe('Copied');
});

it('shows nothing if no field is wrong', () => {
  expect(renderProblems({ allowedValidities: ['day'], musicOff: true }).container.textContent).toBe('');
});
