import * as z from 'zod/mini';

/** What the service wraps every answer in, failures included; the HTTP status is 200 either way. */
export const envelope = z.object({
  code: z.int(),
  msg: z.string(),
  data: z.optional(z.unknown()),
});

export const successCode = 200;

/**
 * `data` of Get token: an opaque text of visible ASCII, which a header can carry, that is valid for one hour. `features` says
 * what a service can do beyond the documented operations (links/contract.ts); nothing in it makes the token unusable.
 */
export const tokenData = z.object({
  token: z.string().check(z.regex(/^[!-~]{1,4096}$/)),
  features: z.optional(z.unknown()),
});

/**
 * `data` of Current time as a client reads it: Unix seconds with a fraction. The same moment in other formats, which nothing
 * here reads, may be wrong without affecting it.
 */
export const timeData = z.lazy(() => z.object({ timestamp: z.number() }));

/** A smaller difference between two clocks comes from the network and from the Date header. */
export const noticeableDifferenceMs = 5_000;

/** How long a token is valid. */
export const tokenLifetimeSeconds = 3600;

/** A list whose entries are parsed each on its own, so that a wrong entry does not affect the others; null is an empty list. */
const entries = () => z.nullable(z.array(z.unknown()));

/**
 * `data` of Grayscale filter: when pages are shown in grayscale (lib/grayscale/grayscale.ts). `description` and `object` of a
 * slot are for people.
 */
export const grayscaleData = z.lazy(() => z.object({ accurateSlot: entries(), daySlot: entries() }));

export type GrayscaleData = z.infer<typeof grayscaleData>;

/** `data` of 404 music as a client reads it (lib/music/track-list.ts). */
const musicListData = z.lazy(() => z.object({ list: entries() }));

/** Body of Add: the link to shorten, and the Unix time in seconds at which the short link expires. */
export const addRequest = z.object({ link: z.string(), validity: z.int() });

/** The characters of an identifier in a short link's address. */
export const linkId = /* @__PURE__ */ z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/));

/** The whole address of a short link, as v3.1 may answer it: https, a host without a user name, visible ASCII. */
const shortAddress = () =>
  z.string().check(
    z.regex(/^https:\/\/[a-z0-9.-]+(:\d{1,5})?\/[\x21-\x7e]{1,2000}$/i),
    z.refine((address) => URL.canParse(address)),
  );

/** `data` of Add. v3.1 spells the field `link_id`, which may hold the whole address of the short link. */
export const addData = z.lazy(() =>
  z.union([z.object({ linkID: linkId }), z.object({ link_id: z.union([linkId, shortAddress()]) })]),
);

/** The identifier of the link that was created, or its whole address. */
export const linkIdOrAddressIn = (data: z.infer<typeof addData>): string =>
  'linkID' in data ? data.linkID : data.link_id;

interface OperationEntry {
  /** Default path below a service address that ends in /v3. */
  path: string;
  /** Default path below one that ends in /v3.1, as its SDKs call it; missing if it is the same. */
  pathV31?: string;
  data: z.ZodMiniType;
}

/** The operations that the extension calls. The document leaves the paths of time and grayscale open. */
export const operations = {
  token: { path: '/openAPI/token', pathV31: '/openapi/token', data: tokenData },
  time: { path: '/time', data: timeData },
  add: { path: '/shortLink/add', pathV31: '/short_link/add', data: addData },
  music: { path: '/music404', data: musicListData },
  grayscale: { path: '/greyFilter', data: grayscaleData },
} as const satisfies Record<string, OperationEntry>;

export type Operation = keyof typeof operations;

/** The `data` of an operation's answer. */
export type DataOf<Name extends Operation> = z.infer<(typeof operations)[Name]['data']>;

export const operationNames = Object.keys(operations) as Operation[];

export const mapOperations = <Value>(valueOf: (name: Operation) => Value): Record<Operation, Value> =>
  Object.fromEntries(operationNames.map((name) => [name, valueOf(name)])) as Record<Operation, Value>;

export type Paths = Readonly<Record<Operation, string>>;

/** The default paths of v3. */
export const paths: Paths = mapOperations((name) => operations[name].path);

/** The end of a service address of v3.1. */
export const suffixV31 = '/v3.1';

/** The default paths of v3.1. */
export const pathsV31: Paths = mapOperations((name) => {
  const entry: OperationEntry = operations[name];
  return entry.pathV31 ?? entry.path;
});

/** The paths that a service at this address has unless a person sets others. */
export const defaultPathsOf = (address: string): Paths => (address.endsWith(suffixV31) ? pathsV31 : paths);

/**
 * How SecretID and SecretKey can be sent with Get token, in the order in which they are tried: two headers without an
 * Authorization, `Basic base64(id:key)`, and `Basic id:key` without base64 (as the SDK of v3 sends it).
 */
export const credentialStyles = ['headers', 'basic', 'basic-plain'] as const;

export type CredentialStyle = (typeof credentialStyles)[number];

/** `detect` tries one style after another and stores the one that works. */
export const credentialSettings = ['detect', ...credentialStyles] as const;

export const credentialSetting = z.enum(credentialSettings);

/**
 * What the service's document leaves open and a person can set: the path of each operation; an empty one stands
 * for the default, and how credentials are sent.
 */
export const advanced = z.lazy(() =>
  z.object({ paths: z.object(mapOperations(() => z.string())), credentials: credentialSetting }),
);

export type Advanced = z.infer<typeof advanced>;

/** What applies until a person sets something else. */
export const defaultAdvanced: Advanced = { paths: mapOperations(() => ''), credentials: 'detect' };

/** The operations that can be called without creating a link, those without credentials first. */
export const probedOperation = z.enum(['time', 'token', 'music', 'grayscale']);

export type ProbedOperation = z.infer<typeof probedOperation>;
