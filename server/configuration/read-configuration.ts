import { readFileSync } from 'node:fs';
import { StartError, systemCode } from '../start-error.ts';
import { type Configuration, configurationSchema, type SettingName, settings } from './settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The configuration: a flag wins over its variable, which may also name a file ("_FILE") that holds the value, as secrets
 * in containers do.
 *
 * @throws StartError with one sentence for the first mistake
 */
export function readConfiguration(
  flags: Readonly<Partial<Record<SettingName, string>>>,
  environment: Environment,
): Configuration {
  const names = Object.keys(settings) as SettingName[];
  const texts = names.map((name) => {
    const { variable, fallback } = settings[name];
    const fromEnvironment = readVariable(variable, environment);
    checkOrigins(name, flags[name], fromEnvironment);
    return [name, flags[name] ?? (fromEnvironment || fallback)];
  });

  const parsed = configurationSchema.safeParse(Object.fromEntries(texts));
  if (parsed.success) return parsed.data;
  throw new StartError(firstMessage(parsed.error.issues));
}

interface Issue {
  code?: string | undefined;
  message: string;
  errors?: readonly (readonly Issue[])[];
}

/** A union has the messages of its members below its own. */
function firstMessage(issues: readonly Issue[]): string {
  const [issue] = issues;
  const own = issue?.errors?.flat().find(({ code }) => code === 'custom');
  return own?.message ?? issue?.message ?? 'The configuration cannot be used.';
}

/** Short links that exist would stop working at the origin that loses. */
function checkOrigins(name: SettingName, flag: string | undefined, variable: string): void {
  if (name !== 'public-origin' || flag === undefined || variable === '' || flag === variable) return;
  throw new StartError(
    `--public-origin is "${flag}" and ${settings[name].variable} is "${variable}"; give one of them.`,
  );
}

function readVariable(variable: string, environment: Environment): string {
  const value = environment[variable]?.trim() ?? '';
  const file = environment[`${variable}_FILE`]?.trim() ?? '';
  if (file === '') return value;
  if (value !== '') throw new StartError(`Both ${variable} and ${variable}_FILE are set; give one of them.`);

  try {
    const text = readFileSync(file, 'utf8').trim();
    if (text !== '') return text;
  } catch (error) {
    throw new StartError(
      `The file ${file} that ${variable}_FILE names cannot be read (${systemCode(error)}).`,
      {
        cause: error,
      },
    );
  }
  throw new StartError(`The file ${file} that ${variable}_FILE names is empty.`);
}
