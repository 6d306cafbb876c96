import * as z from 'zod/mini';
import { OutsideError } from '../../config/errors.ts';
import { StoreUnavailableError } from '../contract.ts';

/** What to do after an error of a statement. */
type ErrorKind =
  /** The same statement may succeed at once: it met another transaction. */
  | 'conflict'
  /** A row with this key exists already. */
  | 'taken'
  /** The connection cannot be used any more, and the statement may have been carried out. */
  | 'lost'
  /** The connection leads to a server that is no longer the primary, so nothing was carried out. */
  | 'read-only'
  /** The database cannot carry out anything now; the connection is as before. */
  | 'unavailable'
  | 'other';

/** SQLSTATE codes, https://www.postgresql.org/docs/current/errcodes-appendix.html. */
const kinds: Readonly<Record<string, ErrorKind>> = {
  '40001': 'conflict',
  '40P01': 'conflict',
  '23505': 'taken',
  '25006': 'read-only',
  '57P01': 'lost',
  '57P02': 'lost',
  '57P03': 'lost',
  '57P05': 'lost',
  // It refuses new connections: another password, or it is being replaced.
  '28000': 'unavailable',
  '28P01': 'unavailable',
  '3D000': 'unavailable',
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

/**
 * The kind of an error: one that the server did not send is of the connection, unless it is the program's: a row is not as
 * expected, or there is a fault in the steps of a transaction.
 */
export function kindOf(error: unknown): ErrorKind {
  if (error instanceof StoreUnavailableError) return 'unavailable';
  if (error instanceof z.core.$ZodError || error instanceof TypeError) return 'other';
  const state = sqlStateOf(error);
  if (state === undefined) return 'lost';
  if (state.startsWith('08')) return 'lost';
  return kinds[state] ?? 'other';
}

/** A statement's name is unknown, or already in use: a pooler shares connections and does not know the names. */
const statementNameErrors = ['26000', '42P05'];

/** The error with a sentence for the operator, if there is one that helps. */
export function explained(error: Error): Error {
  if (!statementNameErrors.includes(sqlStateOf(error) ?? '')) return error;
  const sentence =
    'The pooler before the database knows no named statements: set WAYLARK_PREPARED_STATEMENTS to no.';
  return new OutsideError(sentence, { cause: error });
}

export function unavailable(cause: unknown, progress?: { isUncertain: boolean }): StoreUnavailableError {
  return new StoreUnavailableError('The database is not available.', { cause, ...progress });
}
