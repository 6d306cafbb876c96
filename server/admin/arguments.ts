import { parseFlags, readConfiguration } from '../configuration.ts';
import { StartError } from '../start-error.ts';
import { longestReason } from '../store/operator-contract.ts';
import { type FormatName, formats } from './import-formats.ts';
import { hostOf } from './links.ts';

const formatNames = Object.keys(formats) as FormatName[];

export const help = `Waylark's service, for its operator.

  npm run admin -- <command> [flags]

  applications add                Create a SecretID and a SecretKey, and a connection code that holds both;
                                  --name says whose they are
  applications list
  applications show <SecretID>    Its limits, packages and links
  applications revoke <SecretID>  With --links, its links too
  packages add <SecretID>         Let it create --units more links, for --days days
  packages list [SecretID]
  people list                     Who has signed in, and whether their sign-ins are renewed
  people remove <SecretID>        All that is stored about a person, with the application: the next sign-in is the first
  links list                      --limit of them, after the identifier --after
  links revoke <identifier>       Or all that --application and --target name
  import <file>                   Create the links of a CSV file with their endings, for --application;
                                  --from says which service wrote it; repeated, it goes on
  export <file>                   Write the links that work into a new CSV file
  operator-link                   Create a link to the operator's page that works once, for 10 minutes
  migrate                         Bring the schema of the database up to date
  backup <file>                   Write all data into a new file; with --verify, restore it for a trial and compare
  restore <file>                  Take all data from one, into an empty database or folder
  check                           Say whether the service could run

  --name <name>                   Such as "Anna, marketing"; shown in lists
  --application <SecretID>        Links of this application only
  --target <host>                 Links that lead to this host only
  --reason <text>                 Why links are revoked, for the audit log
  --from <service>                ${formatNames.join(', ')} (as export writes it)
  --dry-run                       Say what import would do, and store nothing
  --report <file>                 A new CSV file with the links that import refuses
  --json                          One line of JSON, times in Unix seconds
  --database, --data …            As for npm run service; its --help lists them
`;

/** Reads the command line of an operator. Throws StartError with one sentence. */
export function readArguments(args: readonly string[], environment: NodeJS.ProcessEnv) {
  const { values, positionals } = parseFlags(args, {
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
    days: { type: 'string' },
    after: { type: 'string' },
    limit: { type: 'string' },
    application: { type: 'string' },
    name: { type: 'string' },
    reason: { type: 'string' },
    target: { type: 'string' },
    links: { type: 'boolean' },
    from: { type: 'string' },
    'dry-run': { type: 'boolean' },
    report: { type: 'string' },
    verify: { type: 'boolean' },
  });
  const textOf = (name: string) => {
    const value = values[name];
    return typeof value === 'string' ? value : '';
  };

  return {
    /** Arguments before and between the flags, such as "applications" and "add". */
    positionals,
    configuration: readConfiguration(values, environment),
    /** Output for programs. */
    json: values['json'] === true,
    help: values['help'] === true,
    /** Days for which a package is valid; undefined for ever. */
    days: readNumber('days', values['days']),
    after: textOf('after'),
    name: readText('name', textOf('name')),
    reason: readText('reason', textOf('reason')),
    /** The application whose links are meant; empty for those of all. */
    application: textOf('application'),
    /** The host to which the links that are meant lead; empty for any. */
    target: readTarget(textOf('target')),
    /** Whether the links of an application are revoked with it. */
    withLinks: values['links'] === true,
    /** The service whose file is imported; undefined without one. */
    from: readFormat(textOf('from')),
    dryRun: values['dry-run'] === true,
    /** The file for what an import refuses; empty without one. */
    report: textOf('report'),
    /** Whether a backup is restored for a trial. */
    verify: values['verify'] === true,
    /** Rows of a list. */
    limit: readNumber('limit', values['limit']) ?? 50,
  };
}

function readTarget(given: string): string {
  const host = given === '' ? '' : hostOf(given);
  if (host !== undefined) return host;
  throw new StartError(`--target is "${given}"; give a host such as site.example.`);
}

function readFormat(given: string): FormatName | undefined {
  const name = formatNames.find((each) => each === given);
  if (name || given === '') return name;
  throw new StartError(`--from is "${given}"; give one of ${formatNames.join(', ')}.`);
}

export type Arguments = ReturnType<typeof readArguments>;

/** The input of a command: its argument, which is empty if there is none, and the flags. */
export interface CommandInput extends Arguments {
  argument: string;
}

/** The most characters of the texts that are stored. */
const longest = { name: 100, reason: longestReason };

function readText(flag: keyof typeof longest, text: string): string {
  if (text.length <= longest[flag]) return text.trim();
  throw new StartError(`--${flag} has ${text.length} characters; give at most ${longest[flag]}.`);
}

function readNumber(name: string, value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined;
  if (/^\d{1,6}$/.test(value) && Number(value) > 0) return Number(value);
  throw new StartError(`--${name} is "${value}"; give a whole number from 1 to 999999.`);
}
