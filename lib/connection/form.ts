import {
  type AddressProblem,
  defaultTemplate,
  readServiceAddress,
  readTemplate,
  type TemplateProblem,
} from './address.ts';
import type { Advanced, Operation } from '../api/contract.ts';
import type { PathProblem } from './path.ts';

/** What a person types to connect. A null key means: the one that is saved; missing `advanced`: all of it is as usual. */
export interface ConnectionForm {
  address: string;
  secretId: string;
  secretKey: string | null;
  template: string;
  advanced?: Advanced | undefined;
}

/** What is wrong with one field, before anything is sent. */
export type FieldProblem =
  | { field: 'address'; problem: AddressProblem }
  | { field: 'secretId'; problem: 'empty' | 'bad-characters' }
  | { field: 'secretKey'; problem: 'empty' | 'bad-characters' | 'enter-again' }
  | { field: 'template'; problem: TemplateProblem }
  | { [Name in Operation]: { field: `${Name}Path`; problem: PathProblem } }[Operation];

/** The form as it is used: everything normalised. */
export interface ConnectionWish {
  address: string;
  origin: string;
  secretId: string;
  secretKey: string | null;
  template: string | null;
  advanced: Advanced | undefined;
}

export type ReadForm = { ok: true; wish: ConnectionWish } | ({ ok: false } & FieldProblem);

/** Characters of the longest text that is taken. */
const longestField = 1000;

/** Visible ASCII: what a header can carry; a SecretID has no colon, since Basic credentials end it there. */
const idCharacters = /^[!-9;-~]+$/;
const keyCharacters = /^[!-~]+$/;

const textProblem = (text: string, allowed: RegExp): 'empty' | 'bad-characters' | null => {
  if (text === '') return 'empty';
  return allowed.test(text) && text.length <= longestField ? null : 'bad-characters';
};

/** Reads the form, first problem first; what is advanced in it is read where it is typed (typed.ts). */
export const readForm = (form: ConnectionForm): ReadForm => {
  const isLong = ({ length }: string): boolean => length > longestField;
  if (isLong(form.address)) return { ok: false, field: 'address', problem: 'not-an-address' };
  if (isLong(form.template)) return { ok: false, field: 'template', problem: 'not-an-address' };
  const address = readServiceAddress(form.address);
  if (!address.ok) return { ok: false, field: 'address', problem: address.problem };
  const secretId = form.secretId.trim();
  const idProblem = textProblem(secretId, idCharacters);
  if (idProblem) return { ok: false, field: 'secretId', problem: idProblem };
  const secretKey = form.secretKey === null ? null : form.secretKey.trim();
  const keyProblem = secretKey === null ? null : textProblem(secretKey, keyCharacters);
  if (keyProblem) return { ok: false, field: 'secretKey', problem: keyProblem };
  const template = readTemplate(form.template);
  if (!template.ok) return { ok: false, field: 'template', problem: template.problem };
  const { address: base, origin } = address;
  // The default is not stored: it follows the service address.
  const isDefault = template.template === defaultTemplate(origin);
  const rest = { template: isDefault ? null : template.template, advanced: form.advanced };
  return { ok: true, wish: { address: base, origin, secretId, secretKey, ...rest } };
};
