import type { ConnectionInfo } from '../connection-info.ts';

/** What pages know of the connection whose account is "account". */
export const testInfo = ({
  features = [],
  ...change
}: Omit<Partial<ConnectionInfo>, 'features'> & {
  features?: ConnectionInfo['features'] | undefined;
} = {}): ConnectionInfo => ({
  id: 'account',
  name: '',
  hue: 1,
  host: 's.example',
  ...change,
  features,
});
