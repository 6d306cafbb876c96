import { createRequire } from 'node:module';
import * as z from 'zod/mini';
import { ApiError } from './envelopes.ts';

const divisionCode = z.string().check(z.regex(/^\d{6}$/));

const division = z.object({
  code: divisionCode,
  name: z.string().check(z.minLength(1)),
  get children() {
    return z.optional(z.array(division));
  },
});

/** An administrative division of China: its code (GB/T 2260) and the divisions in it, down to county level. */
export type Division = z.infer<typeof division>;

/** Leaves out lists of children that are empty. */
const withoutEmptyLists = ({ code, name, children = [] }: Division): Division =>
  children.length === 0 ? { code, name } : { code, name, children: children.map(withoutEmptyLists) };

const withDescendants = (root: Division): Division[] => [
  root,
  ...(root.children ?? []).flatMap(withDescendants),
];

/** The divisions of the Ministry of Civil Affairs, from the package `lcn`, by code. The whole tree has the key undefined. */
function readDivisions(): ReadonlyMap<string | undefined, readonly Division[]> {
  const parsed = z.array(division).parse(createRequire(import.meta.url)('lcn/data/pca.json'));
  const list = parsed.map(withoutEmptyLists);
  const branches = list.flatMap(withDescendants).map((each) => [each.code, [each]] as const);
  return new Map<string | undefined, readonly Division[]>([[undefined, list], ...branches]);
}

/**
 * Get administrative divisions, as a function of every `code` in the query: the whole tree, or the branch of the code with its root.
 * The tree is read at the first request.
 */
export function createDivisions() {
  let branches: ReturnType<typeof readDivisions> | undefined;

  /** Throws ApiError: Missing Parameter, Bad Request, and Not Found for an unknown code. */
  return ([code, ...others]: readonly string[]) => {
    if (code === '') throw new ApiError('missing-parameter', { data: { code } });
    const isMalformed = code !== undefined && !divisionCode.safeParse(code).success;
    if (isMalformed || others.length > 0) throw new ApiError('bad-request');

    branches ??= readDivisions();
    const list = branches.get(code);
    if (!list) throw new ApiError('not-found');
    return { list };
  };
}
