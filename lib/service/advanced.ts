import { type Advanced, type PathName, paths } from './contract.ts';

const { token, time, grey, divisions } = paths;

/** What holds until a person sets something else. */
export const usual: Advanced = { paths: { token, time, grey, divisions }, credentials: 'both' };

export const pathNames = Object.keys(usual.paths) as PathName[];
