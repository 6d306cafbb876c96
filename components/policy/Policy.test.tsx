import { render, screen } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { policyViewOf } from '../../lib/connection/policy-connection.ts';
import { Policy, PolicyNotes } from './Policy.tsx';

const renderNotes = (managed: Record<string, unknown>) =>
  render(
    <Policy.Provider value={policyViewOf(managed)}>
      <PolicyNotes />
    </Policy.Provider>,
  );

const problems = (): (string | null)[] =>
  screen.queryAllByRole('listitem').map(({ textContent }) => textContent);

it('names each field of a policy that cannot be used, and what it must be', () => {
  renderNotes({
    serviceAddress: 'http://public.example/v3',
    secretId: 5,
    shortLinkAddress: 'https://s.example/',
    credentialStyle: 'both',
    addPath: 'shortLink/add',
    allowedValidities: ['day', 'fortnight'],
    defaultValidity: 'week',
    musicOff: 'yes',
  });
  expect(screen.queryByText(/^Your organisation sets some of this/)).toBeNull();
  expect(problems()).toEqual(
    [
      'serviceAddress must begin with https://',
      'shortLinkAddress must be a web address',
      'credentialStyle must be one of',
      'addPath must be a path',
      'In allowedValidities, “fortnight”',
      'defaultValidity must be one of those',
      'musicOff must be true or false',
    ].map((beginning) => expect.stringContaining(beginning) as string),
  );
});

it.each<[string, Record<string, unknown>]>([
  ['some of the settings are set', { allowedValidities: ['day'] }],
  ['a path is set', { timePath: '/clock' }],
  ['the music is off', { musicOff: true }],
])('says that %s by the organisation', (_, managed) => {
  renderNotes(managed);
  expect(screen.getByText(/^Your organisation sets some of this/)).toBeTruthy();
  expect(problems()).toEqual([]);
});

it('shows nothing if the organisation sets nothing', () => {
  expect(renderNotes({}).container.textContent).toBe('');
});
