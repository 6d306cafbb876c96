import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import * as z from 'zod/mini';
import { Refusal } from './answers.ts';
import { type Prepared, prepare } from './prepared.ts';

/** One administrative division of China: six digits of GB/T 2260, and what lies in it down to county level. */
export interface Division {
  code: string;
  name: string;
  children?: Division[];
}

const division = z.object({
  code: z.string().check(z.regex(/^\d{6}$/)),
  name: z.string().check(z.minLength(1)),
  get children() {
    return z.optional(z.array(division));
  },
});

interface Tree {
  list: Division[];
  byCode: ReadonlyMap<string, Division>;
}

const withoutEmpty = ({ code, name, children = [] }: z.infer<typeof division>): Division =>
  children.length === 0 ? { code, name } : { code, name, children: children.map(withoutEmpty) };

const withThoseIn = (each: Division): Division[] => [each, ...(each.children ?? []).flatMap(withThoseIn)];

/** Reads the tree of the Ministry of Civil Affairs as the package `lcn` keeps it. */
export async function readDivisions(): Promise<Tree> {
  const file = createRequire(import.meta.url).resolve('lcn/data/pca.json');
  const list = z
    .array(division)
    .parse(JSON.parse(await readFile(file, 'utf8')))
    .map(withoutEmpty);
  return { list, byCode: new Map(list.flatMap(withThoseIn).map((each) => [each.code, each])) };
}

/** What was asked for, or undefined for all; a code is given once, and as six digits. */
function askedFor(codes: readonly string[]): string | undefined {
  const [code, ...more] = codes;
  if (code === '') throw new Refusal('missing-parameter', { data: { code } });
  if (more.length > 0 || (code !== undefined && !/^\d{6}$/.test(code))) throw new Refusal('bad-request');
  return code;
}

/**
 * Answers of Get administrative divisions: the whole tree, or the branch of `?code=` with its root. The tree is read when
 * it is first asked for, and what was answered once is kept.
 */
export function createDivisions() {
  let reading: Promise<Tree> | undefined;
  const kept = new Map<string, Prepared>();
  const tree = () =>
    (reading ??= readDivisions().catch((error: unknown) => {
      reading = undefined;
      throw error;
    }));
  /** Takes every `code` of the query. Refuses odd codes as a bad request, and a code that nothing has as not found. */
  return async (codes: readonly string[]): Promise<Prepared> => {
    const code = askedFor(codes) ?? '';
    const known = kept.get(code);
    if (known) return known;
    const { list, byCode } = await tree();
    const branch = byCode.get(code);
    if (code !== '' && !branch) throw new Refusal('not-found');
    const prepared = prepare({ list: branch ? [branch] : list });
    kept.set(code, prepared);
    return prepared;
  };
}
