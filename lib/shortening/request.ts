import * as z from 'zod/mini';
import { addOptions } from '../api/links/contract.ts';
import { longestTitle } from '../url/contract.ts';
import { validity } from '../validity/schema.ts';

// Schemas of requests are functions: one is built when its message arrives, and not at every start of the background.

/** A UUID that the caller makes, so that it can ask for the outcome later. */
const id = () => z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/));

/** What is to be shortened, and how: the fields of a request for one short link, without its id. */
export const requestFields = () => ({
  /** Has no length limit here: an address that is too long gets an error message of its own. */
  link: z.string(),
  title: z.string().check(z.maxLength(longestTitle)),
  validity,
  private: z.boolean(),
  /** The id of the connection that creates it; without it, the default one. */
  connection: z.optional(z.string()),
  /** Create a new link even if a reusable one exists. */
  another: z.optional(z.boolean()),
});

export const shortenRequest = () =>
  z.object({
    id: id(),
    ...requestFields(),
    ...addOptions().shape,
    /** For the history only. */
    note: z.optional(z.string()),
  });

export const onlyId = () => z.object({ id: id() });

/** Names a connection by its id; without it, the default one. */
export const ofConnection = () => z.object({ connection: z.optional(z.string()) });

/** Identifies an attempt; `private`: that of a private window. */
export const attemptKey = () => z.object({ id: id(), private: z.boolean() });

export type AttemptKey = z.infer<ReturnType<typeof attemptKey>>;

export type ShortenRequest = z.infer<ReturnType<typeof shortenRequest>>;
