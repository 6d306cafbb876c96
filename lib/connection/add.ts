import type { Account } from './account.ts';
import { type Clock, syncClock } from './clock.ts';
import { ServiceError } from '../api/errors.ts';
import { hasLabel } from '../api/operate.ts';
import { type Added, postAdd } from '../api/operations.ts';
import type { Tokens } from './token.ts';
import type { Transport } from '../api/transport.ts';

/** What Add takes: the link, and its end in Unix seconds by the service's clock. */
export interface Add {
  link: string;
  end(serviceSeconds: number): number;
}

/** Too late, and nothing was sent that could create a link. */
const lateFor = (service: string) => new ServiceError({ reason: 'timeout', made: 'no', service });

/** Milliseconds that must be left for Add itself, once the token is there. */
const leastForAdd = (wholeLimit: number): number => wholeLimit / 5;

/** Waits no longer than the deadline; nothing has been sent that could make a link. */
const before = <Value>(deadline: AbortSignal, { of, service }: { of: Promise<Value>; service: string }) => {
  const late = () => lateFor(service);
  const passed = new Promise<never>((_, reject) => {
    if (deadline.aborted) reject(late());
    deadline.addEventListener('abort', () => reject(late()), { once: true });
  });
  return Promise.race([of, passed]);
};

/**
 * Add with the two repetitions that are safe: once after Permission Denied, with a new token, and once after Validity
 * Invalid, with the clock looked at again if that gives another end. After anything else it may have made a link, or
 * would fail again. All of it ends within `wholeLimit` milliseconds.
 */
export const createAdd = (parts: {
  transport: Transport;
  tokens: Tokens;
  clock: Clock;
  wholeLimit: number;
}) => {
  const { transport, tokens, clock, wholeLimit } = parts;
  return async (account: Account, { link, end }: Add): Promise<Added> => {
    const { address } = account;
    const deadline = AbortSignal.timeout(wholeLimit);
    const tokenInTime = (refused?: string) =>
      before(deadline, { of: tokens.get(account, refused), service: address });
    // Where Current time fails too, this machine's clock must do.
    const lookAtClock = () => syncClock(transport, { account, clock, deadline }).catch(() => undefined);

    const began = performance.now();
    let token = await tokenInTime();
    // What is left would not do for an answer to Add, and a timeout there leaves open whether a link was created.
    if (performance.now() - began > wholeLimit - leastForAdd(wholeLimit)) throw lateFor(address);
    if ((await clock.offset(address)) === null) await lookAtClock();
    let until = end(await clock.seconds(address));
    const once = () => postAdd(transport, { account, link, end: until, token, deadline });

    const withNewToken = async (error: unknown): Promise<Added> => {
      if (!hasLabel(error, 'permission-denied')) throw error;
      token = await tokenInTime(token);
      return once();
    };
    const withSyncedClock = async (error: unknown): Promise<Added> => {
      if (!hasLabel(error, 'validity-invalid')) throw error;
      await lookAtClock();
      if (deadline.aborted) throw error;
      const again = end(await clock.seconds(address));
      if (again === until) throw error;
      until = again;
      return once();
    };
    return once().catch(withNewToken).catch(withSyncedClock);
  };
};
