import { type Advanced, type Operation, operationNames, usual } from '../api/contract.ts';

/** Undefined where nothing was set. */
export const withoutUsual = (set: Advanced): Advanced | undefined => {
  const isSet = set.credentials !== usual.credentials || Object.values(set.paths).some((path) => path !== '');
  return isSet ? set : undefined;
};

/** What an organisation sets of it; null for what it leaves to the person. */
export interface LockedAdvanced {
  paths: Readonly<Record<Operation, string | null>>;
  credentials: Advanced['credentials'] | null;
}

/** What is set, with what the organisation sets in the place of the person's own; undefined where nothing is. */
export const underPolicy = (locked: LockedAdvanced, own: Advanced = usual): Advanced | undefined => {
  const paths = { ...own.paths };
  for (const name of operationNames) paths[name] = locked.paths[name] ?? own.paths[name];
  return withoutUsual({ paths, credentials: locked.credentials ?? own.credentials });
};
