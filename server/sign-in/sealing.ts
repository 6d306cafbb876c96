import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

export type Sealing = ReturnType<typeof createSealing>;

const cipher = 'aes-256-gcm';
const ivLength = 12;
const tagLength = 16;

/** Encrypts with a key that all instances derive from the client secret, which is not in the database. */
export function createSealing(secret: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'waylark sign-in', 32));

  return {
    /** Encrypts a text, so that nobody else can read or change it. It can only be opened with the same purpose. */
    seal: (text: string, purpose: string): string => {
      const iv = randomBytes(ivLength);
      const encryption = createCipheriv(cipher, key, iv).setAAD(Buffer.from(purpose));
      const content = [encryption.update(text, 'utf8'), encryption.final()];
      return Buffer.concat([iv, encryption.getAuthTag(), ...content]).toString('base64url');
    },

    /** Undefined for what was not sealed with this secret, for this purpose. */
    open: (sealed: string, purpose: string): string | undefined => {
      const bytes = Buffer.from(sealed, 'base64url');
      const content = bytes.subarray(ivLength + tagLength);
      try {
        const iv = bytes.subarray(0, ivLength);
        // Without the length, a shorter tag is taken too.
        const decryption = createDecipheriv(cipher, key, iv, { authTagLength: tagLength });
        decryption.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(ivLength, ivLength + tagLength));
        return Buffer.concat([decryption.update(content), decryption.final()]).toString();
      } catch {
        return undefined;
      }
    },
  };
}
