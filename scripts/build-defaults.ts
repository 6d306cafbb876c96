import { readServiceAddress, readTemplate } from '../lib/connection/address.ts';
import { advanced } from '../lib/api/contract.ts';
import { pathProblem } from '../lib/connection/form.ts';
import { lastingChoices } from '../lib/validity/validity.ts';

/** What a build of one's own begins with, in place of empty fields and our defaults. */
export interface BuildDefaults {
  WXT_SERVICE_ADDRESS?: string;
  WXT_SHORT_LINK_ADDRESS?: string;
  WXT_DEFAULT_VALIDITY?: string;
  WXT_CREDENTIAL_STYLE?: string;
  WXT_TOKEN_PATH?: string;
  WXT_ADD_PATH?: string;
  WXT_TIME_PATH?: string;
  WXT_MUSIC_PATH?: string;
  WXT_GRAYSCALE_PATH?: string;
  WXT_DIVISIONS_PATH?: string;
}

type Name = keyof BuildDefaults;

const { options: styles } = advanced.shape.credentials;

const ofPath = {
  read: (text: string) => (pathProblem(text) === null ? text : null),
  need: 'a path that begins with /, of plain letters, digits and signs',
};

/** How each is read: put right, or null where it cannot be used; and what it has to be. */
const readers: Record<Name, { read(text: string): string | null; need: string }> = {
  WXT_SERVICE_ADDRESS: {
    read: (text) => {
      const read = readServiceAddress(text);
      return read.ok ? read.address : null;
    },
    need: 'an https address without a password, "?" or "#", or an http one of this machine',
  },
  WXT_SHORT_LINK_ADDRESS: {
    read: (text) => {
      const read = readTemplate(text);
      return read.ok ? read.template : null;
    },
    need: 'a web address with {linkID} in it, once',
  },
  WXT_DEFAULT_VALIDITY: {
    read: (text) => ['last', ...lastingChoices].find((each) => each === text) ?? null,
    need: `one of last, ${lastingChoices.join(', ')}`,
  },
  WXT_CREDENTIAL_STYLE: {
    read: (text) => styles.find((each) => each === text) ?? null,
    need: `one of ${styles.join(', ')}`,
  },
  WXT_TOKEN_PATH: ofPath,
  WXT_ADD_PATH: ofPath,
  WXT_TIME_PATH: ofPath,
  WXT_MUSIC_PATH: ofPath,
  WXT_GRAYSCALE_PATH: ofPath,
  WXT_DIVISIONS_PATH: ofPath,
};

/** Reads the variables that a build looks at; an empty one counts as not set. Throws, in one sentence, where one cannot be used. */
export const readBuildDefaults = (env: Readonly<Record<string, string | undefined>>): BuildDefaults => {
  const found: BuildDefaults = {};
  for (const name of Object.keys(readers) as Name[]) {
    const text = env[name]?.trim();
    if (!text) continue;
    const value = readers[name].read(text);
    if (value === null) throw new Error(`${name} must be ${readers[name].need}; it is "${text}".`);
    found[name] = value;
  }
  return found;
};

/** The same as constants of the code, where a build puts their values in. */
export const buildConstants = (env: Readonly<Record<string, string | undefined>>): Record<string, string> => {
  const found = readBuildDefaults(env);
  return Object.fromEntries(
    (Object.keys(readers) as Name[]).map((name) => [
      `import.meta.env.${name}`,
      JSON.stringify(found[name] ?? ''),
    ]),
  );
};
