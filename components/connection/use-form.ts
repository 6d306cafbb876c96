import { useContext, useState } from 'preact/hooks';
import { readServiceAddress } from '../../lib/connection/address.ts';
import { advancedUnderPolicy } from '../../lib/connection/form.ts';
import { buildDefaults } from '../../lib/connection/build-defaults.ts';
import type { ConnectionView } from '../../lib/connection/connect.ts';
import type { CodeField, ConnectionForm, FieldProblem } from '../../lib/connection/form.ts';
import { readPastedCode } from '../../lib/connection/pasted-code.ts';
import type { LockedConnection } from '../../lib/connection/policy-view.ts';
import { Policy } from '../policy/policy-context.ts';

/** The first values of the form if nothing is connected. */
export type Prefill = Partial<Omit<ConnectionView, 'secretId'>>;

const formOf = (view: ConnectionView | null, prefill: Prefill = buildDefaults): ConnectionForm => {
  const { address = '', template = '', advanced } = view ?? prefill;
  return {
    address,
    template,
    secretId: view?.secretId ?? '',
    secretKey: view ? null : '',
    ...(advanced && { advanced }),
  };
};

/** The form with the organisation's values. */
const withLocked = (locked: LockedConnection, form: ConnectionForm): ConnectionForm => ({
  ...form,
  address: locked.address ?? form.address,
  secretId: locked.secretId ?? form.secretId,
  template: locked.template ?? form.template,
  advanced: advancedUnderPolicy(locked, form.advanced),
});

/** The form as it is typed; `complete` corrects the address before it is sent. */
export const useForm = (first: ConnectionView | null, prefill: Prefill | undefined) => {
  const { connection: locked } = useContext(Policy);
  const [view, setView] = useState(first);
  const [form, setForm] = useState(() => withLocked(locked, formOf(first, prefill)));
  const change = (patch: Partial<ConnectionForm>): void => setForm((now) => ({ ...now, ...patch }));
  /** The problem of a connection code in a text, null once its values are in the form, undefined if there is no code. */
  const takeCode = (field: CodeField, text: string): FieldProblem | null | undefined => {
    const code = readPastedCode(text, { isAddress: field === 'address', locked });
    if (code?.kind === 'problem') return { field, problem: code.problem };
    if (!code) return undefined;
    // What was set for another service does not belong to this one.
    const isSame = code.parts.address === form.address;
    setForm(withLocked(locked, { ...(isSame ? form : formOf(null, {})), ...code.parts }));
    return null;
  };
  const complete = (): void => {
    const read = readServiceAddress(form.address);
    if (read.ok) change({ address: read.address });
  };
  const saved = (next: ConnectionView): void => {
    setView(next);
    setForm(withLocked(locked, formOf(next)));
  };
  return { view, form, change, takeCode, complete, saved };
};
