import { readServiceAddress, readTemplate } from '../lib/connection/address.ts';
import { credentialSetting, mapOperations } from '../lib/api/contract.ts';
import { pathProblem, withoutDefaults } from '../lib/connection/form.ts';
import { presets } from '../lib/validity/validity.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const validities = ['last', ...presets] as const;
const { options: credentialStyles } = credentialSetting;

/**
 * The defaults of a build, for fields of the settings that are otherwise empty or have Waylark's own default, as Vite's
 * `define` takes them: expressions with their values as JSON.
 *
 * @throws if the value of a variable cannot be used, with one sentence
 */
export const buildConstants = (environment: Environment): Record<string, string> => {
  /** The value of a variable as `normalize` returns it (null: it cannot be used); empty if it is missing or empty. */
  const read = <Value extends string>(
    name: string,
    requirement: string,
    normalize: (text: string) => Value | null,
  ): Value | '' => {
    const text = environment[name]?.trim();
    if (!text) return '';
    const value = normalize(text);
    if (value === null) throw new Error(`${name} must be ${requirement}; it is "${text}".`);
    return value;
  };
  const readChoice = <Option extends string>(name: string, options: readonly Option[]): Option | '' =>
    read(name, `one of ${options.join(', ')}`, (text) => options.find((option) => option === text) ?? null);

  const ofService = 'an https address without a password, "?" or "#", or an http one of this machine';
  const address = read('WXT_SERVICE_ADDRESS', ofService, (text) => {
    const result = readServiceAddress(text);
    return result.ok ? result.address : null;
  });
  const template = read('WXT_SHORT_LINK_ADDRESS', 'a web address with {linkID} in it, once', (text) => {
    const result = readTemplate(text);
    return result.ok ? result.template : null;
  });
  const ofPath = 'a path that begins with /, of plain letters, digits and signs';
  const paths = mapOperations((operation) =>
    read(`WXT_${operation.toUpperCase()}_PATH`, ofPath, (text) => (pathProblem(text) === null ? text : null)),
  );
  const credentials = readChoice('WXT_CREDENTIAL_STYLE', credentialStyles) || 'detect';
  return {
    'import.meta.env.WXT_CONNECTION': JSON.stringify({
      address,
      template,
      advanced: withoutDefaults({ paths, credentials }),
    }),
    'import.meta.env.WXT_DEFAULT_VALIDITY': JSON.stringify(readChoice('WXT_DEFAULT_VALIDITY', validities)),
  };
};
