import { type CopyFormat, type Format, formats } from '../formats/names.ts';
import { type Preset, presets } from '../validity/validity.ts';
import type { ConnectionInfo } from './connection-info.ts';

declare global {
  interface ImportMetaEnv {
    /** The default validity of a customized build, checked by scripts/build-defaults.ts; empty if none is set. */
    readonly WXT_DEFAULT_VALIDITY?: Preset | 'last' | '';
  }
}

interface Common<Value> {
  /** The value until the person sets another. */
  initial: Value;
}

/** One setting, as data: the popup reads settings, and a schema library would be larger than all of its own code. */
export type Setting<Value = unknown> = Common<Value> &
  (
    | { kind: 'toggle' | 'text' }
    | { kind: 'choice'; options: readonly Value[] }
    | { kind: 'list'; isEntry(entry: unknown): boolean }
  );

const toggle = (initial: boolean): Setting<boolean> => ({ kind: 'toggle', initial });

const choice = <Option extends string>(options: readonly Option[], initial: Option): Setting<Option> => ({
  kind: 'choice',
  options,
  initial,
});

const textSetting = (initial: string): Setting<string> => ({ kind: 'text', initial });

const listOf = <Entry>(isEntry: (entry: unknown) => entry is Entry): Setting<Entry[]> => ({
  kind: 'list',
  initial: [],
  isEntry,
});

const isText = (value: unknown): value is string => typeof value === 'string';

/** A rough check: only the background writes connections, so it has to refuse only what another version has written. */
const isConnectionInfo = (value: unknown): value is ConnectionInfo => {
  const { id, name, host, features } = { ...(value as Partial<ConnectionInfo> | null) };
  return [id, name, host].every(isText) && Array.isArray(features);
};

/**
 * Every setting. Defaults, stored values, settings files and types are derived from this table. A new setting needs one line
 * here, its control in a component, and its texts. In backup.ts, a text or a list also needs its schema (`textSchemas`), and a
 * setting that settings files must not contain is listed (`localSettings`).
 */
export const schema = {
  /** The connections, the default one first. */
  connections: listOf<ConnectionInfo>(isConnectionInfo),
  /** The validity that is offered first; `last` stands for the one that was chosen last. */
  defaultValidity: choice<Preset | 'last'>(
    ['last', ...presets],
    import.meta.env.WXT_DEFAULT_VALIDITY || 'month',
  ),
  /** The validity that was chosen last; it is not exported. */
  lastValidity: choice(presets, 'month'),
  /** Copy a short link as soon as it is created. */
  copyAtOnce: toggle(true),
  /** Open a short link in a tab as soon as it is created. */
  openAtOnce: toggle(false),
  /** What the clipboard gets of a short link; `last` stands for the format that was chosen last. */
  copyFormat: choice<Format | 'last'>(['last', ...formats], 'last'),
  lastCopyFormat: choice(formats, 'plain'),
  /** The person's own format; its placeholders are in lib/formats/template.ts. */
  copyTemplate: textSetting('{title}: {short}'),
  /** The menu offers validities to choose from, instead of the default one at once. */
  menuValidities: toggle(false),
  /** Remove tracking parameters from an address before it is shortened. */
  removeTracking: toggle(false),
  /** Remind the person a day before a link expires. */
  expiryReminders: toggle(false),
  /** Music on 404 pages starts without a click. */
  autoplay: toggle(false),
  /** Music also on pages that were removed permanently (HTTP 410). */
  playerOn410: toggle(false),
  /** Hosts without a player on their 404 pages, as in addresses: in lower case and punycode, without a port. */
  sitesOff: listOf(isText),
} as const satisfies Record<string, Common<unknown>>;

type Schema = typeof schema;

export type Settings = { -readonly [Name in keyof Schema]: Schema[Name]['initial'] };

const entries = Object.entries<Setting>(schema);

/** The settings until the person sets others. */
export const defaults = Object.fromEntries(entries.map(([name, { initial }]) => [name, initial])) as Settings;

const isValid = (setting: Setting, value: unknown): boolean => {
  switch (setting.kind) {
    case 'toggle':
      return typeof value === 'boolean';
    case 'text':
      return isText(value);
    case 'choice':
      return setting.options.includes(value);
    case 'list':
      return Array.isArray(value);
  }
};

/** The value of a setting: its default if it is missing or wrong; without the wrong entries of a list. */
const read = (setting: Setting, value: unknown): unknown => {
  if (!isValid(setting, value)) return setting.initial;
  return setting.kind === 'list' ? (value as unknown[]).filter(setting.isEntry) : value;
};

export const parseSettings = (stored: unknown): Settings => {
  const found: Record<string, unknown> = { ...(stored as object | null) };
  return Object.fromEntries(entries.map(([name, setting]) => [name, read(setting, found[name])])) as Settings;
};

/**
 * What is assumed if the settings cannot be read: the defaults, and one connection without data. With it a page counts as
 * connected and shows its form to shorten, and the background reports the failure when that is used.
 */
export const unreadSettings: Settings = {
  ...defaults,
  connections: [{ id: '', name: '', hue: 1, host: '', features: [] }],
};

/** What decides on the validity that is offered first. */
export type ValiditySettings = Pick<Settings, 'connections' | 'defaultValidity' | 'lastValidity'>;

/** The validity to offer first for a connection. */
export const offeredValidity = (
  { connections, defaultValidity, lastValidity }: ValiditySettings,
  connection = connections[0],
): Settings['lastValidity'] => {
  const validity = connection?.validity ?? defaultValidity;
  return validity === 'last' ? lastValidity : validity;
};

/** The format to copy in, until another one is chosen. */
export const offeredFormat = ({ copyFormat, lastCopyFormat, copyTemplate }: Settings): CopyFormat => ({
  format: copyFormat === 'last' ? lastCopyFormat : copyFormat,
  template: copyTemplate,
});
