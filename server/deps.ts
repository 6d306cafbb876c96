import type { Hono } from 'hono';
import type { Env } from './api/envelopes.ts';
import type { GrayscaleTimes } from './api/grayscale.ts';
import type { Configuration } from './config/configuration.ts';
import type { Log } from './config/log.ts';
import type { OpenCounter } from './redirect/opens.ts';
import type { Store } from './store/contract.ts';

/** What all parts of a running service share. */
export interface Deps {
  configuration: Configuration;
  store: Store;
  log: Log;
  /** The clock of the service, in milliseconds since 1970. */
  now: () => number;
  /** Called with every error that is not the client's. */
  report: (error: unknown, requestId?: string) => void;
}

/** A request that has been answered, as the metrics see it. */
export interface AnsweredRequest {
  /** Such as "add" or "redirect". */
  operation: string;
  /** The label of the error, or "success". */
  outcome: string;
  /** From the request's headers to the response's. */
  seconds: number;
}

/** What answers requests has in addition. */
export interface AppDeps extends Deps {
  /** The accepted values of the Host header, as `plainHost` writes them. */
  allowedHosts: ReadonlySet<string>;
  /** Folder with tracks.json and the files that it lists. */
  musicFolder: string;
  /** When pages are shown in grayscale. */
  grayscaleTimes: GrayscaleTimes;
  /** A new random identifier for a short link. */
  makeId: () => string;
  /** Counts a redirect; missing if the operator does not want opens to be counted. */
  countOpen?: OpenCounter['count'] | undefined;
  /** Adds the routes of /connect, if people can sign in. */
  addSignIn?: ((app: Hono<Env>) => void) | undefined;
  /** See PersonCheck; missing if people cannot sign in. */
  checkPerson?: ((secretId: string) => Promise<number | undefined>) | undefined;
  /** Called with every answered request, but for those that are malformed. */
  observe?: ((request: AnsweredRequest) => void) | undefined;
}
