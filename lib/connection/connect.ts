import { notedAs, noteError } from '../errors/noted-errors.ts';
import type { Failure } from '../failures/schema.ts';
import { type Account, type AccountStore, unreadableReason } from './account.ts';
import type { Advanced } from '../api/contract.ts';
import { ServiceError } from '../api/errors.ts';
import type { Feature } from '../api/links/contract.ts';
import type { ConnectionHint } from '../settings/connection-hint.ts';
import { type ConnectionForm, type ConnectionRequest, type FieldProblem, readForm } from './form.ts';
import { hintOf } from './hints.ts';

/** The connection as pages may see it: everything but the key. */
export interface ConnectionView {
  address: string;
  secretId: string;
  /** Empty if short links live at the service's own origin. */
  template: string;
  /** Missing if all of it is the default. */
  advanced?: Advanced | undefined;
}

export type ConnectResult =
  { ok: true; view: ConnectionView } | { ok: false; problem: FieldProblem } | { ok: false; failure: Failure };

export interface ConnectBrowserDeps {
  /** Whether the browser lets us call this origin. */
  hasHostPermission(origin: string): Promise<boolean>;
  /** Revokes the permission for every origin but this. */
  revokeAllExcept(origin: string): Promise<void>;
  /** Stores what pages know of a connection. */
  storeHint(hint: ConnectionHint): Promise<void>;
  removeHint(id: string): Promise<void>;
}

interface ConnectDeps extends ConnectBrowserDeps {
  accountStore: AccountStore;
  /** Gets and stores a token; resolves with what the service announces. */
  signIn(account: Account): Promise<Feature[]>;
}

export const viewOf = (account: Account): ConnectionView => ({
  address: account.address,
  secretId: account.secretId,
  template: account.template ?? '',
  advanced: account.advanced,
});

const isSameAccount = (saved: Account | null, request: ConnectionRequest): saved is Account =>
  saved?.address === request.address && saved.secretId === request.secretId;

/** The key that was saved for this very address and SecretID; it is never sent anywhere else. */
const savedKey = (saved: Account | null, request: ConnectionRequest): string | null =>
  isSameAccount(saved, request) ? saved.secretKey : null;

const accountOf = (
  request: ConnectionRequest,
  { secretKey, saved }: { secretKey: string; saved: Account | null },
): Account => {
  const { address, secretId, template, advanced } = request;
  const id = isSameAccount(saved, request) ? saved.id : crypto.randomUUID();
  return { id, revision: crypto.randomUUID(), address, secretId, secretKey, template, advanced };
};

const save = async (deps: ConnectDeps, account: Account, isFirst: boolean): Promise<ConnectResult> => {
  const features = await deps.signIn(account);
  // The hint for pages is stored first: without an account it does no harm, but pages must not miss an account.
  await deps.storeHint(hintOf(account, features));
  try {
    await deps.accountStore.save(account);
  } catch (error) {
    // Otherwise the account, which never was, would be reported as lost.
    if (isFirst) await deps.removeHint(account.id).catch(notedAs(undefined));
    throw error;
  }
  // The account is saved, so a permission that cannot be revoked is no failure.
  await deps.revokeAllExcept(new URL(account.address).origin).catch(notedAs(undefined));
  return { ok: true, view: viewOf(account) };
};

/** @throws ServiceError for a database that cannot be read: more space on the disk would not help. */
const failUnreadable = (cause: unknown): never => {
  throw new ServiceError({ reason: unreadableReason(cause), hadEffect: 'no' }, { cause });
};

const connectTo = async (deps: ConnectDeps, request: ConnectionRequest): Promise<ConnectResult> => {
  const saved = await deps.accountStore.read().catch(failUnreadable);
  const secretKey = request.secretKey ?? savedKey(saved, request);
  if (secretKey === null) return { ok: false, problem: { field: 'secretKey', problem: 'enter-again' } };
  if (!(await deps.hasHostPermission(request.origin))) {
    return { ok: false, failure: { reason: 'access-missing', hadEffect: 'no', service: request.address } };
  }
  return save(deps, accountOf(request, { secretKey, saved }), saved === null);
};

/**
 * Connects with the form's values. The credentials are saved only after they got a token, so that a failure leaves the
 * saved connection unchanged.
 */
export const connect = async (deps: ConnectDeps, form: ConnectionForm): Promise<ConnectResult> => {
  const read = readForm(form);
  if (!read.ok) return { ok: false, problem: read };
  return connectTo(deps, read.request).catch((error: unknown): ConnectResult => {
    if (error instanceof ServiceError) return { ok: false, failure: error.failure };
    noteError(error);
    return { ok: false, failure: { reason: 'settings-unwritable', hadEffect: 'no' } };
  });
};
