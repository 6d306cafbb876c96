import { failuresIn, type Facts, isAnswered, operations, savedIn } from './facts.ts';
import { bad, good, unchecked, type Verdict, waiting } from './verdict.ts';

/** Plain http is for this computer only, and so says that the service is here. */
export const isHere = (facts: Facts): boolean => savedIn(facts)?.address.startsWith('http:') === true;

export const savedRow = ({ saved }: Facts): Verdict => {
  if (!saved) return waiting;
  if (saved.kind === 'connected') return good('connected');
  if (saved.kind === 'nothing') return bad('nothing-saved');
  return bad(saved.kind);
};

/** What every later row stands on: null where that holds. */
export const ground = ({ saved, mayReach }: Facts): Verdict | null => {
  if (!saved) return waiting;
  if (saved.kind !== 'connected') return unchecked('needs-connection');
  if (mayReach === undefined) return waiting;
  return mayReach ? null : unchecked('needs-permission');
};

export const permissionRow = (facts: Facts): Verdict => {
  const { saved, mayReach } = facts;
  if (mayReach === undefined || saved?.kind !== 'connected') return ground(facts) ?? waiting;
  if (mayReach) return good('allowed');
  return bad('failure', { failure: { reason: 'access-missing', made: 'no', service: saved.at.address } });
};

export const isAllHeard = ({ heard }: Facts): boolean =>
  operations.every((each) => heard[each] !== undefined);

export const reachRow = (facts: Facts): Verdict => {
  const weak = ground(facts);
  if (weak) return weak;
  if (operations.some((each) => isAnswered(facts.heard[each]))) return good('reached');
  if (!isAllHeard(facts)) return waiting;
  const [failure] = failuresIn(facts);
  if (!failure) return bad('silent');
  const isRefused = failure.reason === 'unreachable';
  if (isRefused && isHere(facts)) return bad('not-running');
  return facts.isOffline && !isHere(facts) ? bad('offline') : bad('failure', { failure });
};

/** As `ground`, and somebody has to be there. */
export const reachedGround = (facts: Facts): Verdict | null => {
  const weak = ground(facts);
  if (weak) return weak;
  const { state } = reachRow(facts);
  if (state === 'waiting') return waiting;
  return state === 'bad' ? unchecked('needs-reach') : null;
};
