import { createContext } from 'preact';
import type { Locks } from '../../lib/settings/policy.ts';
import type { PolicyProblem } from '../../lib/settings/policy-problems.ts';
import type { LockedAdvanced } from '../../lib/connection/advanced.ts';
import type { ConnectionProblem, PathFieldProblem } from '../../lib/connection/managed-problems.ts';

/** What an organisation sets of the connection; null for what it leaves to the person. The key itself is shown nowhere. */
export interface LockedConnection extends LockedAdvanced {
  address: string | null;
  secretId: string | null;
  hasKey: boolean;
  template: string | null;
}

export type Wrong = PolicyProblem | { what: ConnectionProblem } | PathFieldProblem;

/** What an organisation's policy sets, and what of it cannot be used. */
export interface PolicyView extends Locks {
  connection: LockedConnection;
  problems: readonly Wrong[];
}

/** Where no organisation sets anything. */
const noPolicy: PolicyView = {
  ...{ offered: null, defaultValidity: null, musicOff: false },
  connection: {
    ...{ address: null, secretId: null, hasKey: false, template: null, credentials: null },
    paths: { token: null, time: null, add: null, music: null, grey: null, divisions: null },
  },
  problems: [],
};

/** The policy for every part of the page that something of it may lock. */
export const Policy = createContext<PolicyView>(noPolicy);
