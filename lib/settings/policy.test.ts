import { describe, expect, it } from 'vitest';
import type { Feature } from '../api/links/contract.ts';
import { choices, type Preset } from '../validity/validity.ts';
import type { ConnectionInfo } from './connection-info.ts';
import { policyFields } from './policy-fields.ts';
import { problemsOf } from '../connection/policy-view.ts';
import { type ManagedPolicy, settingsUnderPolicy } from './policy.ts';
import { testInfo } from './test-helpers/connection-info.ts';

const own = {
  connections: [] as ConnectionInfo[],
  defaultValidity: 'last' as Preset | 'last',
  lastValidity: 'month' as const,
};
const free = { offered: choices, musicOff: false, connected: false };

describe('settings under a policy', () => {
  it.each<[ManagedPolicy, object]>([
    [{}, {}],
    [
      { allowedValidities: ['never', 'day', 'custom'] },
      { offered: ['day', 'never', 'custom'], lastValidity: 'day' },
    ],
    [{ allowedValidities: ['month', 'day'] }, { offered: ['day', 'month'] }],
    [{ allowedValidities: ['month', 'fortnight', 7] }, { offered: ['month'] }],
    [{ allowedValidities: [] }, {}],
    [{ allowedValidities: ['custom'] }, {}],
    [{ allowedValidities: 'month' }, {}],
    [{ defaultValidity: 'year' }, { defaultValidity: 'year' }],
    [{ defaultValidity: 'custom' }, {}],
    [{ defaultValidity: 'last' }, {}],
    [{ defaultValidity: 'year', allowedValidities: ['month'] }, { offered: ['month'] }],
    [{ musicOff: true }, { musicOff: true }],
    [{ musicOff: 'true' }, {}],
    [{ secretId: 'id' }, { connected: true }],
  ])('%j', (managed, changed) => {
    expect(settingsUnderPolicy(own, managed)).toEqual({ ...own, ...free, ...changed });
  });

  it.each<[ManagedPolicy, Feature[]]>([
    [{ allowEditing: false }, ['manage', 'opens', 'limit', 'ending']],
    [{ allowLimits: false }, ['manage', 'edit', 'opens', 'ending']],
    [{ allowEditing: 'false', allowLimits: true }, ['manage', 'edit', 'opens', 'limit', 'ending']],
  ])('withhold what a service offers: %j', (managed, features) => {
    const all = testInfo({ features: ['manage', 'edit', 'opens', 'limit', 'ending'] });
    const settings = settingsUnderPolicy({ ...own, connections: [all, testInfo({ id: 'b' })] }, managed);
    expect(settings.connections).toEqual([testInfo({ features }), testInfo({ id: 'b' })]);
    expect(settings.connected).toBe(true);
  });

  it.each<[ManagedPolicy, Preset | 'last']>([
    [{}, 'year'],
    [{ defaultValidity: 'day' }, 'day'],
    [{ allowedValidities: ['day'] }, 'last'],
  ])('allow no validity of a connection that is not allowed: %j', (managed, validity) => {
    const connections = [testInfo({ validity: 'year' }), testInfo({ id: 'b' })];
    const settings = settingsUnderPolicy({ ...own, connections }, managed);
    expect(settings.connections).toEqual([testInfo({ validity }), testInfo({ id: 'b' })]);
  });

  it('ignore the person’s default validity if it is not allowed', () => {
    const year = { ...own, defaultValidity: 'year' as const };
    expect(settingsUnderPolicy(year, { allowedValidities: ['day', 'week'] })).toMatchObject({
      defaultValidity: 'last',
      lastValidity: 'day',
    });
  });
});

it.each<[ManagedPolicy, string[]]>([
  [{}, []],
  [{ allowedValidities: [...choices], defaultValidity: 'day', musicOff: false }, []],
  [{ allowedValidities: [] }, ['allowed-validities']],
  [{ allowedValidities: ['custom'] }, ['allowed-validities']],
  [{ allowedValidities: 'day' }, ['allowed-validities']],
  [{ allowedValidities: ['day', 'fortnight', 7] }, ['unknown-validity fortnight', 'unknown-validity 7']],
  [{ defaultValidity: 'custom' }, ['default-validity']],
  [{ defaultValidity: ['day'] }, ['default-validity']],
  [{ defaultValidity: 'day', allowedValidities: ['week'] }, ['default-not-allowed']],
  [{ defaultValidity: 'day', allowedValidities: [] }, ['allowed-validities']],
  [{ musicOff: 1, defaultValidity: null }, ['default-validity', 'not-boolean musicOff']],
  [{ allowEditing: false, allowLimits: 'no' }, ['not-boolean allowLimits']],
])('the problems of a policy %j', (managed, problems) => {
  expect(problemsOf(managed).map((each) => Object.values(each).join(' '))).toEqual(problems);
});

it('docs/policy-fields.md lists the fields of a policy (`npx vitest run -u` writes it)', async () => {
  const list = Object.entries(policyFields).map(
    ([field, { type, description }]) => `- \`${field}\` (${type}): ${description}\n`,
  );
  await expect(`# Fields of the policy\n\n${list.join('')}`).toMatchFileSnapshot(
    '../../docs/policy-fields.md',
  );
});
