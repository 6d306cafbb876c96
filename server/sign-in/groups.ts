import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { noExpiry } from '../../lib/validity/contract.ts';
import type { Configuration } from '../config/configuration.ts';
import { StartError, systemCode } from '../config/errors.ts';

const maxUnits = 9_999_999_999;
const calls = z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000_000)));

/** The file of groups: the claim that names them, and their limits; missing limits are as configured. Units are prepaid short links. */
const groupsFile = z.strictObject({
  claim: z.string().check(z.minLength(1)),
  groups: z.array(
    z.strictObject({
      name: z.string(),
      callsPerSecond: calls,
      callsPerMinute: calls,
      units: z.optional(z.int().check(z.minimum(0), z.maximum(maxUnits))),
    }),
  ),
});

type GroupsFile = z.infer<typeof groupsFile>;

export type LimitsOf = ReturnType<typeof readGroups>['limitsOf'];

/** Reads the file of groups, if there is one. Throws StartError. */
export function readGroups(configuration: Configuration) {
  const file = configuration.oidcGroups;
  const { claim, groups } = file === '' ? { claim: 'groups', groups: [] } : readFile(file);

  return {
    claim,
    /** The limits of a person in these groups: those of the first group in the file that the person is in. */
    limitsOf: (names: readonly string[]) => {
      const group = groups.find(({ name }) => names.includes(name));
      const total = group?.units ?? configuration.units;
      const reason =
        names.length === 0
          ? `the sign-in names no groups in the claim "${claim}".`
          : `the file of groups has none of the ${names.length} in the claim "${claim}".`;
      return {
        /** What the log says of a person with default limits, if there is a file. It names no groups: they say who a person is. */
        remark: file === '' || group ? undefined : `has the default limits: ${reason}`,
        perSecond: group?.callsPerSecond ?? configuration.callsPerSecond,
        perMinute: group?.callsPerMinute ?? configuration.callsPerMinute,
        packages: [{ total, startsAt: 0, expiresAt: noExpiry }],
      };
    },
  };
}

function readFile(file: string): GroupsFile {
  try {
    return groupsFile.parse(JSON.parse(readFileSync(file, 'utf8')), { error: z.locales.en().localeError });
  } catch (error) {
    const reason =
      error instanceof z.core.$ZodError
        ? error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
        : systemCode(error) || (error instanceof Error ? error.message : '');
    throw new StartError(`The file of groups ${file} cannot be used (${reason}).`, { cause: error });
  }
}
