import type { ConnectionHint } from '../connection-hint.ts';

/** What pages know of the connection whose account is "account". */
export const testHint = ({
  features = [],
  ...change
}: Omit<Partial<ConnectionHint>, 'features'> & {
  features?: ConnectionHint['features'] | undefined;
} = {}): ConnectionHint => ({
  id: 'account',
  name: '',
  hue: 1,
  host: 's.example',
  ...change,
  features,
});
