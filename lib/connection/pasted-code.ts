import { type ConnectionParts, readConnectionCode } from '../connection-code/contract.ts';
import { readServiceAddress } from './address.ts';

/** Why a connection code cannot be used. */
export type CodeProblem = 'code-broken' | 'code-newer' | 'code-elsewhere';

export type PastedCode =
  { kind: 'parts'; parts: ConnectionParts } | { kind: 'problem'; problem: CodeProblem };

/** What an organisation sets, so that a code must agree with it; null for what it leaves to the person. */
interface LockedAccount {
  address: string | null;
  secretId: string | null;
}

const problem = (kind: CodeProblem): PastedCode => ({ kind: 'problem', problem: kind });

/** A code with all that stands behind it, since a mail program may have broken it into lines. */
const whole = /waylark:(\d+):.*$/s;

/** A code without its beginning: its letters are more than the 63 that a part of a host's name has, so it is no address. */
const tail = /^(?:w?a?y?l?a?r?k?:)?(?:\d*:)?[\w-]{64,}$/i;

/** Characters of the longest text in which a code is looked for: a mail around it, not a file. Expressions have a limit, too. */
const longestPaste = 100_000;

const isElsewhere = ({ address, secretId }: ConnectionParts, locked: LockedAccount): boolean => {
  const read = readServiceAddress(address);
  const isOtherAddress = locked.address !== null && (!read.ok || read.address !== locked.address);
  return isOtherAddress || (locked.secretId !== null && locked.secretId !== secretId);
};

interface Place {
  /** Where a long text without dots is no address; a key may look like that. */
  isAddress: boolean;
  locked: LockedAccount;
}

/** The connection code in a text that was put into a field, whole or broken; null if the text holds none. */
export const readPastedCode = (text: string, { isAddress, locked }: Place): PastedCode | null => {
  if (text.length > longestPaste) return null;
  const [code, version] = whole.exec(text) ?? [];
  if (code === undefined) return isAddress && tail.test(text.trim()) ? problem('code-broken') : null;

  const parts = readConnectionCode(code) ?? readConnectionCode(code.replace(/\s.*$/s, ''));
  if (parts) return isElsewhere(parts, locked) ? problem('code-elsewhere') : { kind: 'parts', parts };
  return problem(version === '1' ? 'code-broken' : 'code-newer');
};
