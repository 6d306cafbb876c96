import * as z from 'zod/mini';

/** Characters that the stores of Chrome and Edge allow; other stores allow more. */
const maxLength = { name: 45, description: 132 };

/** What Safari does not know and warns of. */
const unknownToSafari = {
  permissions: ['offscreen', 'notifications'],
  keys: ['minimum_chrome_version', 'cross_origin_embedder_policy', 'storage'],
};

const strings = z.array(z.string());
const manifest = z.looseObject({
  manifest_version: z.literal(3),
  version: z.string().check(z.regex(/^\d+(\.\d+){0,3}$/)),
  name: z.string(),
  description: z.string(),
  default_locale: z.string(),
  icons: z.record(z.string(), z.string()),
  background: z.object({ service_worker: z.optional(z.string()), scripts: z.optional(strings) }),
  action: z.object({ default_popup: z.string() }),
  options_ui: z.object({ page: z.string() }),
  permissions: strings,
  optional_permissions: strings,
  storage: z.optional(z.object({ managed_schema: z.string() })),
});

type Manifest = z.infer<typeof manifest>;

const messages = z.record(z.string(), z.object({ message: z.string() }));

export interface Package {
  browser: string;
  /** The files by their path in the package. */
  files: ReadonlyMap<string, Buffer>;
}

/** The files that a manifest names. */
const filesOf = ({ icons, background, action, options_ui, storage }: Manifest): string[] => [
  ...Object.values(icons),
  ...(background.scripts ?? []),
  ...(background.service_worker === undefined ? [] : [background.service_worker]),
  action.default_popup,
  options_ui.page,
  ...(storage ? [storage.managed_schema] : []),
];

/** Looks at name and description in the default language. */
function textProblems(parsed: Manifest, files: Package['files']): string[] {
  const catalogue = files.get(`_locales/${parsed.default_locale}/messages.json`);
  if (!catalogue) return [`there are no texts for ${parsed.default_locale}`];
  const texts = messages.parse(JSON.parse(catalogue.toString()));

  return (['name', 'description'] as const).flatMap((field) => {
    const key = /^__MSG_(\w+)__$/.exec(parsed[field])?.[1];
    const text = key === undefined ? parsed[field] : texts[key]?.message;
    if (text === undefined) return [`its ${field} has no text`];

    const isTooLong = text.length > maxLength[field];
    return isTooLong ? [`its ${field} is longer than ${maxLength[field]} characters`] : [];
  });
}

function safariProblems(parsed: Manifest): string[] {
  const permissions = [...parsed.permissions, ...parsed.optional_permissions];
  const unknown = [
    ...unknownToSafari.permissions.filter((permission) => permissions.includes(permission)),
    ...unknownToSafari.keys.filter((key) => key in parsed),
  ];
  return unknown.map((name) => `Safari does not know ${name}`);
}

/** Why a store would refuse the manifest of a package; empty if it would accept it. */
export function manifestProblems({ browser, files }: Package): string[] {
  const text = files.get('manifest.json');
  if (!text) return ['there is no manifest.json'];

  const parsed = manifest.safeParse(JSON.parse(text.toString()));
  if (!parsed.success) return parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);

  const missing = filesOf(parsed.data).filter((file) => !files.has(file));
  return [
    ...missing.map((file) => `${file} is not in the package`),
    ...textProblems(parsed.data, files),
    ...(browser === 'safari' ? safariProblems(parsed.data) : []),
  ];
}
