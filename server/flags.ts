import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { defaultHost, type ServiceOptions } from './service.ts';
import { StartError } from './start-error.ts';

export interface Flags extends Required<Pick<ServiceOptions, 'port' | 'host' | 'data' | 'grayscaleFile'>> {
  help: boolean;
  newApplication: boolean;
  /** SecretID of the application to remove. */
  removeApplication: string | undefined;
}

const options = {
  port: { type: 'string' },
  host: { type: 'string' },
  data: { type: 'string' },
  grayscale: { type: 'string' },
  // The former name of --grayscale.
  grey: { type: 'string' },
  'new-application': { type: 'boolean' },
  'remove-application': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

export const defaultPort = 8404;
const defaultData = join(import.meta.dirname, '..', '.data');

export const help = `Waylark's embedded service: short links and music on this machine.

  npm run service -- [flags]

  --port <number>             Port to listen on             WAYLARK_PORT, else ${defaultPort}
  --data <folder>             Folder of the data file       WAYLARK_DATA, else .data in the project
  --host <address>            Address to listen on          WAYLARK_HOST, else ${defaultHost}
  --grayscale <file>          Days of grayscale pages       WAYLARK_GRAYSCALE, else none
                              (its former names --grey and WAYLARK_GREY still work)
  --new-application           Create another SecretID and SecretKey, then start
  --remove-application <id>   Remove a SecretID and its SecretKey, then stop
  --help                      This text
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

  const setting = (flag: unknown, variable: string, fallback: string) =>
    typeof flag === 'string' ? flag : environment[variable]?.trim() || fallback;
  const formerGrayscale = setting(values.grey, 'WAYLARK_GREY', '');
  const removed = values['remove-application'];

  return {
    port: readPort(setting(values.port, 'WAYLARK_PORT', String(defaultPort))),
    host: setting(values.host, 'WAYLARK_HOST', defaultHost).replace(/^\[(.*)\]$/, '$1'),
    data: setting(values.data, 'WAYLARK_DATA', defaultData),
    grayscaleFile: setting(values.grayscale, 'WAYLARK_GRAYSCALE', formerGrayscale) || undefined,
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
