import { type LastingChoice, lastingChoices } from '../validity/validity.ts';

declare global {
  interface ImportMetaEnv {
    /** What a build of one's own may begin with, as scripts/build-defaults.ts checked it; empty where it says nothing. */
    readonly WXT_DEFAULT_VALIDITY?: LastingChoice | 'last' | '';
  }
}

interface Common<Value> {
  /** What holds until the person sets something else. */
  initial: Value;
  /** Whether a settings file carries it. */
  inBackup: boolean;
}

/** One setting, as data: the popup reads settings, and schemas would cost it more than all of its own code. */
export type Setting<Value = unknown> = Common<Value> &
  (
    | { kind: 'toggle' }
    | { kind: 'choice'; options: readonly Value[] }
    /** A settings file may come from anybody: `isEntry` and `mostEntries` limit what is taken from one. */
    | { kind: 'list'; isEntry(entry: string): boolean; mostEntries: number }
  );

const toggle = (initial: boolean, { inBackup = true } = {}): Setting<boolean> => ({
  kind: 'toggle',
  initial,
  inBackup,
});

const choice = <Option extends string>(
  options: readonly Option[],
  initial: Option,
  { inBackup = true } = {},
): Setting<Option> => ({ kind: 'choice', options, initial, inBackup });

/** Hosts as addresses have them: in lower case and punycode, without a port, such as "example.com". */
const hosts = (mostEntries: number): Setting<string[]> => ({
  kind: 'list',
  initial: [],
  inBackup: true,
  isEntry: (host) => host !== '' && host.length <= 253 && URL.parse(`http://${host}`)?.hostname === host,
  mostEntries,
});

/**
 * Every setting: defaults, reading what is stored, settings files and types follow from this table. A new setting is one
 * line here, its control in a component, and its texts.
 */
export const schema = {
  /** Whether a service is connected: a hint for pages, the account itself is the background's. */
  connected: toggle(false, { inBackup: false }),
  /** The validity offered first; `last` follows what was chosen last. */
  defaultValidity: choice<LastingChoice | 'last'>(
    ['last', ...lastingChoices],
    import.meta.env.WXT_DEFAULT_VALIDITY || 'last',
  ),
  /** The validity chosen last; no file carries it. */
  lastValidity: choice(lastingChoices, 'month', { inBackup: false }),
  /** Copy a short link as soon as it is created. */
  copyAtOnce: toggle(true),
  /** Open a short link in a tab as soon as it is created. */
  openAtOnce: toggle(false),
  /** The menu offers validities to choose from, instead of the default one at once. */
  menuValidities: toggle(false),
  /** Take tracking parameters out of an address before it is shortened. */
  removeTracking: toggle(false),
  /** Remind the person a day before a link expires. */
  noticeBeforeEnd: toggle(false),
  /** Music on missing pages begins without a click. */
  startByItself: toggle(false),
  /** Music on pages that are gone for good (HTTP 410), too. */
  alsoGone: toggle(false),
  /** Hosts on whose missing pages there is to be no player. The page shows them all, and would not open with tens of thousands. */
  sitesOff: hosts(2000),
} as const satisfies Record<string, Common<unknown>>;

type Schema = typeof schema;

/** What a person may set. */
export type Settings = { -readonly [Name in keyof Schema]: Schema[Name]['initial'] };

const entries = Object.entries<Setting>(schema);

/** What holds until the person sets something else. */
export const defaults = Object.fromEntries(entries.map(([name, { initial }]) => [name, initial])) as Settings;

const isValid = (setting: Setting, value: unknown): boolean => {
  switch (setting.kind) {
    case 'toggle':
      return typeof value === 'boolean';
    case 'choice':
      return setting.options.includes(value);
    case 'list':
      return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
  }
};

/** Reads stored settings: a field that is missing or wrong has its default. */
export const parseSettings = (stored: unknown): Settings => {
  const found: Record<string, unknown> = { ...(stored as object | null) };
  const right = entries.filter(([name, setting]) => isValid(setting, found[name]));
  return { ...defaults, ...Object.fromEntries(right.map(([name]) => [name, found[name]])) };
};

/** The validity to offer first. */
export const offeredValidity = ({ defaultValidity, lastValidity }: Settings): Settings['lastValidity'] =>
  defaultValidity === 'last' ? lastValidity : defaultValidity;
