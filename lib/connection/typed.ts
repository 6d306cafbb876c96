import { withoutUsual } from './advanced.ts';
import { operationNames, type Paths, usual } from '../api/contract.ts';
import { type ConnectionForm, type FieldProblem, readForm } from './form.ts';
import { pathProblem } from './path.ts';

export type Typed =
  /** The form as it is sent, and the origin that it needs the permission for. */
  { ok: true; form: ConnectionForm; origin: string } | { ok: false; problem: FieldProblem };

/** The paths without spaces around them, or what is wrong with the first that is wrong. An empty one is the default. */
const readPaths = (typed: Paths): { paths: Paths } | { problem: FieldProblem } => {
  const paths = { ...typed };
  for (const name of operationNames) {
    const path = typed[name].trim();
    const problem = path === '' ? null : pathProblem(path);
    if (problem) return { problem: { field: `${name}Path`, problem } };
    paths[name] = path;
  }
  return { paths };
};

/** Reads the whole form where it is typed, the first problem first. */
export const readTyped = ({ advanced = usual, ...form }: ConnectionForm): Typed => {
  const read = readForm(form);
  if (!read.ok) return { ok: false, problem: read };
  const { address, origin } = read.wish;
  const set = readPaths(advanced.paths);
  if ('problem' in set) return { ok: false, problem: set.problem };
  const given = withoutUsual({ paths: set.paths, credentials: advanced.credentials });
  return { ok: true, form: { ...form, address, ...(given && { advanced: given }) }, origin };
};
