import * as z from 'zod/mini';
import {
  advanced,
  type Advanced,
  defaultAdvanced,
  mapOperations,
  type Operation,
  operationNames,
  type Paths,
} from '../api/contract.ts';
import {
  type AddressProblem,
  defaultTemplate,
  hasConnectionCode,
  longestField,
  readServiceAddress,
  readTemplate,
  type TemplateProblem,
} from './address.ts';
import { oneLine, truncate } from '../characters/text.ts';
import { type ConnectionParts, readConnectionCode } from '../connection-code/contract.ts';
import { hue, offeredFirst } from '../settings/connection-fields.ts';
import { longestName } from '../settings/connection-info.ts';

/** Characters of the longest path that is accepted. */
const longestPath = 200;

const typedText = z.string().check(z.maxLength(longestField));

/**
 * What a person types to connect. A null key stands for the saved key; without `advanced`, the defaults apply, and without
 * `validity` what the settings say.
 */
export const connectionForm = z.lazy(() =>
  z.object({
    /** The connection that is changed; without it, one is added. */
    id: z.optional(z.string()),
    name: z.optional(typedText),
    /** Without it, one that no other connection has. */
    hue: z.optional(hue),
    validity: z.optional(offeredFirst),
    /** Whether it becomes the default connection; without it, the order stays. */
    makesDefault: z.optional(z.boolean()),
    address: typedText,
    secretId: typedText,
    secretKey: z.nullable(typedText),
    template: typedText,
    advanced: z.optional(advanced),
  }),
);

export type ConnectionForm = z.infer<typeof connectionForm>;

/** Why a SecretID or a SecretKey cannot be used. */
type CredentialProblem = 'empty' | 'has-space' | 'bad-characters';

/** Why a path cannot be used. */
type PathProblem = 'no-slash' | 'has-host' | 'bad-characters' | 'too-long';

/** The fields that a connection code fills in. */
export const codeFields = ['address', 'secretId', 'secretKey'] as const;

type CodeField = (typeof codeFields)[number];

/** What is wrong with one field, before anything is sent. */
export type FieldProblem =
  | { field: 'address'; problem: AddressProblem }
  | { field: 'secretId'; problem: CredentialProblem }
  /** Another connection has this address and SecretID; `name`: what it is called. */
  | { field: 'secretId'; problem: 'in-use'; name: string }
  | { field: 'address'; problem: 'at-limit' }
  | { field: 'secretKey'; problem: CredentialProblem | 'enter-again' }
  | { field: 'template'; problem: TemplateProblem }
  | { [Field in CodeField]: { field: Field; problem: CodeProblem } }[CodeField]
  | { field: `${Operation}Path`; problem: PathProblem };

/** The form with every field normalized. */
export interface ConnectionRequest extends Pick<ConnectionForm, 'id' | 'hue' | 'validity' | 'makesDefault'> {
  name: string | undefined;
  address: string;
  origin: string;
  secretId: string;
  secretKey: string | null;
  template: string | null;
  advanced: Advanced | undefined;
}

type ReadForm = { ok: true; request: ConnectionRequest } | ({ ok: false } & FieldProblem);

type Credential = { ok: true; value: string } | { ok: false; problem: CredentialProblem };

const readCredential = (typed: string, allowed: RegExp): Credential => {
  const value = typed.trim();
  if (value === '') return { ok: false, problem: 'empty' };
  if (/\s/.test(value)) return { ok: false, problem: 'has-space' };
  const isUsable = allowed.test(value) && value.length <= longestField;
  return isUsable ? { ok: true, value } : { ok: false, problem: 'bad-characters' };
};

/** Reads a SecretID: visible ASCII, which a header can carry, without a colon, which ends it in Basic credentials. */
export const readSecretId = (typed: string): Credential => readCredential(typed, /^[!-9;-~]+$/);

/** Reads a SecretKey: visible ASCII. */
export const readSecretKey = (typed: string): Credential => readCredential(typed, /^[!-~]+$/);

/** A name as it is stored: one line, at most 60 characters, without characters that reorder the text around it. */
export const readName = (typed: string): string => truncate(oneLine(typed), longestName);

/**
 * Reads the form; returns the first problem if there is one. Does not check `advanced`: the background gets the form after the
 * page has read it by `readFormWithAdvanced`.
 */
export const readForm = (form: ConnectionForm): ReadForm => {
  const service = readServiceAddress(form.address);
  if (!service.ok) return { ok: false, field: 'address', problem: service.problem };

  const secretId = readSecretId(form.secretId);
  if (!secretId.ok) return { ...secretId, field: 'secretId' };

  const secretKey = form.secretKey === null ? null : readSecretKey(form.secretKey);
  if (secretKey?.ok === false) return { ...secretKey, field: 'secretKey' };

  const read = readTemplate(form.template);
  if (!read.ok) return { ok: false, field: 'template', problem: read.problem };
  const { address, origin } = service;
  // The default is not stored: it follows the service address.
  const template = read.template === defaultTemplate(origin) ? null : read.template;

  const { id, hue, validity, makesDefault, advanced } = form;
  const name = form.name === undefined ? undefined : readName(form.name);
  return {
    ok: true,
    request: {
      id,
      name,
      hue,
      validity,
      makesDefault,
      address,
      origin,
      secretId: secretId.value,
      secretKey: secretKey && secretKey.value,
      template,
      advanced,
    },
  };
};

/** What is wrong with the path of an operation below the service address; null if it can be used as it is typed. */
export const pathProblem = (path: string): PathProblem | null => {
  if (/^(\w+:)?\/\//.test(path)) return 'has-host';
  if (!path.startsWith('/')) return 'no-slash';
  if (path.length > longestPath) return 'too-long';
  // Parsing changes a path with a query, a fragment, spaces or encoded dots: such a path would not be sent as it is.
  const isPlain = URL.parse(path, 'https://s.example')?.pathname === path && !path.includes('..');
  return isPlain && !hasConnectionCode(path) ? null : 'bad-characters';
};

type CheckedForm =
  /** The form as it is sent, and the origin that it needs the permission for. */
  { ok: true; form: ConnectionForm; origin: string } | { ok: false; problem: FieldProblem };

/** The trimmed paths, or the problem of the first wrong one. An empty path stands for the default. */
const readPaths = (typed: Paths): { paths: Record<Operation, string> } | { problem: FieldProblem } => {
  const paths = mapOperations((name) => typed[name].trim());
  for (const name of operationNames) {
    const problem = paths[name] === '' ? null : pathProblem(paths[name]);
    if (problem) return { problem: { field: `${name}Path`, problem } };
  }
  return { paths };
};

/** As `readForm`, on the page before the form is sent: also checks the advanced fields, and omits them if each has its default. */
export const readFormWithAdvanced = ({
  advanced = defaultAdvanced,
  ...form
}: ConnectionForm): CheckedForm => {
  const read = readForm(form);
  if (!read.ok) return { ok: false, problem: read };
  const { address, origin } = read.request;

  const typed = readPaths(advanced.paths);
  if ('problem' in typed) return { ok: false, problem: typed.problem };
  const changed = withoutDefaults({ paths: typed.paths, credentials: advanced.credentials });
  return { ok: true, form: { ...form, address, ...(changed && { advanced: changed }) }, origin };
};

/** The advanced fields; undefined if each has its default. */
export const withoutDefaults = (fields: Advanced): Advanced | undefined => {
  const isSet = fields.credentials !== 'detect' || Object.values(fields.paths).some((path) => path !== '');
  return isSet ? fields : undefined;
};

/** The advanced fields that an organization sets; null for each that it leaves to the person. */
export interface LockedAdvanced {
  paths: Readonly<Record<Operation, string | null>>;
  credentials: Advanced['credentials'] | null;
}

/** The advanced fields under a policy: the organization's value, else the person's; undefined if neither sets one. */
export const advancedUnderPolicy = (
  locked: LockedAdvanced,
  own: Advanced = defaultAdvanced,
): Advanced | undefined =>
  withoutDefaults({
    paths: mapOperations((name) => locked.paths[name] ?? own.paths[name]),
    credentials: locked.credentials ?? own.credentials,
  });

/** Why a connection code cannot be used. */
type CodeProblem = 'code-broken' | 'code-newer' | 'code-for-other-account';

export type PastedCode =
  { kind: 'parts'; parts: ConnectionParts } | { kind: 'problem'; problem: CodeProblem };

/** What an organization sets, so that a code must agree with it; null for what it leaves to the person. */
interface LockedAccount {
  address: string | null;
  secretId: string | null;
}

const codeProblem = (problem: CodeProblem): PastedCode => ({ kind: 'problem', problem });

/** A code with all the text after it, since a mail program may have broken it into lines. */
const codePattern = /waylark:(\d+):.*$/s;

/**
 * What remains of a code whose beginning was cut off, at any letter. 64 letters or more without a dot cannot be an address: a
 * part of a host name has 63 at most.
 */
const codeWithoutStart = /^(?:w?a?y?l?a?r?k?:)?(?:\d*:)?[\w-]{64,}$/i;

/** Characters of the longest pasted text that is searched for a code, such as a mail; it limits the time of the expressions. */
const longestPaste = 100_000;

const isForOtherAccount = ({ address, secretId }: ConnectionParts, locked: LockedAccount): boolean => {
  const read = readServiceAddress(address);
  const isOtherAddress = locked.address !== null && (!read.ok || read.address !== locked.address);
  return isOtherAddress || (locked.secretId !== null && locked.secretId !== secretId);
};

/** The connection code in a text that was put into a field, whole or broken; null if the text holds none. */
export const readPastedCode = (
  text: string,
  {
    isAddress,
    locked,
  }: {
    /** Whether the field is the address, where a long text without dots can only be a broken code; a SecretKey may look like one. */
    isAddress: boolean;
    locked: LockedAccount;
  },
): PastedCode | null => {
  if (text.length > longestPaste) return null;
  const [code, version] = codePattern.exec(text) ?? [];
  if (code === undefined)
    return isAddress && codeWithoutStart.test(text.trim()) ? codeProblem('code-broken') : null;

  // First as one code that was broken into lines, then as a code that ends at the first white space.
  const parts = readConnectionCode(code) ?? readConnectionCode(code.replace(/\s.*$/s, ''));
  if (parts)
    return isForOtherAccount(parts, locked)
      ? codeProblem('code-for-other-account')
      : { kind: 'parts', parts };
  return codeProblem(version === '1' ? 'code-broken' : 'code-newer');
};
