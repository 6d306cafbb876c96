import type { Context, Hono } from 'hono';
import { connectionCode } from '../../lib/connection-code/contract.ts';
import { createSecret, createSecretId } from '../api/credentials.ts';
import { ApiError, type Env } from '../api/envelopes.ts';
import type { Deps } from '../deps.ts';
import { createAttemptLimiter } from '../api/failed-attempts.ts';
import { answerPage, type Page } from '../pages/pages.ts';
import { type Store, unitsOf } from '../store/contract.ts';
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

const statuses: Readonly<Record<ConnectProblem, 400 | 502>> = {
  refused: 400,
  expired: 400,
  'another-tab': 400,
  clock: 502,
  down: 502,
  unusable: 502,
};

/** The purpose of a sealed refresh token. */
export const refreshTokenOf = ({ issuer, subject }: Pick<Person, 'issuer' | 'subject'>) =>
  `refresh token ${issuer} ${subject}`;

/**
 * Adds /connect, where people of a company get a connection code. A request that changes something comes from a form of these
 * pages, or from the provider's redirect in the browser that began the sign-in.
 */
export function addConnectRoutes(app: Hono<Env>, deps: ConnectDeps): void {
  const shared = { ...deps, ...createSharedHelpers(deps) };
  addSignInRoutes(app, shared);
  addCodeRoutes(app, shared);
}

type Shared = ConnectDeps & ReturnType<typeof createSharedHelpers>;

/** What the routes share. */
function createSharedHelpers(deps: ConnectDeps) {
  const { store, sealing, now } = deps;
  const { publicOrigin, oidcIssuer: issuer } = deps.configuration;
  const seconds = () => now() / 1000;
  const jar = createJar({ sealing, publicOrigin, seconds });

  return {
    seconds,
    jar,

    requireOwnForm: (c: Context<Env>) => {
      c.env.operation = 'connect';
      if (c.req.header('origin') !== publicOrigin) throw new ApiError('permission-denied');
    },

    /** The session and its person; undefined without one, after a sign-out, and if the provider has refused the person since. */
    signedIn: async (c: Context<Env>) => {
      const found = jar.read(c, 'session');
      const person = found && (await store.findPerson({ issuer, subject: found.subject }));
      const isOver = person?.signOuts !== found?.signOuts;
      return person && !isOver && person.state !== 'refused' ? { ...found, person } : undefined;
    },

    answerProblem: (c: Context<Env>, problem: Exclude<ConnectProblem, 'another-tab'>) =>
      jar.remove(answerPage(c, problemPage(problem), statuses[problem]), 'sign-in'),

    /** Answers with a new connection code; undefined if the person has another state than this one. */
    answerCode: async (c: Context<Env>, person: Person, name: string) => {
      const { secretId } = person;
      const { secret: secretKey, hash: keyHash } = createSecret();
      if (!(await store.setPersonKey(person, keyHash, seconds()))) return undefined;
      noteApplication(deps, secretId, 'has a new key: its person has signed in.');
      const code = connectionCode({ address: publicOrigin + v3.base, secretId, secretKey });
      return answerPage(c, codePage(code, name), 200);
    },
  };
}

function addSignInRoutes(app: Hono<Env>, shared: Shared): void {
  const { store, provider, report, now, jar, requireOwnForm, signedIn, answerProblem, answerCode } = shared;
  // The provider may limit the requests of this service: without a limit here, anyone could use them up with wrong codes.
  const limitAttempts = createAttemptLimiter(() => true);

  app.post(connectPath.start, async (c) => {
    requireOwnForm(c);
    try {
      const { url, pending } = await provider.begin();
      return jar.add(redirect(c, url), 'sign-in', pending);
    } catch (error) {
      report(reportOf(error));
      return answerProblem(c, problemOf(error));
    }
  });

  app.get(connectPath.callback, async (c) => {
    c.env.operation = 'connect';
    const pending = jar.read(c, 'sign-in');
    // The page with the code was reloaded, or this browser has not begun the sign-in.
    if (!pending) return jar.read(c, 'session') ? redirect(c, connectPath.page) : answerProblem(c, 'expired');
    // The cookie is of a later sign-in, which is still under way.
    if (c.req.query('state') !== pending.state)
      return answerPage(c, problemPage('another-tab'), statuses['another-tab']);

    let person: SignedIn;
    try {
      person = await limitAttempts(c.env.client, now(), () =>
        provider.finish(new URL(c.req.url).search, pending),
      );
    } catch (error) {
      if (error instanceof ApiError) throw error;
      const problem = problemOf(error);
      if (problem !== 'refused') report(reportOf(error));
      return answerProblem(c, problem);
    }

    const stored = await storePerson(shared, person);
    const session: Session = { subject: person.subject, name: person.name, signOuts: stored.signOuts };
    const shown = stored.state === 'disconnected' ? await answerCode(c, stored, person.name) : undefined;
    const response = shown ?? redirect(c, connectPath.page);
    return jar.remove(jar.add(response, 'session', session), 'sign-in');
  });

  app.post(connectPath.signOut, async (c) => {
    requireOwnForm(c);
    const found = await signedIn(c);
    if (found) await store.signOut(found.person.secretId);
    return jar.remove(redirect(c, connectPath.page), 'session');
  });
}

function addCodeRoutes(app: Hono<Env>, shared: Shared): void {
  const { store, seconds, requireOwnForm, signedIn, answerCode } = shared;

  app.get(connectPath.page, async (c) => {
    c.env.operation = 'connect';
    const found = await signedIn(c);
    if (!found) return answerPage(c, signInPage, 200);
    const { name, person } = found;
    if (person.state === 'removed') return answerPage(c, removedPage(shared.configuration.contact), 403);
    return answerPage(c, await statePage(store, person, name), 200);
  });

  app.post(connectPath.code, async (c) => {
    requireOwnForm(c);
    const found = await signedIn(c);
    if (!found || found.person.state === 'removed') return redirect(c, connectPath.page);
    // Else two tabs that were opened before would show two codes, of which one works.
    const isSeen = c.req.query('since') === String(found.person.since);
    const shown = isSeen ? await answerCode(c, found.person, found.name) : undefined;
    return shown ?? answerPage(c, changedPage, 409);
  });

  app.post(connectPath.revoke, async (c) => {
    requireOwnForm(c);
    const { secretId } = (await signedIn(c))?.person ?? {};
    if (secretId !== undefined && (await store.setPersonKey({ secretId }, null, seconds())))
      noteApplication(shared, secretId, 'has no key any more: its person has revoked it.');
    return redirect(c, connectPath.page);
  });
}

function redirect(c: Context<Env>, location: string): Response {
  return new Response(null, {
    status: 303,
    headers: { ...c.env.commonHeaders, location, 'cache-control': 'no-store' },
  });
}

async function statePage(store: Store, { state, secretId, since }: Person, name: string): Promise<Page> {
  if (state !== 'connected') return disconnectedPage({ name, since });
  return connectedPage({ name, since, ...unitsOf(await store.listPackages(secretId)) });
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
