import * as z from 'zod/mini';

/** Characters that the stores of Chrome and Edge take; others take more. */
const longest = { name: 45, description: 132 };

/** What Safari does not know, and warns of. */
const unknownToSafari = {
  permissions: ['offscreen', 'notifications'],
  keys: ['minimum_chrome_version', 'cross_origin_embedder_policy', 'storage'],
};

const texts = z.array(z.string());
const manifest = z.looseObject({
  manifest_version: z.literal(3),
  version: z.string().check(z.regex(/^\d+(\.\d+){0,3}$/)),
  name: z.string(),
  description: z.string(),
  default_locale: z.string(),
  icons: z.record(z.string(), z.string()),
  background: z.object({ service_worker: z.optional(z.string()), scripts: z.optional(texts) }),
  action: z.object({ default_popup: z.string() }),
  options_ui: z.object({ page: z.string() }),
  permissions: texts,
  optional_permissions: texts,
  storage: z.optional(z.object({ managed_schema: z.string() })),
});

type Manifest = z.infer<typeof manifest>;

const messages = z.record(z.string(), z.object({ message: z.string() }));

export interface Package {
  browser: string;
  /** The files by their path in the package. */
  files: ReadonlyMap<string, Buffer>;
}

const filesOf = ({ icons, background, action, options_ui, storage }: Manifest): string[] => [
  ...Object.values(icons),
  ...(background.scripts ?? []),
  ...(background.service_worker === undefined ? [] : [background.service_worker]),
  ...[action.default_popup, options_ui.page],
  ...(storage ? [storage.managed_schema] : []),
];

function textProblems(found: Manifest, files: Package['files']): string[] {
  const catalogue = files.get(`_locales/${found.default_locale}/messages.json`);
  if (!catalogue) return [`there are no texts for ${found.default_locale}`];
  const words = messages.parse(JSON.parse(catalogue.toString()));
  return (['name', 'description'] as const).flatMap((field) => {
    const key = /^__MSG_(\w+)__$/.exec(found[field])?.[1];
    const text = key === undefined ? found[field] : words[key]?.message;
    if (text === undefined) return [`its ${field} has no text`];
    return text.length > longest[field] ? [`its ${field} is longer than ${longest[field]} characters`] : [];
  });
}

function safariProblems(found: Manifest): string[] {
  const asked = [...found.permissions, ...found.optional_permissions];
  const unknown = [
    ...unknownToSafari.permissions.filter((each) => asked.includes(each)),
    ...unknownToSafari.keys.filter((key) => key in found),
  ];
  return unknown.map((each) => `Safari does not know ${each}`);
}

/** What is wrong with the manifest of a package; nothing where a store would take it. */
export function manifestProblems({ browser, files }: Package): string[] {
  const text = files.get('manifest.json');
  if (!text) return ['there is no manifest.json'];
  const read = manifest.safeParse(JSON.parse(text.toString()));
  if (!read.success) return read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  const missing = filesOf(read.data).filter((file) => !files.has(file));
  return [
    ...missing.map((file) => `${file} is not in the package`),
    ...textProblems(read.data, files),
    ...(browser === 'safari' ? safariProblems(read.data) : []),
  ];
}
