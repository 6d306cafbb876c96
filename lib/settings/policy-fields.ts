import { type Operation, paths } from '../api/contract.ts';
import { choices, presets } from '../validity/validity.ts';

interface PolicyFieldSchema {
  type: 'string' | 'boolean' | 'array';
  items?: { type: 'string' };
  description: string;
}

/** The operations as administrators know them, in the order of docs/policy.md. */
const operationTitles = {
  token: 'Get token',
  add: 'Add',
  time: 'Current time',
  music: 'Music list',
  grayscale: 'Grayscale filter',
  divisions: 'Get administrative divisions',
} as const satisfies Record<Operation, string>;

type PathField = `${Operation}Path`;

const pathSchema = (name: Operation): PolicyFieldSchema => ({
  type: 'string',
  description: `Path of ${operationTitles[name]} below serviceAddress, such as ${paths[name]}; without it the default of the version that serviceAddress names.`,
});

const pathFields = Object.fromEntries(
  (Object.keys(operationTitles) as Operation[]).map((name) => [`${name}Path`, pathSchema(name)]),
) as Record<PathField, PolicyFieldSchema>;

/**
 * The fields of an organisation's policy. Chromium's schema of them is generated from this table at build time
 * (https://www.chromium.org/administrators/configuring-policy-for-extensions/); docs/policy.md explains them to
 * administrators, and a test compares both.
 */
export const policyFields = {
  serviceAddress: {
    type: 'string',
    description: 'Base address of the service, such as https://s.example/v3.',
  },
  secretId: { type: 'string', description: 'SecretID of the account; only with serviceAddress.' },
  secretKey: {
    type: 'string',
    description: 'SecretKey of the account; only with serviceAddress and secretId.',
  },
  shortLinkAddress: {
    type: 'string',
    description: 'Address of a short link with {linkID} in it, such as https://s.example/{linkID}.',
  },
  credentialStyle: {
    type: 'string',
    description:
      'How credentials are sent: detect (the default), headers, basic (base64) or basic-plain (not encoded).',
  },
  ...pathFields,
  allowedValidities: {
    type: 'array',
    items: { type: 'string' },
    description: `The validities on offer: ${choices.join(', ')}.`,
  },
  defaultValidity: {
    type: 'string',
    description: `The validity that is offered first: ${presets.slice(0, -1).join(', ')} or ${presets.at(-1) ?? ''}.`,
  },
  musicOff: { type: 'boolean', description: 'No music on 404 pages.' },
} as const satisfies Record<string, PolicyFieldSchema>;

export type PolicyField = keyof typeof policyFields;

/** The schema that Chromium's manifest names: it drops values of a wrong type. */
export const managedSchema = { type: 'object', properties: policyFields };
