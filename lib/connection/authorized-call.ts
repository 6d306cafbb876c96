import type { Feature } from '../api/links/contract.ts';
import { ServiceError } from '../api/errors.ts';
import { hasLabel } from '../api/operations.ts';
import type { Transport } from '../api/transport.ts';
import { rowOf } from '../failures/contract.ts';
import type { Account } from './account.ts';
import { type Clock, syncClock } from './clock.ts';
import { tokenWith, type Tokens } from './tokens.ts';

/** Whether no usable answer arrived. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof ServiceError && rowOf(error.failure.reason).mayHaveEffect;

/** One call with a token: what `send` of an authorized call gets. */
interface AuthorizedCall {
  account: Account;
  token: string;
  deadline: AbortSignal;
}

/**
 * Returns a function that makes a call with a token which can be repeated without harm, if the service announces these features.
 * A call without a usable answer is repeated once; one that was refused is repeated once with a new token, or with the clock read
 * again. It rejects with a ServiceError, whose `hadEffect` says whether a link may have been changed.
 */
export const createAuthorizedCalls =
  ({
    transport,
    tokens,
    clock,
    deadline: newDeadline,
  }: {
    transport: Transport;
    tokens: Pick<Tokens, 'get'>;
    clock: Clock;
    /** A new deadline for all calls together. */
    deadline(): AbortSignal;
  }) =>
  async <Result>(
    account: Account,
    needed: readonly Feature[],
    send: (call: AuthorizedCall) => Promise<Result>,
  ): Promise<Result> => {
    const deadline = newDeadline();
    const attempt = async (refused?: string): Promise<Result> => {
      const token = await tokenWith(needed, tokens.get(account, refused), account.address);
      return send({ account, token, deadline }).catch(async (error: unknown) => {
        if (refused !== undefined || deadline.aborted) throw error;
        if (hasLabel(error, 'permission-denied')) return attempt(token);
        // If Current time fails as well, this machine's clock is used.
        if (hasLabel(error, 'validity-invalid'))
          await syncClock(transport, { account, clock, deadline }).catch(() => undefined);
        else if (!isUnanswered(error)) throw error;
        return send({ account, token, deadline });
      });
    };
    return attempt();
  };
