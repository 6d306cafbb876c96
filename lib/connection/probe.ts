import type { Failure } from '../failures/contract.ts';
import type { Account, Vault } from './account.ts';
import type { Clock } from './clock.ts';
import type { CredentialStyle, Probing } from '../api/contract.ts';

/** How one call went: the milliseconds it took, and those by which the service's clock is ahead, null while unknown. */
export type Probe = { milliseconds: number; difference: number | null } & Tried;

/** What a call shows beside its success: `style` is the credential style that got a token. */
export interface Found {
  style?: CredentialStyle;
}

type Tried = ({ ok: true } & Found) | { ok: false; failure: Failure };

interface Parts {
  vault: Vault;
  clock: Clock;
  calls: Record<Probing, (account: Account) => Promise<Found>>;
  /** Calls where the browser lets us, and makes a failure a value. */
  allowed(account: Account, call: () => Promise<Tried>): Promise<Tried>;
}

/** Calls one operation once, for the account that is saved; null where none can be read. Never rejects. */
export const createProbe =
  ({ vault, clock, calls, allowed }: Parts) =>
  async ({ operation }: { operation: Probing }): Promise<Probe | null> => {
    const account = await vault.read().catch(() => null);
    if (!account) return null;
    const began = performance.now();
    const tried = await allowed(account, async () => ({ ok: true, ...(await calls[operation](account)) }));
    const milliseconds = Math.round(performance.now() - began);
    return { ...tried, milliseconds, difference: await clock.offset(account.address) };
  };
