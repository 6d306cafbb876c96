import { createSecret } from '../api/credentials.ts';
import { originOf } from '../config/hosts.ts';
import { openPath } from '../operator/access.ts';
import { StartError } from '../config/errors.ts';
import type { Store } from '../store/contract.ts';
import type { Input } from './admin-command.ts';
import { dateOf, type Output } from './output.ts';

/** Seconds in which a link to the operator's page has to be opened. */
const operatorLinkLifetime = 600;

export async function createOperatorLink(store: Store, { configuration, json }: Input): Promise<Output> {
  const { opsPort: port, opsHost: host, operatorOrigin: own } = configuration;
  if (port === undefined)
    throw new StartError("The operator's page is on the ops port; give it with --ops-port.");

  const { secret, hash } = createSecret();
  const expiresAt = Math.floor(Date.now() / 1000) + operatorLinkLifetime;
  await store.addOperatorLink(hash, expiresAt);
  const link = `${own || originOf(host, port)}${openPath}?token=${secret}`;
  const row = { link, expiresAt: json ? expiresAt : dateOf(expiresAt) };
  return { kind: 'record', row, note: 'It works once, and lets the browser that opens it in for an hour.' };
}
