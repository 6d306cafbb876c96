import type { ListedConnection } from '../options/options-state.ts';

/** A connection as the settings get it. */
export const listedConnection = (change: Partial<ListedConnection> = {}): ListedConnection => ({
  id: 'a',
  name: '',
  hue: 1,
  address: 'https://s.example/v3',
  secretId: 'me',
  template: '',
  activeLinks: 0,
  ...change,
});
