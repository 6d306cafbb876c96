import * as z from 'zod/mini';
import { type CredentialStyle, storedAdvanced } from '../api/contract.ts';

/** A saved connection. It holds the key, so it never leaves the background. */
export const account = z.object({
  /** Stays the same while address and SecretID do. */
  id: z.string(),
  /** New with every save: a token is bound to it. */
  revision: z.string(),
  /** Base address with its version segment and no slash at its end; the slash of a base without a path stays. */
  address: z.string(),
  secretId: z.string(),
  secretKey: z.string(),
  /** Address of a short link with `{linkID}` in it; null follows the service address. */
  template: z.nullable(z.string()),
  /** Missing where nothing of it was set. */
  advanced: z.optional(storedAdvanced),
});

export type Account = z.infer<typeof account>;

/** Where the account is stored. */
export interface Vault {
  /** Null when nothing usable is there. */
  read(): Promise<Account | null>;
  /** Stores both or neither. */
  save(account: Account, style: CredentialStyle): Promise<void>;
  /** The credential style that last worked with this account; null while none is known. */
  style(account: Account): Promise<CredentialStyle | null>;
  /** Stores that style, apart from the account, since the account of a policy is never saved. */
  saveStyle(account: Account, style: CredentialStyle): Promise<void>;
}
