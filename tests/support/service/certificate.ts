import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A certificate for these hosts that no authority has signed, in a folder. Needs openssl. */
export function createCertificate(folder: string, hosts: readonly string[] = ['localhost']) {
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const making = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const names = `subjectAltName=${hosts.map((host) => `DNS:${host}`).join()}`;
  const subject = ['-days', '2', '-subj', '/CN=waylark', '-addext', names];
  execFileSync('openssl', [...making, ...subject, '-keyout', keyFile, '-out', certFile], { stdio: 'ignore' });
  return { certFile, key: readFileSync(keyFile), cert: readFileSync(certFile) };
}
