import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../server/test-app.ts';

export type Certificate = NonNullable<ReturnType<typeof createCertificate>>;

/** A certificate for "localhost" that no authority has signed; undefined without openssl. */
export function createCertificate() {
  const folder = temporaryFolder();
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const making = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const subject = ['-days', '1', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  try {
    const args = [...making, ...subject, '-keyout', keyFile, '-out', certFile];
    execFileSync('openssl', args, { stdio: 'ignore' });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  return { certFile, key: readFileSync(keyFile), cert: readFileSync(certFile) };
}
