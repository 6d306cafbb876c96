import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { StartError } from './start-error.ts';

export interface Flags {
  port: number;
  host: string;
  /** Folder of the data file. */
  data: string;
  /** File with the days on which pages are to be grey. */
  grey: string | undefined;
  help: boolean;
  newApplication: boolean;
  /** SecretID of the application to remove. */
  removeApplication: string | undefined;
}

const options = {
  port: { type: 'string' },
  host: { type: 'string' },
  data: { type: 'string' },
  grey: { type: 'string' },
  'new-application': { type: 'boolean' },
  'remove-application': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const defaultData = join(import.meta.dirname, '..', '.data');

export const help = `Waylark's embedded service: short links and music on this machine.

  npm run service -- [flags]

  --port <number>             Port to listen on             WAYLARK_PORT, else 8404
  --data <folder>             Folder of the data file       WAYLARK_DATA, else .data in the project
  --host <address>            Address to listen on          WAYLARK_HOST, else 127.0.0.1
  --grey <file>               Days when pages are grey      WAYLARK_GREY, else none
  --new-application           Make another SecretID and SecretKey, then start
  --remove-application <id>   Make a SecretID and its key worthless, then stop
  --help                      This text
`;

/** Reads the flags, and the environment where a flag is missing. Throws StartError for what it does not understand. */
export function readFlags(args: readonly string[], environment: NodeJS.ProcessEnv): Flags {
  const { values, tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind === 'positional')
      throw new StartError(`Unknown word "${token.value}"; --help lists the flags.`);
    if (token.kind === 'option') checkFlag(token.name, { value: token.value, rawName: token.rawName });
  }
  const setting = (flag: unknown, variable: string, fallback: string) =>
    typeof flag === 'string' ? flag : environment[variable]?.trim() || fallback;
  const removed = values['remove-application'];
  return {
    port: readPort(setting(values.port, 'WAYLARK_PORT', '8404')),
    host: setting(values.host, 'WAYLARK_HOST', '127.0.0.1').replace(/^\[(.*)\]$/, '$1'),
    data: setting(values.data, 'WAYLARK_DATA', defaultData),
    grey: setting(values.grey, 'WAYLARK_GREY', '') || undefined,
    help: values.help === true,
    newApplication: values['new-application'] === true,
    removeApplication: typeof removed === 'string' ? removed : undefined,
  };
}

function checkFlag(name: string, { value, rawName }: { value: string | undefined; rawName: string }): void {
  if (!Object.hasOwn(options, name)) throw new StartError(`Unknown flag ${rawName}; --help lists the flags.`);
  const takesValue = name !== 'help' && name !== 'new-application';
  if (!takesValue && value !== undefined) throw new StartError(`${rawName} takes no value.`);
  const isBlank = value === undefined || value.trim() === '' || value.startsWith('-');
  if (takesValue && isBlank) throw new StartError(`${rawName} needs a value; --help lists the flags.`);
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new StartError(`"${text}" is not a port; give a whole number from 0 (any free one) to 65535.`);
}
