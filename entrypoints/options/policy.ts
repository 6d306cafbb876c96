import { readManaged } from '../../lib/settings/settings.ts';
import type { PolicyView } from '../../components/policy/policy-view.ts';
import { locksOf } from '../../lib/settings/policy.ts';
import { problemsOf } from '../../lib/settings/policy-problems.ts';
import { connectionProblems, pathProblems } from '../../lib/connection/managed-problems.ts';
import { readConnection } from '../../lib/connection/managed.ts';

/** What the organisation's policy sets; the key goes no further than this. */
export const readPolicy = async (): Promise<PolicyView> => {
  const managed = await readManaged();
  const { secretKey, ...connection } = readConnection(managed);
  return {
    ...locksOf(managed),
    connection: { ...connection, hasKey: secretKey !== null },
    problems: [
      ...connectionProblems(managed).map((what) => ({ what })),
      ...pathProblems(managed),
      ...problemsOf(managed),
    ],
  };
};
