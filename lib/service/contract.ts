import * as z from 'zod/mini';

/** What the service wraps every answer in, failures included; HTTP says 200 either way. */
export const envelope = z.object({
  code: z.int(),
  msg: z.string(),
  data: z.optional(z.unknown()),
});

export const successCode = 200;

/**
 * `data` of Get token: an opaque text that lives one hour. A pattern says how long it may be, as elsewhere in what the
 * background holds: checks of lengths are a kilobyte of zod.
 */
export const tokenData = z.object({ token: z.string().check(z.regex(/^[^]{1,4096}$/)) });

/** `data` of Current time: Unix seconds with a fraction, and the same moment in the usual formats. */
export const timeData = z.object({
  timestamp: z.number(),
  rfc1123: z.optional(z.string()),
  rfc1123z: z.optional(z.string()),
  rfc3339: z.optional(z.string()),
  rfc3339nano: z.optional(z.string()),
  rfc822: z.optional(z.string()),
  rfc822z: z.optional(z.string()),
  rfc850: z.optional(z.string()),
});

/** Milliseconds: two clocks that differ by less tell the same time; the rest is the network's and the Date header's. */
export const noticeableDifference = 5_000;

/** Seconds a token is good for. */
export const tokenLifetime = 3600;

/** Each slot is looked at by itself (lib/grey/grey.ts), so that a bad one costs only itself; no slots may be null. */
const slots = z.nullable(z.array(z.unknown()));

/** `data` of Grayscale filter: when pages are to be grey. `description` and `object` of a slot are for people. */
export const greyData = z.object({ accurateSlot: slots, daySlot: slots });

export type GreyData = z.infer<typeof greyData>;

/** `data` of Get administrative divisions: a tree of `{ code, name, children? }`; its first level is looked at. */
export const divisionsData = z.object({ list: z.array(z.object({ code: z.string(), name: z.string() })) });

/** Where each operation lives below the service address. Those of the four known by name only can be set otherwise. */
export const paths = {
  token: '/openAPI/token',
  time: '/time',
  add: '/shortLink/add',
  music: '/music404',
  grey: '/greyFilter',
  divisions: '/divisions',
} as const;

/**
 * What the contract leaves open and a person can set: where the four operations live that it knows by name only, and how
 * credentials are sent for a token: as Basic, as two headers, or both.
 */
export const advanced = z.object({
  paths: z.object({ token: z.string(), time: z.string(), grey: z.string(), divisions: z.string() }),
  credentials: z.enum(['both', 'basic', 'headers']),
});

export type Advanced = z.infer<typeof advanced>;

/** An operation whose path can be set. */
export type PathName = keyof Advanced['paths'];

/** The operations that can be tried without making anything. */
export const probing = z.enum(['token', 'time', 'music', 'grey', 'divisions']);

export type Probing = z.infer<typeof probing>;

/** The documented failures: the message that names each one, and the codes seen with it, ours first. */
export const labels = {
  'internal-server-error': { msg: 'internal server error', codes: [500] },
  'permission-denied': { msg: 'permission denied', codes: [801, 1001] },
  'missing-parameter': { msg: 'missing parameter', codes: [800] },
  'too-many-requests': { msg: 'too many requests', codes: [429] },
  'no-package-available': { msg: 'no package available', codes: [802] },
  'application-not-found': { msg: 'application not found', codes: [803] },
  'link-invalid': { msg: 'link invalid', codes: [805] },
  'validity-invalid': { msg: 'validity invalid', codes: [806] },
  'upstream-not-available': { msg: 'upstream not available', codes: [807] },
} as const satisfies Record<string, { msg: string; codes: readonly number[] }>;

export type Label = keyof typeof labels;

/** Body of Add: the link to shorten, and the Unix time in seconds at which the short link ends. */
export const addRequest = z.object({ link: z.string(), validity: z.int() });

/** What may stand in a short link's address. */
export const linkId = /* @__PURE__ */ z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/));

/** `data` of Add; a later version of the service spells the field `link_id`. */
export const addData = z.union([z.object({ linkID: linkId }), z.object({ link_id: linkId })]);

/** The identifier of the link that was made. */
export const linkIdIn = (data: z.infer<typeof addData>): string =>
  'linkID' in data ? data.linkID : data.link_id;
