import { parseArgs } from 'node:util';
import { readConfiguration } from '../configuration/read-configuration.ts';
import { type Configuration, settings } from '../configuration/settings.ts';
import { StartError } from '../start-error.ts';

/** The flags that the commands have beside the settings. */
const ownFlags = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  days: { type: 'string' },
  after: { type: 'string' },
  limit: { type: 'string' },
} as const;

/** The command line of an operator. */
export interface Arguments {
  /** Words before and between the flags, such as "applications" and "add". */
  words: readonly string[];
  configuration: Configuration;
  /** Output for programs. */
  json: boolean;
  help: boolean;
  /** Days for which a package is valid; undefined for ever. */
  days: number | undefined;
  after: string;
  limit: number;
}

/** Rows of a list that are shown without --limit. */
const defaultLimit = 50;

/** Throws StartError with one sentence. */
export function readArguments(args: readonly string[], environment: NodeJS.ProcessEnv): Arguments {
  const settingFlags = Object.fromEntries(
    Object.keys(settings).map((name) => [name, { type: 'string' as const }]),
  );
  const { values, positionals } = parse(args, { ...settingFlags, ...ownFlags });
  const given = Object.entries(values).filter(
    ([name, value]) => name in settings && typeof value === 'string',
  );

  return {
    words: positionals,
    configuration: readConfiguration(Object.fromEntries(given), environment),
    json: values['json'] === true,
    help: values['help'] === true,
    days: readNumber('days', values['days']),
    after: typeof values['after'] === 'string' ? values['after'] : '',
    limit: readNumber('limit', values['limit']) ?? defaultLimit,
  };
}

type Options = Parameters<typeof parseArgs>[0] extends infer T ? NonNullable<T> : never;

function parse(args: readonly string[], options: NonNullable<Options['options']>) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    const [sentence = ''] = error instanceof Error ? error.message.split('. ') : [];
    throw new StartError(`${sentence.replace(/\.$/, '')}; --help lists the commands.`, { cause: error });
  }
}

function readNumber(name: string, value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined;
  if (/^\d{1,6}$/.test(value) && Number(value) > 0) return Number(value);
  throw new StartError(`--${name} is "${value}"; give a whole number from 1 to 999999.`);
}
