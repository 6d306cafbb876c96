import { logAndReturn, logError } from '../errors/error-log.ts';
import type { CallResult } from '../failures/schema.ts';
import { type Account, type AccountStore, isSameAccount, unreadableReason } from './account.ts';
import type { Advanced } from '../api/contract.ts';
import { ServiceError } from '../api/errors.ts';
import type { Feature } from '../api/links/contract.ts';
import { type ConnectionInfo, freeHue, maxConnections, nameOf } from '../settings/connection-info.ts';
import { type ConnectionForm, type ConnectionRequest, type FieldProblem, readForm } from './form.ts';
import { infoOf } from './stored-info.ts';
import type { TokenDeps } from './tokens.ts';

/** A connection as the settings may show it: everything but the key. */
export interface ConnectionView extends Pick<
  Account,
  'id' | 'name' | 'hue' | 'validity' | 'address' | 'secretId' | 'isLocked'
> {
  /** Empty if short links live at the service's own origin. */
  template: string;
  /** Missing if all of it is the default. */
  advanced?: Advanced | undefined;
}

export type ConnectResult = CallResult<{ view: ConnectionView }> | { ok: false; problem: FieldProblem };

export interface ConnectBrowserDeps extends Pick<TokenDeps, 'storeFeatures'> {
  /** Whether the browser lets us call this origin. */
  hasHostPermission(origin: string): Promise<boolean>;
  /** Revokes the permission for every origin but these. */
  revokeAllExcept(origins: readonly string[]): Promise<void>;
  /** Stores what pages know of a connection. */
  storeInfo(info: ConnectionInfo): Promise<void>;
  /** Removes what pages know of a connection that the person has removed. */
  removeInfo(id: string): Promise<void>;
  /** Brings what pages know in line with the accounts. */
  syncInfo(): Promise<void>;
}

interface ConnectDeps extends ConnectBrowserDeps {
  accountStore: AccountStore;
  /** Gets and stores a token; resolves with what the service announces. */
  signIn(account: Account): Promise<Feature[]>;
  /** Removes what is stored of accounts that are no longer there, such as their tokens. */
  removeUnused(): Promise<void>;
}

export const viewOf = (account: Account): ConnectionView => ({
  id: account.id,
  name: account.name,
  hue: account.hue,
  validity: account.validity,
  address: account.address,
  secretId: account.secretId,
  template: account.template ?? '',
  advanced: account.advanced,
  ...(account.isLocked && { isLocked: true }),
});

const accountOf = (
  request: ConnectionRequest,
  { secretKey, edited, accounts }: { secretKey: string; edited: Account | undefined; accounts: Account[] },
): Account => ({
  address: request.address,
  secretId: request.secretId,
  secretKey,
  template: request.template,
  advanced: request.advanced,
  validity: request.validity,
  id: edited && isSameAccount(edited, request) ? edited.id : crypto.randomUUID(),
  revision: crypto.randomUUID(),
  name: request.name ?? edited?.name ?? '',
  hue: request.hue ?? edited?.hue ?? freeHue(accounts),
  position: edited?.position ?? Math.max(-1, ...accounts.map(({ position }) => position)) + 1,
});

/** Revokes the access to services that no connection needs any more. A permission that cannot be revoked is no failure. */
export const revokeUnneeded = async ({
  accountStore,
  revokeAllExcept,
}: Pick<ConnectDeps, 'accountStore' | 'revokeAllExcept'>): Promise<void> => {
  const accounts = await accountStore.list();
  await revokeAllExcept(accounts.map(({ address }) => new URL(address).origin));
};

const save = async (
  deps: ConnectDeps,
  account: Account,
  edited: Account | undefined,
): Promise<ConnectResult> => {
  const features = await deps.signIn(account);
  // What pages know is stored first: without an account it does no harm, but pages must not miss an account.
  await deps.storeInfo(infoOf(account, features));
  try {
    await deps.accountStore.save(account, edited?.id);
  } catch (error) {
    // With this left but no account, pages would report a lost account.
    if (account.id !== edited?.id)
      await Promise.all([deps.removeInfo(account.id), deps.removeUnused()]).catch(logAndReturn(undefined));
    throw error;
  }
  const sync = async (): Promise<void> => {
    if (edited && edited.id !== account.id) await deps.removeInfo(edited.id);
    await deps.syncInfo();
    // Another `syncInfo`, which read the accounts before this one was saved, may have removed it.
    await deps.storeFeatures(account.id, features);
  };
  // The account is saved, so connecting has succeeded even if this fails.
  await Promise.all([deps.removeUnused(), sync(), revokeUnneeded(deps)]).catch(logAndReturn(undefined));
  return { ok: true, view: viewOf(account) };
};

/** The fields that only the extension uses; the others concern the service. */
const localFieldsOf = ({ name, hue, validity }: Account) => JSON.stringify([name, hue, validity]);
const serviceFieldsOf = ({ id, secretKey, template, advanced }: Account) =>
  JSON.stringify([id, secretKey, template, advanced]);

const changesLocalFieldsOnly = (edited: Account, account: Account): boolean =>
  serviceFieldsOf(edited) === serviceFieldsOf(account) && localFieldsOf(edited) !== localFieldsOf(account);

/** Saves name, colour and validity without a request, so that it also works if the service does not answer. */
const saveLocalFields = async (deps: ConnectDeps, account: Account): Promise<ConnectResult> => {
  await deps.accountStore.save(account, account.id);
  await deps.syncInfo().catch(logAndReturn(undefined));
  return { ok: true, view: viewOf(account) };
};

/** @throws ServiceError for a database that cannot be read, whose sentence differs from that of a full disk. */
const failUnreadable = (cause: unknown): never => {
  throw new ServiceError({ reason: unreadableReason(cause), hadEffect: 'no' }, { cause });
};

/** Why a connection cannot be saved in addition to the others; null if it can. */
const conflictOf = (
  request: ConnectionRequest,
  { accounts, edited }: { accounts: readonly Account[]; edited: Account | undefined },
): FieldProblem | null => {
  const same = accounts.find((each) => each !== edited && isSameAccount(each, request));
  if (same) return { field: 'secretId', problem: 'in-use', name: nameOf(infoOf(same, [])) };
  const own = accounts.filter(({ isLocked }) => !isLocked);
  return !edited && own.length >= maxConnections ? { field: 'address', problem: 'at-limit' } : null;
};

const connectTo = async (deps: ConnectDeps, request: ConnectionRequest): Promise<ConnectResult> => {
  const accounts = await deps.accountStore.list().catch(failUnreadable);
  const edited = accounts.find(({ id, isLocked }) => id === request.id && !isLocked);
  const problem = conflictOf(request, { accounts, edited });
  if (problem) return { ok: false, problem };
  // A saved key is sent to no other address, and for no other account, than those it was saved for.
  const saved = edited && isSameAccount(edited, request) ? edited.secretKey : null;
  const secretKey = request.secretKey ?? saved;
  if (secretKey === null) return { ok: false, problem: { field: 'secretKey', problem: 'enter-again' } };
  if (!(await deps.hasHostPermission(request.origin))) {
    return { ok: false, failure: { reason: 'access-missing', hadEffect: 'no', service: request.address } };
  }
  const account = accountOf(request, { secretKey, edited, accounts });
  return edited && changesLocalFieldsOnly(edited, account)
    ? saveLocalFields(deps, { ...account, revision: edited.revision })
    : save(deps, account, edited);
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
    logError(error);
    return { ok: false, failure: { reason: 'settings-unwritable', hadEffect: 'no' } };
  });
};
