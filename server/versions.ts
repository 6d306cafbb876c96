import { pathsV31, suffixV31, paths, type Paths } from '../lib/api/contract.ts';

/** What differs between the versions of the contract; the service answers all of them side by side. */
export interface Version {
  /** The path below which its operations lie. */
  base: string;
  paths: Paths;
  /** Which of a failure's codes it uses; a failure with a single code has that one in every version. */
  codeIndex: 0 | 1;
  /** The field of Add's answer that holds the identifier. */
  linkField: 'linkID' | 'link_id';
  /** Whether Add without a validity creates a link that never expires. */
  isValidityOptional: boolean;
}

export const v3: Version = {
  base: '/v3',
  paths,
  codeIndex: 0,
  linkField: 'linkID',
  isValidityOptional: false,
};

const later: Version = {
  base: suffixV31,
  paths: pathsV31,
  codeIndex: 1,
  linkField: 'link_id',
  isValidityOptional: true,
};

export const versions: readonly Version[] = [v3, later];

/** The version that a request with this path is answered in: v3 wherever the path names none. */
export function versionOf(path: string): Version {
  return versions.find(({ base }) => path === base || path.startsWith(`${base}/`)) ?? v3;
}
