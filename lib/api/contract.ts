import * as z from 'zod/mini';
import type { ServiceReason } from '../failures/contract.ts';

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

/** Each slot is looked at by itself (lib/grayscale/grayscale.ts), so that a bad one costs only itself; no slots may be null. */
const slots = z.nullable(z.array(z.unknown()));

/** `data` of Grayscale filter: when pages are to be grey. `description` and `object` of a slot are for people. */
export const greyData = z.object({ accurateSlot: slots, daySlot: slots });

export type GreyData = z.infer<typeof greyData>;

/** `data` of Get administrative divisions: a tree of `{ code, name, children? }`; only its first level is checked. */
export const divisionsData = z.object({
  list: z.nullable(z.array(z.object({ code: z.string(), name: z.string() }))),
});

/**
 * `data` of 404 music as a client reads it: each entry is parsed by itself (lib/music/tracks.ts), so that a bad one costs
 * only itself; null is an empty list.
 */
export const musicListData = z.object({ list: z.nullable(z.array(z.unknown())) });

/** Path of each operation below a service address that ends in /v3; time, grey and divisions are our own choice. */
export const paths = {
  token: '/openAPI/token',
  time: '/time',
  add: '/shortLink/add',
  music: '/music404',
  grey: '/greyFilter',
  divisions: '/divisions',
} as const;

export type Operation = keyof typeof paths;
export type Paths = Readonly<Record<Operation, string>>;

export const operationNames = Object.keys(paths) as Operation[];

/** The last segment of the service address of the later version, v3.1. */
export const laterVersion = '/v3.1';

/** The paths of v3.1, as its SDKs call them. */
export const laterPaths: Paths = { ...paths, token: '/openapi/token', add: '/short_link/add' };

/** The paths that a service at this address has unless a person sets others. */
export const defaultPathsOf = (address: string): Paths =>
  address.endsWith(laterVersion) ? laterPaths : paths;

/**
 * How SecretID and SecretKey can be sent with Get token, in the order in which they are tried: two headers without an
 * Authorization, `Basic base64(id:key)`, and `Basic id:key` without base64 (as the SDK of v3 sends it).
 */
export const credentialStyles = ['headers', 'basic', 'basic-plain'] as const;

export type CredentialStyle = (typeof credentialStyles)[number];

/**
 * What the contract leaves open and a person can set: the path of each operation, where an empty one stands for the
 * default, and how credentials are sent; `detect` tries one style after another and stores the one that works.
 */
export const advanced = z.object({
  paths: z.object({
    token: z.string(),
    time: z.string(),
    add: z.string(),
    music: z.string(),
    grey: z.string(),
    divisions: z.string(),
  }),
  credentials: z.enum(['detect', ...credentialStyles]),
});

export type Advanced = z.infer<typeof advanced>;

/** What applies until a person sets something else. */
export const usual: Advanced = {
  paths: { token: '', time: '', add: '', music: '', grey: '', divisions: '' },
  credentials: 'detect',
};

const path = z.optional(z.string());

/** What version 0.1 stored: four paths, each of them filled in, and `both` for Basic and headers at once. */
const formerAdvanced = z.object({
  paths: z.object({ token: path, time: path, grey: path, divisions: path }),
  credentials: z.enum(['both', 'basic', 'headers']),
});

const migrate = ({ paths: former, credentials }: z.infer<typeof formerAdvanced>): Advanced => {
  const next = { ...usual.paths };
  for (const name of operationNames) {
    const set = name in former ? former[name as keyof typeof former] : undefined;
    if (set !== undefined && set !== paths[name]) next[name] = set;
  }
  return { paths: next, credentials: credentials === 'both' ? 'detect' : credentials };
};

/** `advanced` as this or a former version stored or exported it. */
export const storedAdvanced = z.union([advanced, z.pipe(formerAdvanced, z.transform(migrate))]);

/** The operations that can be called without creating anything. */
export const probing = z.enum(['token', 'time', 'music', 'grey', 'divisions']);

export type Probing = z.infer<typeof probing>;

/**
 * The failures that a service names: the message of each, and the codes seen with it: those of v3 first, then those of
 * v3.1. The document lists the first nine; the last three answer a request that reached no operation.
 */
export const labels = {
  'internal-server-error': { msg: 'internal server error', codes: [500] },
  'permission-denied': { msg: 'permission denied', codes: [801, 1001] },
  'missing-parameter': { msg: 'missing parameter', codes: [800, 2001] },
  'too-many-requests': { msg: 'too many requests', codes: [429] },
  'no-package-available': { msg: 'no package available', codes: [802, 1002] },
  'application-not-found': { msg: 'application not found', codes: [803, 1003] },
  'link-invalid': { msg: 'link invalid', codes: [805, 2002] },
  'validity-invalid': { msg: 'validity invalid', codes: [806, 2003] },
  'upstream-not-available': { msg: 'upstream not available', codes: [807, 7001] },
  'bad-request': { msg: 'bad request', codes: [400] },
  'not-found': { msg: 'not found', codes: [404] },
  'method-not-allowed': { msg: 'method not allowed', codes: [405] },
} as const satisfies Record<ServiceReason, { msg: string; codes: readonly number[] }>;

export type Label = ServiceReason;

/** Body of Add: the link to shorten, and the Unix time in seconds at which the short link expires. */
export const addRequest = z.object({ link: z.string(), validity: z.int() });

/** What may stand in a short link's address. */
export const linkId = /* @__PURE__ */ z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/));

/** The whole address of a short link, as v3.1 may answer it: https, a host without a user name, visible ASCII. */
const shortAddress = /* @__PURE__ */ z.string().check(
  z.regex(/^https:\/\/[a-z0-9.-]+(:\d{1,5})?\/[\x21-\x7e]{1,2000}$/i),
  z.refine((address) => URL.canParse(address)),
);

/** `data` of Add. v3.1 spells the field `link_id`, which may hold the whole address of the short link. */
export const addData = z.union([
  z.object({ linkID: linkId }),
  z.object({ link_id: z.union([linkId, shortAddress]) }),
]);

/** The identifier of the link that was created, or its whole address. */
export const linkIdIn = (data: z.infer<typeof addData>): string =>
  'linkID' in data ? data.linkID : data.link_id;
