import { type AddOptions, requiredFeatures } from '../api/links/contract.ts';
import { withAbort } from '../async/timeout.ts';
import { ServiceError } from '../api/errors.ts';
import { type Added, hasLabel, postAdd } from '../api/operations.ts';
import type { Transport } from '../api/transport.ts';
import type { Account } from './account.ts';
import { type Clock, syncClock } from './clock.ts';
import { tokenWith, type Tokens } from './tokens.ts';

/** What Add needs: the link, and a function that computes the expiry time in Unix seconds from the service's clock. */
export interface LinkToAdd extends AddOptions {
  link: string;
  expiresAt(serviceSeconds: number): number;
}

/** The deadline has passed, and nothing was sent that could create a link. */
const failLate = (service: string): never => {
  throw new ServiceError({ reason: 'timeout', hadEffect: 'no', service });
};

/**
 * Add with the two repetitions that are safe: once after Permission Denied, with a new token, and once after Validity
 * Invalid, with the clock read again if that gives another expiry time. After any other failure a link may have been
 * created, or the same failure would follow. All of it ends within `totalTimeoutMs`.
 */
export const createLinkCreator = ({
  transport,
  tokens,
  clock,
  totalTimeoutMs,
}: {
  transport: Transport;
  tokens: Pick<Tokens, 'get'>;
  clock: Clock;
  /** For all calls together. */
  totalTimeoutMs: number;
}) => {
  return async (account: Account, { link, expiresAt, ...options }: LinkToAdd): Promise<Added> => {
    const { address } = account;
    const deadline = AbortSignal.timeout(totalTimeoutMs);
    const tokenInTime = (refused?: string): Promise<string> => {
      const granting = tokens.get(account, refused);
      const inTime = withAbort(granting, { signal: deadline, onAbort: () => failLate(address) });
      return tokenWith(requiredFeatures(options), inTime, address);
    };
    // If Current time fails as well, this machine's clock is used.
    const readClock = () => syncClock(transport, { account, clock, deadline }).catch(() => undefined);

    const began = performance.now();
    let token = await tokenInTime();
    if (!(await clock.isTrusted(address))) await readClock();
    let expiry = expiresAt(await clock.seconds(address));
    const post = async (): Promise<Added> => {
      // A timeout of Add leaves open whether a link was created, so it is not sent if less than a fifth of the time is left.
      if (performance.now() - began > 0.8 * totalTimeoutMs) failLate(address);
      return postAdd(transport, { account, link, expiresAt: expiry, token, deadline, ...options });
    };

    const withNewToken = async (error: unknown): Promise<Added> => {
      if (!hasLabel(error, 'permission-denied')) throw error;
      token = await tokenInTime(token);
      return post();
    };
    const withSyncedClock = async (error: unknown): Promise<Added> => {
      if (!hasLabel(error, 'validity-invalid')) throw error;
      await readClock();
      if (deadline.aborted) throw error;
      const corrected = expiresAt(await clock.seconds(address));
      if (corrected === expiry) throw error;
      expiry = corrected;
      return post();
    };
    // In this order: Validity Invalid after a new token is also repeated, Permission Denied after the clock was read is not.
    return post().catch(withNewToken).catch(withSyncedClock);
  };
};
