import { readServiceAddress, readTemplate } from '../lib/connection/address.ts';
import { advanced } from '../lib/api/contract.ts';
import { pathProblem } from '../lib/connection/form.ts';
import { presets } from '../lib/validity/validity.ts';

interface Variable {
  /** Returns the normalized value, or null if it cannot be used. */
  read(text: string): string | null;
  /** Completes the sentence "It must be …". */
  requirement: string;
}

const validities = ['last', ...presets];
const { options: credentialStyles } = advanced.shape.credentials;

const operationPath: Variable = {
  read: (text) => (pathProblem(text) === null ? text : null),
  requirement: 'a path that begins with /, of plain letters, digits and signs',
};

/** The environment variables that set the defaults of a build. */
const variables: Record<string, Variable> = {
  WXT_SERVICE_ADDRESS: {
    read: (text) => {
      const result = readServiceAddress(text);
      return result.ok ? result.address : null;
    },
    requirement: 'an https address without a password, "?" or "#", or an http one of this machine',
  },
  WXT_SHORT_LINK_ADDRESS: {
    read: (text) => {
      const result = readTemplate(text);
      return result.ok ? result.template : null;
    },
    requirement: 'a web address with {linkID} in it, once',
  },
  WXT_DEFAULT_VALIDITY: {
    read: (text) => validities.find((validity) => validity === text) ?? null,
    requirement: `one of ${validities.join(', ')}`,
  },
  WXT_CREDENTIAL_STYLE: {
    read: (text) => credentialStyles.find((style) => style === text) ?? null,
    requirement: `one of ${credentialStyles.join(', ')}`,
  },
  WXT_TOKEN_PATH: operationPath,
  WXT_ADD_PATH: operationPath,
  WXT_TIME_PATH: operationPath,
  WXT_MUSIC_PATH: operationPath,
  WXT_GRAYSCALE_PATH: operationPath,
  WXT_DIVISIONS_PATH: operationPath,
};

type Environment = Readonly<Record<string, string | undefined>>;

/** The value of a variable, normalized; empty if it is missing or empty. */
const readVariable = (
  environment: Environment,
  { name, read, requirement }: Variable & { name: string },
): string => {
  const text = environment[name]?.trim();
  if (!text) return '';
  const value = read(text);
  if (value === null) throw new Error(`${name} must be ${requirement}; it is "${text}".`);
  return value;
};

/**
 * The defaults of a build, for fields of the settings that are otherwise empty or have Waylark's own default, as Vite's
 * `define` takes them: expressions with their values as JSON.
 *
 * @throws if a value cannot be used, with one sentence
 */
export const buildConstants = (environment: Environment): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).map(([name, variable]) => [
      `import.meta.env.${name}`,
      JSON.stringify(readVariable(environment, { name, ...variable })),
    ]),
  );
