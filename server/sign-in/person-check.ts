import { ApiError } from '../api/envelopes.ts';
import { OutsideError } from '../config/errors.ts';
import { StoreUnavailableError } from '../store/contract.ts';
import { checkInterval, type Person } from '../store/people-contract.ts';
import { reportOf } from './provider.ts';
import { type ConnectDeps, noteApplication, refreshTokenOf } from './routes.ts';

/** Seconds after which a person who has left can do nothing more. */
const longestAccess = 15 * 60;

/** Seconds for which a person's token is valid. One may be issued `checkInterval` after the provider was asked. */
const tokenSeconds = longestAccess - checkInterval;

/**
 * Called before a token is issued: for an application of a person, asks the provider whether the person is still there.
 *
 * @returns seconds for which the token is valid; undefined if the application is no person's
 * @throws ApiError Application Not Found for a person whom the provider refuses, who loses the key
 */
export type PersonCheck = (secretId: string) => Promise<number | undefined>;

export function createPersonCheck(deps: ConnectDeps): PersonCheck {
  const { store, now, report, configuration } = deps;

  return async (secretId) => {
    const person = await store.findOwner(secretId);
    if (!person) return undefined;

    const isAsked = person.issuer === configuration.oidcIssuer && person.refreshToken !== null;
    if (isAsked && (await store.claimPerson(secretId, now() / 1000))) {
      // Any other answer than a refusal says nothing about the person.
      const hasLeft = await isRefused(person, deps).catch((error: unknown) => {
        report(error instanceof StoreUnavailableError ? error : reportOf(error));
        return false;
      });
      if (hasLeft) throw new ApiError('application-not-found');
    }
    return tokenSeconds;
  };
}

/** Renews the sign-in of a person. If the provider refuses, the person loses the key. */
async function isRefused(person: Person, deps: ConnectDeps): Promise<boolean> {
  const { store, provider, sealing, now, report } = deps;
  const { secretId, refreshToken } = person;
  if (refreshToken === null) return false;

  const purpose = refreshTokenOf(person);
  const opened = sealing.open(refreshToken, purpose);
  if (opened === undefined) {
    const sentence = 'People are not asked about until they sign in again: the client secret is another one';
    report(new OutsideError(sentence));
    return false;
  }

  const stored = { secretId, refreshToken };
  const next = await provider.renew(opened);
  if (next === undefined) {
    const hasLost = await store.refusePerson(stored, now() / 1000);
    if (hasLost)
      noteApplication(deps, secretId, 'has no key any more: the sign-in provider has refused its person.');
    return hasLost;
  }
  if (next !== opened) await store.renewPerson(stored, sealing.seal(next, purpose));
  return false;
}
