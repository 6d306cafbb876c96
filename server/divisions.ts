import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import * as z from 'zod/mini';
import { type CachedAnswer, createCachedAnswer } from './cached-answer.ts';
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

interface DivisionTree {
  list: Division[];
  byCode: ReadonlyMap<string, Division>;
}

/** Leaves out lists of children that are empty. */
const withoutEmptyLists = ({ code, name, children = [] }: Division): Division =>
  children.length === 0 ? { code, name } : { code, name, children: children.map(withoutEmptyLists) };

const withDescendants = (root: Division): Division[] => [
  root,
  ...(root.children ?? []).flatMap(withDescendants),
];

/** Reads the tree of the Ministry of Civil Affairs from the package `lcn`. */
export async function readDivisions(): Promise<DivisionTree> {
  const file = createRequire(import.meta.url).resolve('lcn/data/pca.json');
  const parsed = z.array(division).parse(JSON.parse(await readFile(file, 'utf8')));
  const list = parsed.map(withoutEmptyLists);
  return { list, byCode: new Map(list.flatMap(withDescendants).map((each) => [each.code, each])) };
}

/** The code in the query; undefined for the whole tree. Throws ApiError: Missing Parameter, Bad Request. */
function requestedCode(codes: readonly string[]): string | undefined {
  const [code, ...others] = codes;
  if (code === '') throw new ApiError('missing-parameter', { data: { code } });

  const isMalformed = code !== undefined && !divisionCode.safeParse(code).success;
  if (isMalformed || others.length > 0) throw new ApiError('bad-request');
  return code;
}

/**
 * The answers of Get administrative divisions: the whole tree, or the branch of `?code=` with its root. The tree is read
 * at the first request, and each answer is cached.
 */
export function createDivisions() {
  const answers = new Map<string | undefined, CachedAnswer>();
  let reading: Promise<DivisionTree> | undefined;

  const readOnce = () => {
    reading ??= readDivisions().catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    return reading;
  };

  /** Takes every `code` of the query. Throws ApiError: Missing Parameter, Bad Request, and Not Found for an unknown code. */
  return async (codes: readonly string[]): Promise<CachedAnswer> => {
    const code = requestedCode(codes);
    const cached = answers.get(code);
    if (cached) return cached;

    const { list, byCode } = await readOnce();
    const branch = code === undefined ? undefined : byCode.get(code);
    if (code !== undefined && !branch) throw new ApiError('not-found');

    const answer = createCachedAnswer({ list: branch ? [branch] : list });
    answers.set(code, answer);
    return answer;
  };
}
