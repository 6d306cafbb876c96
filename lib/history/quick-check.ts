import * as z from 'zod/mini';

/** True only if parsing would return a value with the same content. May be false for a valid value. */
type Check = (value: unknown) => boolean;

/**
 * A check by the parser, for what the other checks do not know, such as the limits of a text or a number. It is false
 * for what the parser copies, such as a list: a copy may differ.
 */
const byParser =
  (schema: z.core.$ZodType): Check =>
  (value) => {
    const { success, data } = z.safeParse(schema, value);
    return success && Object.is(data, value);
  };

const objectCheck = (shape: Readonly<Record<string, z.core.$ZodType>>): Check => {
  const fields = Object.entries(shape).map(([name, schema]) => ({ name, isRight: checkOf(schema) }));
  const names = new Set(Object.keys(shape));
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    for (const name in value) if (!names.has(name)) return false;
    const record = value as Record<string, unknown>;
    for (const { name, isRight } of fields) if (!isRight(record[name])) return false;
    return true;
  };
};

const checkOf = (schema: z.core.$ZodType): Check => {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.checks?.length) return byParser(schema);
  if (def.type === 'boolean') return (value) => typeof value === 'boolean';
  if (def.type === 'object' && !def.catchall) return objectCheck(def.shape);
  if (def.type === 'literal') return (value) => def.values.some((each) => each === value);
  if (def.type === 'string' && !('format' in def)) return (value) => typeof value === 'string';
  if (def.type === 'number' && !('format' in def)) return (value) => Number.isFinite(value);
  if (def.type === 'number' && 'format' in def && def.format === 'safeint')
    return (value) => Number.isSafeInteger(value);
  if (def.type === 'enum') {
    const values = new Set<unknown>(Object.values(def.entries));
    return (value) => values.has(value);
  }
  if (def.type === 'optional') {
    const isRight = checkOf(def.innerType);
    return (value) => value === undefined || isRight(value);
  }
  if (def.type === 'lazy') return checkOf(def.getter());
  if (def.type === 'union') {
    const options = def.options.map(checkOf);
    return (value) => options.some((isRight) => isRight(value));
  }
  return byParser(schema);
};

/**
 * Checks whether a value is valid as it is, ten times as fast as the schema's parser, which has to copy it. It is derived
 * from the schema. What it does not accept may be valid all the same: then the parser decides.
 */
export const quickCheckOf = <Schema extends z.ZodMiniType>(
  schema: Schema,
): ((value: unknown) => value is z.output<Schema>) => {
  // Derived at the first use, which most starts of the background never reach.
  let isRight: Check | undefined;
  return (value): value is z.output<Schema> => (isRight ??= checkOf(schema))(value);
};
