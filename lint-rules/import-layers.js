import path from 'node:path';

/**
 * The layers of lib, the lowest first. A domain imports only from the rows above its own in this table, and never from a
 * neighbor in its row.
 */
const layers = [
  ['errors'],
  ['async', 'characters', 'connection-code', 'csv', 'failures', 'validity', 'webextension'],
  ['url', 'formats', 'messaging'],
  ['storage', 'api'],
  ['browser', 'settings'],
  ['i18n', 'connection'],
  ['history', 'music', 'grayscale'],
  ['outcome', 'shortening', 'not-found'],
  ['batch', 'delivery', 'diagnostics', 'managing', 'omnibox'],
  ['jobs'],
  ['moving'],
];

const browserApi = '(wxt/browser$|webextension-polyfill$|lib/webextension/)';

/**
 * The other import rules, as one table: which files may not import what, and what to do instead. Paths are relative to the
 * repository; a package keeps its name.
 */
const rules = [
  {
    from: /^(?!entrypoints\/|tests\/|eslint)/,
    to: /^entrypoints\//,
    instead: 'Nothing imports an entrypoint: move what you need to lib/ or components/.',
  },
  {
    from: /^components\/(toast|player|overlay)\//,
    to: new RegExp(
      `^(${browserApi}|zod|ky$|idb$|lib/background|lib/(messaging|storage)/|lib/settings/settings|lib/browser/(?!types))`,
    ),
    instead:
      'What runs in web pages calls nothing: take the value or the action as a parameter, wired by the entrypoint.',
  },
  {
    from: /^components\//,
    to: /^(ky|idb)$/,
    instead: 'Requests and databases are the work of lib: call a function of it.',
  },
  {
    from: /^(lib\/(?!(messaging|storage|browser|webextension)\/|music\/(remote|player-port)\.)|components\/)/,
    to: new RegExp(`^${browserApi}`),
    instead:
      'Only lib/browser, lib/storage and lib/messaging call the browser API: use a function of theirs.',
  },
  {
    from: /^lib\//,
    to: /^lib\/background\.ts$/,
    instead:
      'Pages call the background, and lib runs in the background, too: take the answer as a parameter.',
  },
  {
    from: /^(?!lib\/messaging\/serve(\.test)?\.ts$|lib\/(webextension|browser)\/|entrypoints\/background\/.*\.test\.ts$)/,
    to: /^webextension-polyfill$/,
    instead:
      'Only what answers messages needs the polyfill (lib/browser takes its types): import { browser } from lib/webextension/browser.ts.',
  },
  {
    from: /^(?!entrypoints\/(background|offscreen)\/|lib\/messaging\/|entrypoints\/background\.ts|tests\/)/,
    to: /^lib\/messaging\/serve\.ts$/,
    instead: 'Pages and injected scripts only send (lib/messaging/send.ts).',
  },
  {
    from: /^lib\//,
    to: /^components\//,
    instead: 'Data flows one way: components import lib, never the other way round.',
  },
  {
    from: /^lib\/.*\/contract\.ts$/,
    to: /^(?!zod\/mini$|lib\/.*\/(contract|schema)\.ts$)/,
    instead: 'A contract is shared with the service: it imports zod/mini, other contracts and schemas only.',
  },
  { from: /./, to: /^zod$/, instead: "Import 'zod/mini': zod itself is six times the size." },
  {
    from: /^server\//,
    to: new RegExp(`^(lib/(?!.*/contract\\.ts$)|components/|${browserApi})`),
    instead: 'The service shares the contracts of lib and nothing else.',
  },
  {
    from: /^(lib|components|entrypoints)\//,
    to: /^(server|tests|scripts)\//,
    instead: 'The extension does not know the service or the tests.',
  },
  {
    from: /^entrypoints\/detector\.ts$/,
    to: /./,
    instead: 'The detector runs on every page and imports nothing.',
  },
  {
    from: /^entrypoints\/(player|toast)/,
    to: /^(zod|ky)(\/|$)/,
    instead:
      'What runs in a page holds no schemas and calls no service: let the background validate and fetch.',
  },
];

const domainOf = (file) => /^lib\/([^/]+)\//.exec(file)?.[1];
const rowOf = (domain) => layers.findIndex((row) => row.includes(domain));

/** Why a domain of lib may not import another; null where it may. Tests may import any domain. */
const layerProblem = (from, to) => {
  const [domain, other] = [domainOf(from), domainOf(to)];
  if (!domain || !other || domain === other || from.endsWith('.test.ts')) return null;
  if (rowOf(domain) === -1) return `Give lib/${domain} a row in lint-rules/import-layers.js.`;
  if (rowOf(other) !== -1 && rowOf(other) < rowOf(domain)) return null;
  return `lib/${domain} may not import lib/${other}, which is not in a lower layer: take what you need as a parameter, or move it down.`;
};

const resolve = (filename, { cwd, source }) => {
  if (!source.startsWith('.')) return source;
  const target = path.relative(cwd, path.resolve(path.dirname(filename), source));
  return target.split(path.sep).join('/');
};

/** Lint rule: entrypoints → components → lib, and within lib only to lower layers. */
export const importLayers = {
  meta: { type: 'problem', schema: [], messages: { forbidden: '{{instead}}' } },
  create(context) {
    const from = path.relative(context.cwd, context.filename).split(path.sep).join('/');
    const check = (node) => {
      if (typeof node.source?.value !== 'string') return;
      const to = resolve(context.filename, { cwd: context.cwd, source: node.source.value });
      const broken = rules.find((rule) => rule.from.test(from) && rule.to.test(to));
      const instead = broken?.instead ?? layerProblem(from, to);
      if (instead) context.report({ node, messageId: 'forbidden', data: { instead } });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};
