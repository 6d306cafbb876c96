import fc from 'fast-check';

/** What stands where a value of another kind or size is expected. */
const oddValues: readonly unknown[] = [
  undefined,
  null,
  true,
  '',
  ' ',
  'x',
  '\0',
  '\ud800',
  '__proto__',
  '\u202e\u2066',
  'x'.repeat(40_000),
  0,
  -0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  1e308,
  NaN,
  Infinity,
  -Infinity,
  10n,
  [],
  [null],
  {},
  { length: 1 },
  Object.create(null) as object,
  new Date(NaN),
  new Map(),
  Symbol.iterator,
  () => 1,
];

type Path = readonly string[];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const pathsIn = (value: unknown, path: Path = []): Path[] => [
  path,
  ...(isRecord(value)
    ? Object.entries(value).flatMap(([name, inner]) => pathsIn(inner, [...path, name]))
    : []),
];

const replaced = (value: unknown, [name, ...rest]: Path, by: unknown): unknown => {
  if (name === undefined || !isRecord(value)) return by;
  const copy: Record<string, unknown> = Array.isArray(value) ? Object.assign([], value) : { ...value };
  copy[name] = replaced(value[name], rest, by);
  return copy;
};

/** A damage: which part of a value is replaced, counted in any order, and by what. */
interface Damage {
  part: number;
  by: unknown;
}

/** Any damage: mostly one odd value, sometimes anything at all. */
export const anyDamage: fc.Arbitrary<Damage> = fc.record({
  part: fc.nat(1000),
  by: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...oddValues) },
    { weight: 1, arbitrary: fc.anything({ maxDepth: 1, maxKeys: 3 }) },
  ),
});

/** The value with that damage: in one of its parts, or as a whole. */
export const damaged = (value: unknown, { part, by }: Damage): unknown => {
  const paths = pathsIn(value);
  return replaced(value, paths[part % paths.length] ?? [], by);
};
