/** Why a path cannot be used. */
export type PathProblem = 'no-slash' | 'has-host' | 'bad-characters' | 'too-long';

/** Characters of the longest path that is taken. */
const longest = 200;

/** What is wrong with the path of an operation below the service address; null where it goes there as it is typed. */
export const pathProblem = (path: string): PathProblem | null => {
  if (/^(\w+:)?\/\//.test(path)) return 'has-host';
  if (!path.startsWith('/')) return 'no-slash';
  if (path.length > longest) return 'too-long';
  // Query, fragment, spaces and what else is not sent as it is: parsing changes it. So it does encoded dots.
  const isPlain = URL.parse(path, 'https://s.example')?.pathname === path && !path.includes('..');
  return isPlain ? null : 'bad-characters';
};
