import { type Operation, paths } from '../api/contract.ts';
import { choices, presets } from '../validity/validity.ts';

interface PolicyFieldSchema {
  type: 'string' | 'boolean' | 'array';
  items?: { type: 'string' } | { type: 'object'; properties: Record<string, PolicyFieldSchema> };
  description: string;
}

/** The operations as administrators know them. */
const operationTitles = {
  token: 'Get token',
  add: 'Add',
  time: 'Current time',
  music: 'Music list',
  grayscale: 'Grayscale filter',
} as const satisfies Record<Operation, string>;

type PathField = `${Operation}Path`;

const pathSchema = (name: Operation): PolicyFieldSchema => ({
  type: 'string',
  description: `Path of ${operationTitles[name]} below serviceAddress, such as ${paths[name]}. Without it: the default of the version that serviceAddress names.`,
});

const pathFields = Object.fromEntries(
  (Object.keys(operationTitles) as Operation[]).map((name) => [`${name}Path`, pathSchema(name)]),
) as Record<PathField, PolicyFieldSchema>;

const validities = (values: readonly string[]): string =>
  `${values.slice(0, -1).join(', ')} or ${values.at(-1) ?? ''}`;

const connectionFields = {
  serviceAddress: {
    type: 'string',
    description:
      'Base address of the service, such as https://s.example/v3 or https://s.example/v3.1; one that ends with / after the host has no version. https, or http for the same computer (127.0.0.1, localhost). Alone: people enter their own credentials for this service, and no other.',
  },
  secretId: { type: 'string', description: 'SecretID of the account. Only together with serviceAddress.' },
  secretKey: {
    type: 'string',
    description:
      'SecretKey of the account. Only together with serviceAddress and secretId; with all three, Waylark is connected.',
  },
  shortLinkAddress: {
    type: 'string',
    description:
      'Address of a short link, with {linkID} in it once, such as https://s.example/{linkID}. Without it: the origin of the service address.',
  },
  credentialStyle: {
    type: 'string',
    description:
      'How credentials are sent: detect (the default: one style after another is tried once, and the one that works is stored), headers (SecretID and SecretKey as two headers), basic (Basic with base64) or basic-plain (Basic without it).',
  },
  ...pathFields,
} as const satisfies Record<string, PolicyFieldSchema>;

/**
 * The fields of an organization's policy. Chromium's schema of them is generated from this table at build time
 * (https://www.chromium.org/administrators/configuring-policy-for-extensions/), and docs/policy-fields.md by its test.
 */
export const policyFields = {
  ...connectionFields,
  connections: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        name: { type: 'string', description: 'What the connection is called; without it, its host.' },
        ...connectionFields,
        defaultValidity: { type: 'string', description: 'The validity that is offered first for it.' },
      },
    },
    description:
      'Several connections, the default one first. Each is an object with serviceAddress, secretId and secretKey, and, if wanted, name, shortLinkAddress, credentialStyle, the paths and defaultValidity. They stand beside the account of the fields above, if those set one.',
  },
  allowOwnConnections: {
    type: 'boolean',
    description:
      'true: people can use connections of their own beside those that the policy sets. Without it, people can use only the connections that the policy sets, if it sets any; connections that they have saved stay stored.',
  },
  allowedValidities: {
    type: 'array',
    items: { type: 'string' },
    description: `Which validities are allowed, any of ${validities(choices)} (an expiry date that the person chooses); any other is refused before it is sent. At least one besides custom.`,
  },
  defaultValidity: {
    type: 'string',
    description: `The validity that is offered first, and that menu and shortcut take: ${validities(presets)}, and one that is allowed.`,
  },
  musicOff: {
    type: 'boolean',
    description:
      'true: no music on 404 pages and no “Play music here”; access to all sites is revoked. Chromium would take the access to the service along: there, a button in the settings requests that access again.',
  },
  allowEditing: {
    type: 'boolean',
    description: 'false: nobody can change the address to which a short link leads.',
  },
  allowLimits: {
    type: 'boolean',
    description: 'false: no short links that can be opened a number of times.',
  },
} as const satisfies Record<string, PolicyFieldSchema>;

export type PolicyField = keyof typeof policyFields;

/** The schema that Chromium's manifest names: it drops values of a wrong type. */
export const managedSchema = { type: 'object', properties: policyFields };
