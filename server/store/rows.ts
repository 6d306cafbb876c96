import * as z from 'zod/mini';

/** The rows that the stores read, which are the same in every database. */
export const applicationRow = z.object({
  secretId: z.string(),
  keyHash: z.instanceof(Uint8Array),
  perSecond: z.int(),
  perMinute: z.int(),
});

export const linkRow = z.object({ id: z.string(), link: z.string(), expiresAt: z.int() });

/** What a look-up of a link reads; undefined if there is none. A schema is costly to create, so each is created once. */
export const foundLinkRow = z.optional(z.omit(linkRow, { id: true }));

export const packageRow = z.object({
  id: z.string(),
  secretId: z.string(),
  total: z.int(),
  used: z.int(),
  startsAt: z.int(),
  expiresAt: z.int(),
});

/** An application that may not exist: then `storedId` is null, and the other columns have values all the same. */
export const applicationOrNone = z.extend(z.omit(applicationRow, { secretId: true }), {
  storedId: z.nullable(z.string()),
});

/** The owner of a token, whose columns are null if the application has been removed. */
const tokenOwnerRow = z.union([
  applicationRow,
  z.object({ secretId: z.string(), keyHash: z.null(), perSecond: z.null(), perMinute: z.null() }),
]);

export const foundTokenOwnerRow = z.optional(tokenOwnerRow);

export const countRow = z.object({ count: z.int() });
