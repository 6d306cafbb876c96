import { parseArgs } from 'node:util';
import { readConfiguration } from './configuration/read-configuration.ts';
import { type Configuration, settings } from './configuration/settings.ts';
import { StartError } from './start-error.ts';

export interface Flags {
  configuration: Configuration;
  help: boolean;
  newApplication: boolean;
}

const settingOptions = Object.fromEntries(
  Object.keys(settings).map((name) => [name, { type: 'string' as const }]),
);

const options = {
  ...settingOptions,
  'new-application': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const withoutValue = new Set(['help', 'new-application']);

const lines = Object.entries(settings).map(([name, { variable, fallback, takes, meaning }]) => {
  const shown = name === 'data' ? '.data in the project' : fallback || 'none';
  return `  ${`--${name} <${takes}>`.padEnd(32)}${meaning.padEnd(50)}${variable}, else ${shown}`;
});

export const help = `Waylark's service: short links and music on this machine, or for a team.

  npm run service -- [flags]

${lines.join('\n')}
  --new-application               Create another SecretID and SecretKey, then start
  --help                          This text

Each variable can name a file that holds the value: WAYLARK_DATABASE_URL_FILE, for example.
`;

/** Reads the flags, and environment variables for flags that are missing. Throws StartError for a flag it does not know. */
export function readFlags(args: readonly string[], environment: NodeJS.ProcessEnv): Flags {
  const { values, tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });

  for (const token of tokens) {
    if (token.kind === 'positional') {
      throw new StartError(`Unknown word "${token.value}"; --help lists the flags.`);
    }
    if (token.kind === 'option') checkFlag(token.name, { value: token.value, rawName: token.rawName });
  }

  const given = Object.entries(values).filter(
    ([name, value]) => name in settings && typeof value === 'string',
  );
  return {
    configuration: readConfiguration(Object.fromEntries(given), environment),
    help: values.help === true,
    newApplication: values['new-application'] === true,
  };
}

function checkFlag(name: string, { value, rawName }: { value: string | undefined; rawName: string }): void {
  if (!Object.hasOwn(options, name)) throw new StartError(`Unknown flag ${rawName}; --help lists the flags.`);

  const takesValue = !withoutValue.has(name);
  if (!takesValue && value !== undefined) throw new StartError(`${rawName} takes no value.`);

  const isBlank = value === undefined || value.trim() === '' || value.startsWith('-');
  if (takesValue && isBlank) throw new StartError(`${rawName} needs a value; --help lists the flags.`);
}
