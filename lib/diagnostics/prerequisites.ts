import { failuresIn, type Facts, isAnswered, probeOrder, connectionIn } from './facts.ts';
import { bad, good, unchecked, type Verdict, waiting } from './verdict.ts';

/** Plain http is allowed on this computer only, so the scheme shows that the service runs here. */
export const isOnThisMachine = (facts: Facts): boolean =>
  connectionIn(facts)?.address.startsWith('http:') === true;

export const savedRow = ({ saved }: Facts): Verdict => {
  if (!saved) return waiting;
  if (saved.kind === 'connected') return good('connected');
  if (saved.kind === 'nothing') return bad('nothing-saved');
  return bad(saved.kind);
};

/** The verdict of every later row while a connection or the permission is missing; null once both are there. */
export const missingPrerequisite = ({ saved, mayReach }: Facts): Verdict | null => {
  if (!saved) return waiting;
  if (saved.kind !== 'connected') return unchecked('needs-connection');
  if (mayReach === undefined) return waiting;
  return mayReach ? null : unchecked('needs-permission');
};

export const permissionRow = (facts: Facts): Verdict => {
  const { saved, mayReach } = facts;
  if (mayReach === undefined || saved?.kind !== 'connected') return missingPrerequisite(facts) ?? waiting;
  if (mayReach) return good('allowed');
  return bad('failure', {
    failure: { reason: 'access-missing', linkCreated: 'no', service: saved.connection.address },
  });
};

export const areAllAnswersIn = ({ answers }: Facts): boolean =>
  probeOrder.every((each) => answers[each] !== undefined);

export const reachRow = (facts: Facts): Verdict => {
  const missing = missingPrerequisite(facts);
  if (missing) return missing;
  if (probeOrder.some((each) => isAnswered(facts.answers[each]))) return good('reached');
  if (!areAllAnswersIn(facts)) return waiting;
  const [failure] = failuresIn(facts);
  if (!failure) return bad('silent');
  const isRefused = failure.reason === 'unreachable';
  if (isRefused && isOnThisMachine(facts)) return bad('not-running');
  return facts.isOffline && !isOnThisMachine(facts) ? bad('offline') : bad('failure', { failure });
};

/** As `missingPrerequisite`, also for a service that has not been reached. */
export const missingReach = (facts: Facts): Verdict | null => {
  const missing = missingPrerequisite(facts);
  if (missing) return missing;
  const { state } = reachRow(facts);
  if (state === 'waiting') return waiting;
  return state === 'bad' ? unchecked('needs-reach') : null;
};
