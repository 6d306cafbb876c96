import { serialQueue } from '../async/async.ts';
import { logAndReturn, logError } from '../errors/error-log.ts';
import type { CallResult } from '../failures/schema.ts';
import { type Account, type AccountStore, isSameAccount, unreadableReason } from './account.ts';
import type { Advanced } from '../api/contract.ts';
import { ServiceError } from '../api/errors.ts';
import { digest } from '../characters/digest.ts';
import type { Feature } from '../api/links/contract.ts';
import { freeHue, maxConnections, nameOf } from '../settings/connection-info.ts';
import { type ConnectionForm, type ConnectionRequest, type FieldProblem, readForm } from './form.ts';
import type { StoredMap } from '../storage/stored-map.ts';
import { infoOf, type InfoStore } from './stored-info.ts';

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

/** The new default one comes first; another new one comes last. */
const positionOf = (
  { makesDefault }: ConnectionRequest,
  { edited, accounts }: { edited: Account | undefined; accounts: readonly Account[] },
): number => {
  const positions = accounts.map(({ position }) => position);
  if (makesDefault) return Math.min(0, ...positions) - 1;
  return edited?.position ?? Math.max(-1, ...positions) + 1;
};

const accountOf = async (
  request: ConnectionRequest,
  { secretKey, edited, accounts }: { secretKey: string; edited: Account | undefined; accounts: Account[] },
): Promise<Account> => ({
  address: request.address,
  secretId: request.secretId,
  secretKey,
  template: request.template,
  advanced: request.advanced,
  validity: request.validity,
  id: edited && isSameAccount(edited, request) ? edited.id : await digest(request.address, request.secretId),
  revision: crypto.randomUUID(),
  name: request.name ?? edited?.name ?? '',
  hue: request.hue ?? edited?.hue ?? freeHue(accounts),
  position: positionOf(request, { edited, accounts }),
});

/** The fields that only the extension uses; the others concern the service. */
const localFieldsOf = ({ name, hue, validity, position }: Account) =>
  JSON.stringify([name, hue, validity, position]);
const serviceFieldsOf = ({ id, secretKey, template, advanced }: Account) =>
  JSON.stringify([id, secretKey, template, advanced]);

const changesLocalFieldsOnly = (edited: Account, account: Account): boolean =>
  serviceFieldsOf(edited) === serviceFieldsOf(account) && localFieldsOf(edited) !== localFieldsOf(account);

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

/** Connects and removes accounts. */
export const createConnector = ({
  accountStore,
  infoStore,
  signIn,
  values,
  hasHostPermission,
  revokeAllExcept,
}: {
  accountStore: AccountStore;
  infoStore: Pick<InfoStore, 'save' | 'remove' | 'saveFeatures' | 'sync'>;
  /** Gets and stores a token; resolves with what the service announces. */
  signIn(account: Account): Promise<Feature[]>;
  /** What is stored by the id of an account, or by the address of its service, such as tokens: it is removed with the last that has it. */
  values: readonly Pick<StoredMap<unknown>, 'retain'>[];
  /** Whether the browser lets us call this origin. */
  hasHostPermission(origin: string): Promise<boolean>;
  /** Revokes the permission for every origin but these. */
  revokeAllExcept(origins: readonly string[]): Promise<void>;
}) => {
  const removeUnused = async (): Promise<void> => {
    const accounts = await accountStore.list();
    const isUsed = (key: string): boolean => accounts.some(({ id, address }) => [id, address].includes(key));
    await Promise.all(values.map((each) => each.retain(isUsed)));
  };

  /** Revokes the access to services that no connection needs any more. A permission that cannot be revoked is no failure. */
  const revokeUnneeded = async (): Promise<void> => {
    const accounts = await accountStore.list();
    await revokeAllExcept(accounts.map(({ address }) => new URL(address).origin));
  };

  const save = async (account: Account, edited: Account | undefined): Promise<ConnectResult> => {
    const features = await signIn(account);
    // What pages know is stored first: without an account it does no harm, but pages must not miss an account.
    const isNew = await infoStore.save(infoOf(account, features));
    try {
      await accountStore.save(account, edited?.id);
    } catch (error) {
      // With this left but no account, pages would report a lost account, as they go on to do with one that was lost before.
      const removal = isNew ? infoStore.remove(account.id) : null;
      await Promise.all([removal, removeUnused()]).catch(logAndReturn(undefined));
      throw error;
    }
    const sync = async (): Promise<void> => {
      if (edited && edited.id !== account.id) await infoStore.remove(edited.id);
      await infoStore.sync();
      // Another `sync`, which read the accounts before this one was saved, may have removed it.
      await infoStore.saveFeatures(account.id, features);
    };
    // The account is saved, so connecting has succeeded even if this fails.
    await Promise.all([removeUnused(), sync(), revokeUnneeded()]).catch(logAndReturn(undefined));
    return { ok: true, view: viewOf(account) };
  };

  /** Saves name, color, validity and position without a request, so that it also works if the service does not answer. */
  const saveLocalFields = async (account: Account): Promise<ConnectResult> => {
    await accountStore.save(account, account.id);
    await infoStore.sync().catch(logAndReturn(undefined));
    return { ok: true, view: viewOf(account) };
  };

  const connectTo = async (request: ConnectionRequest): Promise<ConnectResult> => {
    const accounts = await accountStore.list().catch(failUnreadable);
    const edited = accounts.find(({ id, isLocked }) => id === request.id && !isLocked);
    const problem = conflictOf(request, { accounts, edited });
    if (problem) return { ok: false, problem };
    // A saved key is sent to no other address, and for no other account, than those it was saved for.
    const saved = edited && isSameAccount(edited, request) ? edited.secretKey : null;
    const secretKey = request.secretKey ?? saved;
    if (secretKey === null) return { ok: false, problem: { field: 'secretKey', problem: 'enter-again' } };
    if (!(await hasHostPermission(request.origin))) {
      return { ok: false, failure: { reason: 'access-missing', hadEffect: 'no', service: request.address } };
    }
    const account = await accountOf(request, { secretKey, edited, accounts });
    return edited && changesLocalFieldsOnly(edited, account)
      ? saveLocalFields({ ...account, revision: edited.revision })
      : save(account, edited);
  };

  // One change must not restore a connection that another one has just removed.
  const enqueue = serialQueue();

  return {
    /**
     * Connects with the form's values. The credentials are saved only after they got a token, so that a failure leaves the
     * saved connection unchanged. Never rejects.
     */
    async connect(form: ConnectionForm): Promise<ConnectResult> {
      const read = readForm(form);
      if (!read.ok) return { ok: false, problem: read };
      return enqueue(() => connectTo(read.request)).catch((error: unknown): ConnectResult => {
        if (error instanceof ServiceError) return { ok: false, failure: error.failure };
        logError(error);
        return { ok: false, failure: { reason: 'settings-unwritable', hadEffect: 'no' } };
      });
    },
    /** Removes a connection that the person has added, and revokes the access that only it needed. */
    remove: (id: string): Promise<void> =>
      enqueue(async () => {
        const accounts = await accountStore.list();
        if (accounts.find((each) => each.id === id)?.isLocked) return;
        await accountStore.remove(id);
        await infoStore.remove(id);
        const cleaning = [removeUnused(), revokeUnneeded(), infoStore.sync()];
        await Promise.all(cleaning).catch(logAndReturn(undefined));
      }),
  };
};
