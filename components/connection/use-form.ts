import { useContext, useLayoutEffect, useState } from 'preact/hooks';
import { readServiceAddress } from '../../lib/connection/address.ts';
import { advancedUnderPolicy } from '../../lib/connection/form.ts';
import { buildDefaults } from '../../lib/connection/build-defaults.ts';
import type { ConnectionView } from '../../lib/connection/connect.ts';
import {
  type CodeField,
  codeFields,
  type ConnectionForm,
  type FieldProblem,
} from '../../lib/connection/form.ts';
import { type PastedCode, readPastedCode } from '../../lib/connection/pasted-code.ts';
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

/** The form as it is typed, until another page changes the connection; `complete` corrects the address before it is sent. */
export const useForm = (current: ConnectionView | null, prefill: Prefill | undefined) => {
  const { connection: locked } = useContext(Policy);
  const [view, setView] = useState(current);
  const [form, setForm] = useState(() => withLocked(locked, formOf(current, prefill)));
  const change = (patch: Partial<ConnectionForm>): void => setForm((now) => ({ ...now, ...patch }));
  const readCode = (field: CodeField, text: string): PastedCode | null =>
    readPastedCode(text, { isAddress: field === 'address', locked });
  /** Fills in the form from a connection code, and returns whether the text holds one that can be used. */
  const takeCode = (field: CodeField, text: string): boolean => {
    const code = readCode(field, text);
    if (code?.kind !== 'parts') return false;
    // What was set for another service does not belong to this one.
    const isSame = code.parts.address === form.address;
    setForm(withLocked(locked, { ...(isSame ? form : formOf(null, {})), ...code.parts }));
    return true;
  };
  /** The problem of a connection code that stands in a field; null if there is none. */
  const findCodeProblem = (): FieldProblem | null => {
    for (const field of codeFields) {
      const code = readCode(field, form[field] ?? '');
      if (code?.kind === 'problem') return { field, problem: code.problem };
    }
    return null;
  };
  const complete = (): void => {
    const read = readServiceAddress(form.address);
    if (read.ok) change({ address: read.address });
  };
  const saved = (next: ConnectionView | null): void => {
    setView(next);
    setForm(withLocked(locked, formOf(next)));
  };
  const content = JSON.stringify(current);
  useLayoutEffect(() => {
    if (content !== JSON.stringify(view)) saved(current);
  }, [content]);
  return { view, form, codeProblem: findCodeProblem(), change, takeCode, complete, saved };
};
