import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const specifiers = /(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g;

/** The files that each file imports, read once a run. */
const imports = new Map();

const importsOf = (file) => {
  const known = imports.get(file);
  if (known) return known;
  const source = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const found = [...source.matchAll(specifiers)].map(([, target]) =>
    path.resolve(path.dirname(file), target),
  );
  const code = found.filter((target) => /\.tsx?$/.test(target));
  imports.set(file, code);
  return code;
};

/** A way of imports from one file to another, both included; null where there is none. */
const wayTo = (goal, start) => {
  const before = new Map([[start, null]]);
  for (const file of before.keys()) {
    if (file === goal) {
      const way = [];
      for (let step = file; step !== null; step = before.get(step)) way.unshift(step);
      return way;
    }
    for (const next of importsOf(file)) if (!before.has(next)) before.set(next, file);
  }
  return null;
};

/** Lint rule: no file imports itself by way of others, types included. */
export const noImportCycles = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      cycle: 'A cycle of imports: {{way}}. Move what both need to a file of its own, below both.',
    },
  },
  create(context) {
    return {
      ImportDeclaration(node) {
        const source = node.source.value;
        if (!source.startsWith('.')) return;
        const way = wayTo(context.filename, path.resolve(path.dirname(context.filename), source));
        if (!way) return;
        const names = [context.filename, ...way].map((file) => path.relative(context.cwd, file));
        context.report({ node, messageId: 'cycle', data: { way: names.join(' → ') } });
      },
    };
  },
};
