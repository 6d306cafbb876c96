import * as z from 'zod/mini';
import { advanced } from './contract.ts';

/** A saved connection. It holds the key, so it never leaves the background. */
export const account = z.object({
  /** Stays the same while address and SecretID do. */
  id: z.string(),
  /** New with every save: a token is bound to it. */
  revision: z.string(),
  /** Base address with its version segment, without a slash at its end. */
  address: z.string(),
  secretId: z.string(),
  secretKey: z.string(),
  /** Address of a short link with `{linkID}` in it; null follows the service address. */
  template: z.nullable(z.string()),
  /** Missing where all of it is as usual. */
  advanced: z.optional(advanced),
});

export type Account = z.infer<typeof account>;

/** Where the account is kept: `read` gives null when nothing usable is there. */
export interface Vault {
  read(): Promise<Account | null>;
  save(account: Account): Promise<void>;
}
