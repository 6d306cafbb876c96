import type { Failure } from '../failures/contract.ts';
import type { Account, Vault } from './account.ts';
import type { Advanced, CredentialStyle } from '../api/contract.ts';
import { ServiceError } from '../api/errors.ts';
import { type ConnectionForm, type ConnectionWish, type FieldProblem, readForm } from './form.ts';

/** The connection as pages may see it: everything but the key. */
export interface ConnectionView {
  address: string;
  secretId: string;
  /** Empty where short links live at the service's own origin. */
  template: string;
  /** Missing where all of it is as usual. */
  advanced?: Advanced | undefined;
}

export type Connected =
  /** Milliseconds by which the service's clock is ahead; null where it tells no time. */
  | { ok: true; view: ConnectionView; clockDifference: number | null }
  | { ok: false; problem: FieldProblem }
  | { ok: false; failure: Failure };

/** The browser around a connection. */
export interface Surroundings {
  /** Whether the browser lets us call this origin. */
  mayReach(origin: string): Promise<boolean>;
  /** Gives back the permission for every origin but this. */
  keepOnly(origin: string): Promise<void>;
  /** A service is connected from now on. */
  connected(): Promise<void>;
}

/** A token was got: in which style, and the milliseconds by which the service's clock is ahead, null while unknown. */
export interface SignedIn {
  style: CredentialStyle;
  clockDifference: number | null;
}

interface World extends Surroundings {
  vault: Pick<Vault, 'read' | 'save'>;
  /** Gets a token, in the first style that the service accepts. */
  signIn(account: Account): Promise<SignedIn>;
}

export const viewOf = (account: Account): ConnectionView => ({
  address: account.address,
  secretId: account.secretId,
  template: account.template ?? '',
  advanced: account.advanced,
});

const isFor = (saved: Account | null, wish: ConnectionWish): saved is Account =>
  saved?.address === wish.address && saved.secretId === wish.secretId;

/** The key that was saved for this very address and SecretID; it is never sent anywhere else. */
const savedKey = (saved: Account | null, wish: ConnectionWish): string | null =>
  isFor(saved, wish) ? saved.secretKey : null;

const accountOf = (
  wish: ConnectionWish,
  { secretKey, saved }: { secretKey: string; saved: Account | null },
): Account => {
  const { address, secretId, template, advanced } = wish;
  const id = isFor(saved, wish) ? saved.id : crypto.randomUUID();
  return { id, revision: crypto.randomUUID(), address, secretId, secretKey, template, advanced };
};

const save = async (world: World, account: Account): Promise<Connected> => {
  const { style, clockDifference } = await world.signIn(account);
  // First the hint for pages: on its own it does no harm, an account that they do not know of would.
  await world.connected();
  await world.vault.save(account, style);
  // It is saved: a permission that stays does not undo that.
  await world.keepOnly(new URL(account.address).origin).catch(() => undefined);
  return { ok: true, view: viewOf(account), clockDifference };
};

const connectTo = async (world: World, wish: ConnectionWish): Promise<Connected> => {
  const saved = await world.vault.read();
  const secretKey = wish.secretKey ?? savedKey(saved, wish);
  if (secretKey === null) return { ok: false, problem: { field: 'secretKey', problem: 'enter-again' } };
  if (!(await world.mayReach(wish.origin))) {
    return { ok: false, failure: { reason: 'access-missing', made: 'no', service: wish.address } };
  }
  return save(world, accountOf(wish, { secretKey, saved }));
};

/**
 * Connects with what was typed: the credentials are proved by a token first, and only then saved, so that anything
 * wrong leaves what was there as it was.
 */
export const connect = async (world: World, form: ConnectionForm): Promise<Connected> => {
  const read = readForm(form);
  if (!read.ok) return { ok: false, problem: read };
  return connectTo(world, read.wish).catch((error: unknown): Connected => {
    const failure: Failure = { reason: 'settings-unwritable', made: 'no' };
    return { ok: false, failure: error instanceof ServiceError ? error.failure : failure };
  });
};
