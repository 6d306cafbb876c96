import * as z from 'zod/mini';
import { parseJson } from '../characters/json.ts';
import { templateProblem } from '../formats/template.ts';
import { advanced } from '../api/contract.ts';
import { hue, offeredFirst } from './connection-fields.ts';
import { longestName, maxConnections } from './connection-info.ts';
import { type Setting, type Settings, schema } from './schema.ts';

/** Characters (UTF-16 code units) of the largest settings file that is read. */
export const largestBackup = 1024 * 1024;

/** The version of the file; a newer one is refused. */
const version = 1;

const text = z.string().check(z.maxLength(1000));

const isHost = (host: string): boolean =>
  host !== '' && host.length <= 253 && URL.parse(`http://${host}`)?.hostname === host;

/** The schemas of the texts and lists in a file. */
const textSchemas: Partial<Record<string, z.ZodMiniType>> = {
  copyTemplate: text.check(z.refine((template) => templateProblem(template) === null)),
  // The settings page shows all of them, which limits their number.
  sitesOff: z.array(z.string().check(z.refine(isHost))).check(z.maxLength(2000)),
} satisfies Partial<Record<keyof Settings, z.ZodMiniType>>;

const schemaOf = (name: string, setting: Setting): z.ZodMiniType => {
  if (setting.kind === 'toggle') return z.boolean();
  return setting.kind === 'choice' ? z.enum(setting.options as string[]) : (textSchemas[name] ?? z.never());
};

/** Settings that are only for this browser: a settings file does not contain them. */
const localSettings: readonly string[] = [
  'connections',
  'lastValidity',
  'lastCopyFormat',
] satisfies (keyof Settings)[];

const exportedSettings = Object.entries<Setting>(schema).filter(([name]) => !localSettings.includes(name));

/** The exported settings. A file of an older version may lack some: these stay unchanged. */
const settings = z.object(
  Object.fromEntries(
    exportedSettings.map(([name, setting]) => [name, z.exactOptional(schemaOf(name, setting))]),
  ),
) as z.ZodMiniType<Partial<Settings>>;

/** A connection without its credentials. */
const connection = z.object({
  name: z.string().check(z.maxLength(longestName)),
  hue,
  address: text,
  template: text,
  advanced: z.exactOptional(advanced),
  validity: z.exactOptional(offeredFirst),
});

const file = z.object({
  waylark: z.literal('settings'),
  version: z.literal(version),
  settings,
  /** From 0 to 1. */
  volume: z.exactOptional(z.number().check(z.gte(0), z.lte(1))),
  /** The default one first. */
  connections: z.exactOptional(z.array(connection).check(z.maxLength(maxConnections))),
});

const envelope = z.object({ waylark: z.literal('settings'), version: z.int() });

/** The content of a settings file: without SecretID, key and token. */
export type Backup = Omit<z.infer<typeof file>, 'waylark' | 'version'>;

export type SavedConnection = z.infer<typeof connection>;

/** Why a file cannot be imported; `field` names the first wrong field, such as "settings.copyAtOnce". */
export type BackupProblem =
  { reason: 'not-json' | 'foreign' | 'newer' | 'too-large' } | { reason: 'wrong'; field: string };

type ReadBackup = { ok: true; backup: Backup } | ({ ok: false } & BackupProblem);

/** The text of the file. It holds only the fields of the schema. */
export const writeBackup = (backup: Backup): string => {
  const named = file.parse({ waylark: 'settings', version, ...backup });
  return `${JSON.stringify(named, null, 2)}\n`;
};

/** Reads a file that may come from anybody: all of it is valid, or nothing is imported. */
export const readBackup = (content: string): ReadBackup => {
  if (content.length > largestBackup) return { ok: false, reason: 'too-large' };
  const value = parseJson(content);
  if (value === undefined) return { ok: false, reason: 'not-json' };
  const outside = envelope.safeParse(value);
  if (!outside.success) return { ok: false, reason: 'foreign' };
  if (outside.data.version > version) return { ok: false, reason: 'newer' };
  const parsed = file.safeParse(value);
  if (parsed.success) {
    const { settings: imported, volume, connections } = parsed.data;
    return {
      ok: true,
      backup: {
        settings: imported,
        ...(volume !== undefined && { volume }),
        ...(connections && { connections }),
      },
    };
  }
  const at = parsed.error.issues[0]?.path ?? [];
  return { ok: false, reason: 'wrong', field: at.slice(0, 3).map(String).join('.') };
};
