import { pathNames, usual } from './advanced.ts';
import type { Advanced } from './contract.ts';
import { type ConnectionForm, type FieldProblem, readForm } from './form.ts';
import { pathProblem } from './path.ts';

export type Typed =
  /** The form as it is sent, and the origin that it takes the permission for. */
  { ok: true; form: ConnectionForm; origin: string } | { ok: false; problem: FieldProblem };

type Paths = Advanced['paths'];

/** The paths as they are sent, an empty one being the usual one; or what is wrong with the first that is wrong. */
const readPaths = (typed: Paths): { paths: Paths } | { problem: FieldProblem } => {
  const paths = { ...usual.paths };
  for (const name of pathNames) {
    const path = typed[name].trim() || paths[name];
    const problem = pathProblem(path);
    if (problem) return { problem: { field: `${name}Path`, problem } };
    paths[name] = path;
  }
  return { paths };
};

/** `advanced` is missing where all of it is as usual. */
const advancedOf = (set: Advanced): Pick<ConnectionForm, 'advanced'> =>
  JSON.stringify(set) === JSON.stringify(usual) ? {} : { advanced: set };

/** Reads the whole form where it is typed, the first problem first. An empty path means the usual one. */
export const readTyped = ({ advanced = usual, ...form }: ConnectionForm): Typed => {
  const read = readForm(form);
  if (!read.ok) return { ok: false, problem: read };
  const { address, origin } = read.wish;
  const set = readPaths(advanced.paths);
  if ('problem' in set) return { ok: false, problem: set.problem };
  const { credentials } = advanced;
  return { ok: true, form: { ...form, address, ...advancedOf({ paths: set.paths, credentials }) }, origin };
};
