import type { Context, Hono } from 'hono';
import { connectionCode } from '../../lib/connection-code/contract.ts';
import { createSecret, createSecretId } from '../api/credentials.ts';
import { ApiError, type Env } from '../api/envelopes.ts';
import type { Deps } from '../deps.ts';
import { createAttemptLimiter } from '../api/failed-attempts.ts';
import { answerPage } from '../pages/pages.ts';
import { unitsOf } from '../store/contract.ts';
import { noKeyHash, type Person } from '../store/people-contract.ts';
import { v3 } from '../api/versions.ts';
import { createJar, type Session } from './cookies.ts';
import type { LimitsOf } from './groups.ts';
import {
  changedPage,
  codePage,
  connectedPage,
  connectPath,
  type ConnectProblem,
  disconnectedPage,
  problemPage,
  problems,
  removedPage,
  signInPage,
} from './pages.ts';
import { problemOf, type Provider, reportOf, type SignedIn } from './provider.ts';
import type { Sealing } from './sealing.ts';

export interface ConnectDeps extends Deps {
  provider: Provider;
  sealing: Sealing;
  /** The limits of a person by their groups. */
  limitsOf: LimitsOf;
}

/** Writes a line about an application into the log. */
export function noteApplication({ log }: Deps, secretId: string, change: string): void {
  log.notice(`Application ${secretId} ${change}`, { application: secretId });
}

/** The purpose of a sealed refresh token. */
export const refreshTokenOf = ({ issuer, subject }: Pick<Person, 'issuer' | 'subject'>) =>
  `refresh token ${issuer} ${subject}`;

/**
 * Adds /connect, where people of a company get a connection code. A request that changes something comes from a form of these
 * pages, or from the provider's redirect in the browser that began the sign-in.
 */
export function addConnectRoutes(app: Hono<Env>, deps: ConnectDeps): void {
  const { store, provider, sealing, report, now } = deps;
  const { publicOrigin, oidcIssuer: issuer, contact } = deps.configuration;
  const seconds = () => now() / 1000;
  const jar = createJar({ sealing, publicOrigin, seconds });
  // The provider may limit the requests of this service: without a limit here, anyone could use them up with wrong codes.
  const limitAttempts = createAttemptLimiter(() => true);

  /** The session and its person; undefined without one, after a sign-out, and if the provider has refused the person since. */
  const signedIn = async (c: Context<Env>) => {
    const found = jar.read(c, 'session');
    const person = found && (await store.findPerson({ issuer, subject: found.subject }));
    const isOver = person?.signOuts !== found?.signOuts;
    return person && !isOver && person.state !== 'refused' ? { ...found, person } : undefined;
  };

  const answerProblem = (c: Context<Env>, problem: ConnectProblem) =>
    answerPage(c, problemPage(problem), problems[problem].status);

  /** Answers a sign-in that is over. */
  const answerFailure = (c: Context<Env>, problem: ConnectProblem) =>
    jar.remove(answerProblem(c, problem), 'sign-in');

  /** Answers with a new connection code; undefined if the person has another state than this one. */
  const answerCode = async (c: Context<Env>, person: Person, name: string) => {
    const { secretId } = person;
    const { secret: secretKey, hash: keyHash } = createSecret();
    if (!(await store.setPersonKey(person, keyHash, seconds()))) return undefined;
    noteApplication(deps, secretId, 'has a new key: its person has signed in.');
    const code = connectionCode({ address: publicOrigin + v3.base, secretId, secretKey });
    return answerPage(c, codePage(code, name), 200);
  };

  for (const path of Object.values(connectPath))
    app.use(path, async (c, next) => {
      c.env.operation = 'connect';
      if (c.req.method === 'POST' && c.req.header('origin') !== publicOrigin)
        throw new ApiError('permission-denied');
      await next();
    });

  app.get(connectPath.page, async (c) => {
    const found = await signedIn(c);
    if (!found) return answerPage(c, signInPage, 200);
    const { name, person } = found;
    const { state, secretId, since } = person;
    if (state === 'removed') return answerPage(c, removedPage(contact), 403);
    if (state !== 'connected') return answerPage(c, disconnectedPage({ name, since }), 200);
    const units = unitsOf(await store.listPackages(secretId));
    return answerPage(c, connectedPage({ name, since, ...units }), 200);
  });

  app.post(connectPath.start, async (c) => {
    try {
      const { url, pending } = await provider.begin();
      return jar.add(redirect(c, url), 'sign-in', pending);
    } catch (error) {
      report(reportOf(error));
      return answerFailure(c, problemOf(error));
    }
  });

  app.get(connectPath.callback, async (c) => {
    const pending = jar.read(c, 'sign-in');
    // The page with the code was reloaded, or this browser has not begun the sign-in.
    if (!pending) return jar.read(c, 'session') ? redirect(c, connectPath.page) : answerFailure(c, 'expired');
    // The cookie is of a later sign-in, which is still under way.
    if (c.req.query('state') !== pending.state) return answerProblem(c, 'another-tab');

    let person: SignedIn;
    try {
      person = await limitAttempts(c.env.client, now(), () =>
        provider.finish(new URL(c.req.url).search, pending),
      );
    } catch (error) {
      if (error instanceof ApiError) throw error;
      const problem = problemOf(error);
      if (problem !== 'refused') report(reportOf(error));
      return answerFailure(c, problem);
    }

    const stored = await storePerson(deps, person);
    const session: Session = { subject: person.subject, name: person.name, signOuts: stored.signOuts };
    const shown = stored.state === 'disconnected' ? await answerCode(c, stored, person.name) : undefined;
    const response = shown ?? redirect(c, connectPath.page);
    return jar.remove(jar.add(response, 'session', session), 'sign-in');
  });

  app.post(connectPath.code, async (c) => {
    const found = await signedIn(c);
    if (!found || found.person.state === 'removed') return redirect(c, connectPath.page);
    // Else two tabs that were opened before would show two codes, of which one works.
    const isSeen = c.req.query('since') === String(found.person.since);
    const shown = isSeen ? await answerCode(c, found.person, found.name) : undefined;
    return shown ?? answerPage(c, changedPage, 409);
  });

  app.post(connectPath.revoke, async (c) => {
    const { secretId } = (await signedIn(c))?.person ?? {};
    if (secretId !== undefined && (await store.setPersonKey({ secretId }, null, seconds())))
      noteApplication(deps, secretId, 'has no key any more: its person has revoked it.');
    return redirect(c, connectPath.page);
  });

  app.post(connectPath.signOut, async (c) => {
    const found = await signedIn(c);
    if (found) await store.signOut(found.person.secretId);
    return jar.remove(redirect(c, connectPath.page), 'session');
  });
}

function redirect(c: Context<Env>, location: string): Response {
  return new Response(null, {
    status: 303,
    headers: { ...c.env.commonHeaders, location, 'cache-control': 'no-store' },
  });
}

/** Stores what the sign-in says about a person, who gets an application at the first sign-in. */
async function storePerson(
  deps: ConnectDeps,
  { subject, name, groups, refreshToken }: SignedIn,
): Promise<Person> {
  const { store, limitsOf, sealing, now, configuration } = deps;
  const identity = { issuer: configuration.oidcIssuer, subject };
  const { perSecond, perMinute, packages, remark } = limitsOf(groups);
  const seconds = now() / 1000;

  let person = await store.findPerson(identity);
  if (!person) {
    const secretId = createSecretId();
    await store.addApplication(
      { secretId, name, keyHash: noKeyHash, perSecond, perMinute, via: 'person' },
      packages,
    );
    await store.addPerson({ ...identity, secretId }, seconds);
    person = await store.findPerson(identity);
    if (!person) throw new Error('A person who was stored is not there.');
    // Another sign-in of the same person has stored its application first.
    if (person.secretId !== secretId) await store.removeApplication(secretId);
  }

  const sealed = refreshToken === undefined ? null : sealing.seal(refreshToken, refreshTokenOf(identity));
  await store.updatePerson(
    { secretId: person.secretId, name, perSecond, perMinute, refreshToken: sealed },
    seconds,
  );
  if (remark !== undefined) noteApplication(deps, person.secretId, remark);
  // A refused person is a disconnected one now.
  return (await store.findPerson(identity)) ?? person;
}
