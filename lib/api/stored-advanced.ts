/** What earlier versions stored of the advanced fields. The service has no part in it, so it is no contract. */
import * as z from 'zod/mini';
import {
  type Advanced,
  advanced,
  defaultAdvanced,
  type Operation,
  operationNames,
  paths,
} from './contract.ts';

const anyPath = z.string();

/** Earlier versions stored and exported the path of the grayscale operation as `grey`. */
const advancedWithGrey = z.object({
  paths: z.object({
    token: anyPath,
    time: anyPath,
    add: anyPath,
    music: anyPath,
    grey: anyPath,
    divisions: anyPath,
  }),
  credentials: advanced.shape.credentials,
});

const renameGrey = ({ paths: stored, credentials }: z.infer<typeof advancedWithGrey>): Advanced => {
  const { grey, ...others } = stored;
  return { paths: { ...others, grayscale: grey }, credentials };
};

const optionalPath = z.optional(anyPath);

/** What version 0.1 stored: four paths, each of them filled in, and `both` for Basic and headers at once. */
const advancedOfVersion01 = z.object({
  paths: z.object({ token: optionalPath, time: optionalPath, grey: optionalPath, divisions: optionalPath }),
  credentials: z.enum(['both', 'basic', 'headers']),
});

const migrate = ({ paths: stored, credentials }: z.infer<typeof advancedOfVersion01>): Advanced => {
  const { grey, ...others } = stored;
  const filledIn: Partial<Record<Operation, string | undefined>> = { ...others, grayscale: grey };
  const next = { ...defaultAdvanced.paths };
  for (const name of operationNames) {
    const path = filledIn[name];
    if (path !== undefined && path !== paths[name]) next[name] = path;
  }
  return { paths: next, credentials: credentials === 'both' ? 'detect' : credentials };
};

/**
 * A check that puts what this version stores in the place of what an earlier one stored. Zod's pipes and transforms, like
 * its `extend`, `omit` and `refine`, would add 3 kB to the background.
 */
const upgrade =
  <Former>(toAdvanced: (former: Former) => Advanced) =>
  (payload: { value: Former }): void => {
    (payload as { value: Former | Advanced }).value = toAdvanced(payload.value);
  };

/** `advanced` as this version or an earlier one stored or exported it. */
export const storedAdvanced = z.union([
  advanced,
  advancedWithGrey.check(upgrade(renameGrey)),
  advancedOfVersion01.check(upgrade(migrate)),
]) as unknown as z.ZodMiniType<Advanced>;
