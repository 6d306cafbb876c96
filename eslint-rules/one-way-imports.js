import path from 'node:path';

/**
 * The import rules of the house, as one table: who may not import what, and what to do instead.
 * Paths are relative to the repository; a bare package keeps its name.
 */
const rules = [
  {
    from: /^(?!entrypoints\/|tests\/|eslint)/,
    to: /^entrypoints\//,
    instead: 'Nothing imports an entrypoint: move what you need to lib/ or components/.',
  },
  {
    from: /^components\//,
    to: /^(wxt(\/|$)|(@wxt-dev\/)?webextension-polyfill|ky$|idb$|lib\/(messages|settings|browser\/(?!texts|contract)))/,
    instead: 'A component shows: take the value or the action as a prop, wired by the entrypoint.',
  },
  {
    from: /^lib\/(?!messages\/|settings\/|browser\/)/,
    to: /^(wxt(\/|$)|(@wxt-dev\/)?webextension-polyfill|lib\/(messages|settings|browser(?!\/(contract|texts)))\/)/,
    instead: 'This part of lib does not know the browser: take what it needs as a parameter.',
  },
  {
    from: /^lib\//,
    to: /^components\//,
    instead: 'Data flows one way: components import lib, never the other way round.',
  },
  {
    from: /^lib\/.*\/contract\.ts$/,
    to: /^(?!zod\/mini$|lib\/.*\/contract\.ts$)/,
    instead: 'A contract is shared with the service: it imports zod/mini and other contracts only.',
  },
  { from: /./, to: /^zod$/, instead: "Import 'zod/mini': zod itself is six times the size." },
  {
    from: /^server\//,
    to: /^(lib\/(?!.*\/contract\.ts$)|components\/|wxt(\/|$)|(@wxt-dev\/)?webextension-polyfill)/,
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
    from: /^entrypoints\/(player|pill)/,
    to: /^(zod|ky)(\/|$)/,
    instead: 'The player runs in a page: let the background validate and fetch.',
  },
  {
    from: /^lib\/(?!.*\.test\.ts$)/,
    to: /^lib\/([^/]+)\/(?!contract\.ts$|texts\.ts$)/,
    crossing: true,
    instead: "Import another domain's contract.ts or its public file (lib/<domain>/<domain>.ts).",
  },
];

const domainOf = (file) => /^lib\/([^/]+)\//.exec(file)?.[1];

/** Does this rule of the table forbid `from` importing `to`? Both are repository paths or package names. */
const forbids = (rule, { from, to }) => {
  if (!rule.from.test(from) || !rule.to.test(to)) return false;
  if (!rule.crossing) return true;
  const domain = domainOf(to);
  return domain !== domainOf(from) && to !== `lib/${domain}/${domain}.ts`;
};

const resolve = (filename, { cwd, source }) => {
  if (!source.startsWith('.')) return source;
  const target = path.relative(cwd, path.resolve(path.dirname(filename), source));
  return target.split(path.sep).join('/');
};

/** ESLint rule: data flows one way, entrypoints → components → lib. */
export const oneWayImports = {
  meta: { type: 'problem', schema: [], messages: { forbidden: '{{instead}}' } },
  create(context) {
    const from = path.relative(context.cwd, context.filename).split(path.sep).join('/');
    const check = (node) => {
      if (typeof node.source?.value !== 'string') return;
      const to = resolve(context.filename, { cwd: context.cwd, source: node.source.value });
      const broken = rules.find((rule) => forbids(rule, { from, to }));
      if (broken) context.report({ node, messageId: 'forbidden', data: { instead: broken.instead } });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};
