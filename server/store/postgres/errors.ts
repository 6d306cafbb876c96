import * as z from 'zod/mini';
import { StoreUnavailableError } from '../contract.ts';

/** What to do after an error of a statement. */
export type ErrorKind =
  /** The same statement may succeed at once: it met another transaction. */
  | 'conflict'
  /** A row with this key is there already. */
  | 'taken'
  /** The connection is of no more use, and the statement may have been carried out. */
  | 'lost'
  /** The database cannot carry out anything now; the connection is as before. */
  | 'unavailable'
  | 'other';

/** SQLSTATE codes, https://www.postgresql.org/docs/current/errcodes-appendix.html. */
const kinds: Readonly<Record<string, ErrorKind>> = {
  '40001': 'conflict',
  '40P01': 'conflict',
  '23505': 'taken',
  // Read-only: after a failover this connection leads to a server that is no longer the primary.
  '25006': 'lost',
  '57P01': 'lost',
  '57P02': 'lost',
  '57P03': 'lost',
  '57P05': 'lost',
  // The server has too many connections, or no room on its disk or in its memory.
  '53000': 'unavailable',
  '53100': 'unavailable',
  '53200': 'unavailable',
  '53300': 'lost',
};

const sqlState = z.object({ code: z.string().check(z.regex(/^[0-9A-Z]{5}$/)), severity: z.string() });

/** The SQLSTATE of an error that the server sent; undefined for an error of the connection. */
export function sqlStateOf(error: unknown): string | undefined {
  const parsed = sqlState.safeParse(error);
  return parsed.success ? parsed.data.code : undefined;
}

/** What an error means; one that the server did not send is one of the connection. */
export function kindOf(error: unknown): ErrorKind {
  if (error instanceof StoreUnavailableError) return 'unavailable';
  const state = sqlStateOf(error);
  if (state === undefined) return 'lost';
  if (state.startsWith('08')) return 'lost';
  return kinds[state] ?? 'other';
}

/** A name that is unknown, and one that is in use: connections are shared by way of a pooler that does not know names. */
const statementNames = ['26000', '42P05'];

/** The error with a sentence for the operator, if there is one that helps. */
export function explained(error: Error): Error {
  if (!statementNames.includes(sqlStateOf(error) ?? '')) return error;
  const sentence =
    'The pooler before the database knows no named statements: set WAYLARK_PREPARED_STATEMENTS to no.';
  return new Error(sentence, { cause: error });
}

export function unavailable(cause: unknown): StoreUnavailableError {
  return new StoreUnavailableError('The database is not available.', { cause });
}
