import { createHash } from 'node:crypto';
import { randomBase62 } from '../base62.ts';

/** 43 of 62 possible letters carry 256 bits. */
const length = 43;

/** A fast hash is right for 256 random bits, which no dictionary has. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** A random text of which only the hash is stored. */
export function createSecret() {
  const secret = randomBase62(length);
  return { secret, hash: hashOf(secret) };
}

/** Where a link leads that opens the operator's page, below its origin. */
export const openPath = '/operator/open';
