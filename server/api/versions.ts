import { pathsV31, suffixV31, paths, type Paths } from '../../lib/api/contract.ts';
import { linksPath, linksPathV31 } from '../../lib/api/links/contract.ts';

/** What differs between the versions of the contract. The service answers all of them at the same time. */
export interface Version {
  /** The path below which its operations are. */
  base: string;
  paths: Paths & { divisions: string };
  /** The path of an application's links, below which each has its identifier. */
  linksPath: string;
  /** Which code of an error it uses; an error with a single code has that one in every version. */
  codeIndex: 0 | 1;
  /** The field of an answer with the identifier of a link. */
  linkField: 'linkID' | 'link_id';
  /** Whether Add without a validity creates a link that never expires. */
  isValidityOptional: boolean;
}

export const v3: Version = {
  base: '/v3',
  paths: { ...paths, divisions: '/divisions' },
  linksPath,
  codeIndex: 0,
  linkField: 'linkID',
  isValidityOptional: false,
};

const v31: Version = {
  base: suffixV31,
  paths: { ...pathsV31, divisions: '/divisions' },
  linksPath: linksPathV31,
  codeIndex: 1,
  linkField: 'link_id',
  isValidityOptional: true,
};

export const versions: readonly Version[] = [v3, v31];

/** The version that a path names; undefined outside of the API. */
export function namedVersion(path: string): Version | undefined {
  return versions.find(({ base }) => path === base || path.startsWith(`${base}/`));
}

/** The version in which a request with this path is answered: v3 if the path names none. */
export const versionOf = (path: string): Version => namedVersion(path) ?? v3;
