import type { Feature } from '../api/links/contract.ts';
import { ServiceError } from '../api/errors.ts';
import { hasLabel } from '../api/operations.ts';
import type { Transport } from '../api/transport.ts';
import { withAbort } from '../async/timeout.ts';
import { rowOf } from '../failures/contract.ts';
import type { Account } from './account.ts';
import { type Clock, syncClock } from './clock.ts';
import { tokenWith, type Tokens } from './tokens.ts';

/** The deadline has passed, and nothing was sent that could have an effect. */
export const failLate = (service: string): never => {
  throw new ServiceError({ reason: 'timeout', hadEffect: 'no', service });
};

const isUnanswered = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && rowOf(error.failure.reason).mayHaveEffect;

/** Computes an expiry time from the service's clock; both in Unix seconds. */
type Expiry = (serviceSeconds: number) => number;

interface CallOptions<Expires extends Expiry | undefined> {
  /** The features that the service has to announce. */
  needed: readonly Feature[];
  /** For everything together, also for getting a token. */
  deadline: AbortSignal;
  /** Whether a call without a usable answer may be repeated: only if a second one gives the same result. */
  mayRepeatUnanswered: boolean;
  /** Only with it, the clock is read. */
  expiresAt?: Expires;
}

/** What `send` of an authorized call gets; `expiresAt` in Unix seconds, if one is computed. */
export interface AuthorizedCall<Expires extends Expiry | undefined = undefined> {
  account: Account;
  token: string;
  deadline: AbortSignal;
  expiresAt: Expires extends undefined ? undefined : number;
}

/**
 * Returns a function that makes a call with a token. Each of these repetitions happens once at most: after Permission Denied with a
 * new token, after Validity Invalid with the clock read again if that gives another expiry time, and without a usable answer if the
 * call may be repeated. It rejects with a ServiceError, whose `hadEffect` says whether something may have been created or changed.
 */
export const createAuthorizedCalls =
  ({ transport, tokens, clock }: { transport: Transport; tokens: Pick<Tokens, 'get'>; clock: Clock }) =>
  async <Result, Expires extends Expiry | undefined = undefined>(
    account: Account,
    { needed, deadline, mayRepeatUnanswered, expiresAt }: CallOptions<Expires>,
    send: (call: AuthorizedCall<Expires>) => Promise<Result>,
  ): Promise<Result> => {
    const { address } = account;
    const isLate = (): boolean => deadline.aborted;
    const getToken = (refused?: string): Promise<string> => {
      const granting = tokens.get(account, refused);
      const inTime = withAbort(granting, { signal: deadline, onAbort: () => failLate(address) });
      return tokenWith(needed, inTime, address);
    };
    // If Current time fails as well, this machine's clock is used.
    const readClock = () => syncClock(transport, { account, clock, deadline }).catch(() => undefined);
    const computeExpiry = async () =>
      expiresAt?.(await clock.seconds(address)) as AuthorizedCall<Expires>['expiresAt'];

    let token = await getToken();
    if (expiresAt && !(await clock.isTrusted(address))) await readClock();

    let hasNewToken = false;
    let hasReadClock = false;
    let wasUnanswered = false;
    /** Prepares the repetition of a call; throws its error if it is not repeated. */
    const prepareRepetition = async (error: unknown, expiry: number | undefined): Promise<void> => {
      if (isLate()) throw error;
      if (hasLabel(error, 'permission-denied') && !hasNewToken) {
        hasNewToken = true;
        token = await getToken(token);
      } else if (hasLabel(error, 'validity-invalid') && expiresAt && !hasReadClock) {
        hasReadClock = true;
        await readClock();
        if (isLate() || (await computeExpiry()) === expiry) throw error;
      } else if (isUnanswered(error) && mayRepeatUnanswered && !wasUnanswered) {
        wasUnanswered = true;
      } else throw error;
    };

    /** The first call that may have had its effect: the refusal of a repetition says nothing about it. */
    let uncertain: ServiceError | undefined;
    for (;;) {
      // Every answer, also a refusal, may have brought the service's time.
      const expiry = await computeExpiry();
      try {
        return await send({ account, token, deadline, expiresAt: expiry });
      } catch (error) {
        if (isUnanswered(error) && error.failure.hadEffect === 'maybe') uncertain ??= error;
        await prepareRepetition(error, expiry).catch((last: unknown) => {
          throw uncertain ?? last;
        });
      }
    }
  };
