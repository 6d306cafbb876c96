import * as z from 'zod/mini';
import { storedAdvanced } from '../api/contract.ts';
import { type Setting, type Settings, schema } from './schema.ts';

/** Bytes of the largest settings file that is read. */
export const largestBackup = 1024 * 1024;

/** The version of the file; a newer one is left alone. */
const version = 1;

const text = z.string().check(z.maxLength(1000));

/** What a settings file may hold for one setting. */
const valueOf = (setting: Setting): z.ZodMiniType => {
  switch (setting.kind) {
    case 'toggle':
      return z.boolean();
    case 'choice':
      return z.enum(setting.options as string[]);
    case 'list':
      return z.array(z.string().check(z.refine(setting.isEntry))).check(z.maxLength(setting.mostEntries));
  }
};

const exportedSettings = Object.entries<Setting>(schema).filter(([, { inBackup }]) => inBackup);

/** Those that a file carries. One that is not in the file stays as it is: an older version did not know it. */
const settings = z.object(
  Object.fromEntries(exportedSettings.map(([name, setting]) => [name, z.exactOptional(valueOf(setting))])),
) as z.ZodMiniType<Partial<Settings>>;

/** Where a service lives and how it is spoken to, without what proves who one is. */
const connection = z.object({ address: text, template: text, advanced: z.exactOptional(storedAdvanced) });

const file = z.object({
  waylark: z.literal('settings'),
  version: z.literal(version),
  settings,
  /** From 0 to 1. */
  volume: z.exactOptional(z.number().check(z.gte(0), z.lte(1))),
  connection: z.exactOptional(connection),
});

const envelope = z.object({ waylark: z.literal('settings'), version: z.int() });

/** What a settings file holds: no SecretID, no key, no token. */
export type Backup = Omit<z.infer<typeof file>, 'waylark' | 'version'>;

/** Why a file gives no settings; `field` names the first that is wrong, such as "settings.copyAtOnce". */
export type BackupProblem =
  { reason: 'not-json' | 'foreign' | 'newer' | 'too-large' } | { reason: 'wrong'; field: string };

export type ReadBackup = { ok: true; backup: Backup } | ({ ok: false } & BackupProblem);

/** The file's text. Only what is named here goes into it, whatever else the values hold. */
export const writeBackup = (backup: Backup): string => {
  const named = file.parse({ waylark: 'settings', version, ...backup });
  return `${JSON.stringify(named, null, 2)}\n`;
};

const parse = (content: string): unknown => {
  try {
    return JSON.parse(content.replace(/^\ufeff/, '')) as unknown;
  } catch {
    return undefined;
  }
};

/** Reads a file that may come from anybody: all of it is right, or nothing is taken. */
export const readBackup = (content: string): ReadBackup => {
  if (content.length > largestBackup) return { ok: false, reason: 'too-large' };
  const value = parse(content);
  if (value === undefined) return { ok: false, reason: 'not-json' };
  const outside = envelope.safeParse(value);
  if (!outside.success) return { ok: false, reason: 'foreign' };
  if (outside.data.version > version) return { ok: false, reason: 'newer' };
  const parsed = file.safeParse(value);
  if (parsed.success) {
    const { settings: set, volume, connection: to } = parsed.data;
    return {
      ok: true,
      backup: { settings: set, ...(volume !== undefined && { volume }), ...(to && { connection: to }) },
    };
  }
  const at = parsed.error.issues[0]?.path ?? [];
  return { ok: false, reason: 'wrong', field: at.slice(0, 3).map(String).join('.') };
};
