import * as z from 'zod/mini';
import { type CredentialStyle, credentialStyles } from '../api/contract.ts';
import { ServiceError } from '../api/errors.ts';
import type { Feature } from '../api/links/contract.ts';
import { getToken, type Grant } from '../api/operations.ts';
import type { Transport } from '../api/transport.ts';
import { logAndReturn } from '../errors/error-log.ts';
import type { Reason } from '../failures/contract.ts';
import type { StoredMap } from '../storage/stored-map.ts';
import type { Account, AccountStore } from './account.ts';
import type { InfoStore } from './stored-info.ts';
import { createTokens, type StoredToken } from './tokens.ts';

/** The credential style that worked last for an account. */
export const storedStyle = z.enum(credentialStyles);

/** Answers of Get token that have two possible causes: a wrong style, or wrong credentials. */
const refusals: readonly Reason[] = ['missing-parameter', 'permission-denied', 'application-not-found'];

const isRefusal = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && refusals.includes(error.failure.reason);

/** Gets a token in one style; rejects with a ServiceError. */
type FetchGrant = (style: CredentialStyle) => Promise<Grant>;

/**
 * Tries the styles one after another until one gets a token. A refusal moves on to the next; anything else ends it.
 *
 * @throws ServiceError `credentials-rejected` if each style was refused
 */
const firstAccepted = async (
  fetchGrant: FetchGrant,
  styles: readonly CredentialStyle[],
): Promise<{ grant: Grant; style: CredentialStyle }> => {
  let rejected: ServiceError | undefined;
  for (const style of styles) {
    try {
      return { grant: await fetchGrant(style), style };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // Keeps the first refusal that is about the credentials: Missing Parameter says nothing about them.
      if (!rejected || rejected.failure.reason === 'missing-parameter') rejected = error;
    }
  }
  const failure = rejected?.failure;
  throw new ServiceError(
    { hadEffect: 'no', ...failure, reason: 'credentials-rejected' },
    { cause: rejected },
  );
};

/** `renew` uses the style that worked last, if it is known; `signIn` tries the others as well. */
type Mode = 'renew' | 'signIn';

const stylesToTry = (
  { advanced }: Account,
  former: CredentialStyle | null,
  mode: Mode,
): readonly CredentialStyle[] => {
  const configured = advanced?.credentials ?? 'detect';
  if (configured !== 'detect') return [configured];
  if (!former) return credentialStyles;
  return mode === 'renew' ? [former] : [former, ...credentialStyles.filter((style) => style !== former)];
};

/**
 * Returns a function that gets a token with at most three calls, and with one as long as the style that worked last works; the
 * style that works is stored. It rejects with a ServiceError.
 */
export const withStyleDetection =
  (fetchGrant: FetchGrant, stored: StoredMap<CredentialStyle>) =>
  async (account: Account, mode: Mode): Promise<Grant> => {
    // A style that cannot be read or stored is detected again: that takes more calls, but does not fail.
    const former = await stored.read(account.id).catch(logAndReturn(null));
    const { grant, style } = await firstAccepted(fetchGrant, stylesToTry(account, former, mode));
    if (style !== former) await stored.write(account.id, style).catch(logAndReturn(undefined));
    return grant;
  };

/** Tokens, and testing credentials by getting one. */
export const createAuthentication = ({
  accountStore,
  saveFeatures,
  token: storedTokens,
  style: storedStyles,
  transport,
  deadline: newDeadline,
}: {
  accountStore: Pick<AccountStore, 'list'>;
  saveFeatures: InfoStore['saveFeatures'];
  /** Token and style are stored by the id of the account. */
  token: StoredMap<StoredToken>;
  style: StoredMap<CredentialStyle>;
  transport: Transport;
  /** A new deadline for several calls. */
  deadline(): AbortSignal;
}) => {
  const requireAccount = async (isConnected: (account: Account) => boolean): Promise<void> => {
    if (!(await accountStore.list()).some(isConnected)) throw new Error('The account is not connected.');
  };
  const getGrant = (account: Account, mode: Mode): Promise<Grant> => {
    const deadline = newDeadline();
    const fetchGrant = async (style: CredentialStyle): Promise<Grant> => {
      const grant = await getToken(transport, { account, style, deadline });
      // Nothing is stored for an account that was removed meanwhile.
      if (mode === 'renew') await requireAccount(({ id }) => id === account.id);
      return grant;
    };
    return withStyleDetection(fetchGrant, storedStyles)(account, mode);
  };
  const renew = async (account: Account): Promise<Grant> => {
    // After a reset, or after the account was changed or removed, the old key must not be sent again.
    await requireAccount(({ revision }) => revision === account.revision);
    return getGrant(account, 'renew');
  };
  const tokens = createTokens({ stored: storedTokens, saveFeatures, fetchToken: renew });
  return {
    tokens,
    /** Gets and stores a token; resolves with what the service announces. */
    async signIn(account: Account): Promise<Feature[]> {
      const grant = await getGrant(account, 'signIn');
      await tokens.store(account, grant);
      return grant.features;
    },
  };
};
