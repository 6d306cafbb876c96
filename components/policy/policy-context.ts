import { createContext } from 'preact';
import { type PolicyView, policyViewOf } from '../../lib/connection/policy-view.ts';

/** The policy, for every part of the page in which it may lock a field. By default, nothing is set. */
export const Policy = createContext<PolicyView>(policyViewOf({}));
