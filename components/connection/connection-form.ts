import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { readServiceAddress } from '../../lib/connection/address.ts';
import {
  advancedUnderPolicy,
  codeFields,
  type ConnectionForm,
  type FieldProblem,
  readFormWithAdvanced,
  readPastedCode,
} from '../../lib/connection/form.ts';
import type { ConnectionView, ConnectResult } from '../../lib/connection/connect.ts';
import type { LockedConnection } from '../../lib/connection/policy-connection.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import { text } from '../../lib/i18n/texts.ts';
import { Policy } from '../policy/Policy.tsx';
import { useSubscription } from '../ui/use-subscription.ts';

declare global {
  interface ImportMetaEnv {
    /** The first values of the form in a customized build, from scripts/build-defaults.ts. */
    readonly WXT_CONNECTION?: Prefill;
  }
}

/** A connection as the list shows it. */
export interface ListedConnection extends ConnectionView {
  /** How many of the links that it created are active and were not moved; 100 stands for 100 or more. */
  activeLinks: number;
}

/** The actions on the access to a service. Nothing rejects. */
export interface AccessActions {
  /** Requests access to an origin; call it before anything is awaited. */
  requestAccess(origin: string): Promise<boolean>;
  hasHostPermission(origin: string): Promise<boolean>;
  onPermissionChange(changed: () => void, signal?: AbortSignal): void;
}

/** The actions of the section. Nothing rejects. */
export interface ConnectionActions extends AccessActions {
  /** Null when the background gave no answer. */
  connect(form: ConnectionForm, makesDefault: boolean): Promise<ConnectResult | null>;
  /** Resolves with whether it was removed. */
  remove(id: string): Promise<boolean>;
  /** Offers to move the links of this connection to another one; missing if there is none. */
  moveFirst?: ((id: string) => void) | undefined;
}

/** Whether the browser lets the extension reach a service; null until it has answered, and without a service. */
export const useReachable = (address: string | null, actions: AccessActions): boolean | null => {
  const [isReachable, setReachable] = useState<boolean | null>(null);
  const origin = address === null ? null : new URL(address).origin;
  useSubscription(
    (signal) => {
      const refresh = async (): Promise<void> => {
        if (origin === null) return;
        const may = await actions.hasHostPermission(origin);
        if (!signal.aborted) setReachable(may);
      };
      void refresh();
      actions.onPermissionChange(() => void refresh(), signal);
    },
    [origin],
  );
  return isReachable;
};

/** The first values of the form if nothing is connected. */
export type Prefill = Partial<Omit<ConnectionView, 'id' | 'secretId'>>;

const formOf = (view: ConnectionView | null, prefill = import.meta.env.WXT_CONNECTION): ConnectionForm => {
  const { address = '', template = '', advanced, name, hue, validity } = view ?? prefill ?? {};
  return {
    ...(view && { id: view.id }),
    ...(name !== undefined && { name }),
    ...(hue && { hue }),
    ...(validity && { validity }),
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
export const useForm = (view: ConnectionView | null, prefill: Prefill | undefined) => {
  const { connection: locked } = useContext(Policy);
  const [form, setForm] = useState(() => withLocked(locked, formOf(view, prefill)));
  const [code, setCode] = useState<'none' | 'row' | 'edited'>('none');
  const change = (patch: Partial<ConnectionForm>): void => setForm((now) => ({ ...now, ...patch }));
  /** Fills in the form from a connection code, and returns whether the text holds one that can be used. */
  const takeCode = (text: string): boolean => {
    const pasted = readPastedCode(text, { isAddress: false, locked });
    if (pasted?.kind !== 'parts') return false;
    // What was set for another service does not belong to this one.
    const isSame = pasted.parts.address === form.address;
    const former = isSame ? form : { ...form, template: '', advanced: undefined };
    setForm(withLocked(locked, { ...former, ...pasted.parts }));
    setCode('row');
    return true;
  };
  /** The problem of a connection code that stands in a field; null if there is none. */
  const findCodeProblem = (): FieldProblem | null => {
    for (const field of codeFields) {
      const pasted = readPastedCode(form[field] ?? '', { isAddress: field === 'address', locked });
      if (pasted?.kind === 'problem') return { field, problem: pasted.problem };
    }
    return null;
  };
  const complete = (): void => {
    const read = readServiceAddress(form.address);
    if (read.ok) change({ address: read.address });
  };
  /** Shows what is saved again. */
  const reset = (): void => {
    setForm(withLocked(locked, formOf(view, prefill)));
    setCode('none');
  };
  const content = JSON.stringify(view);
  const shown = useRef(content);
  useLayoutEffect(() => {
    if (shown.current !== content) reset();
    shown.current = content;
  }, [content]);
  /** Shows the fields again that a connection code has replaced with a row. */
  const showFields = (): void => setCode((now) => (now === 'row' ? 'edited' : now));
  const codeProblem = findCodeProblem();
  return { view, form, codeProblem, code, change, takeCode, showFields, complete, reset };
};

export type Status =
  | { kind: 'idle' | 'connecting' | 'filled' | 'connected' }
  | { kind: 'problem'; message: string }
  | { kind: 'field'; problem: FieldProblem }
  | { kind: 'failed'; failure: Failure };

const statusOf = (connected: ConnectResult | null): Status => {
  if (!connected) return { kind: 'problem', message: text('noAnswerFromBackground') };
  if (connected.ok) return { kind: 'connected' };
  if ('problem' in connected) return { kind: 'field', problem: connected.problem };
  return { kind: 'failed', failure: connected.failure };
};

interface ConnectingOptions {
  actions: ConnectionActions;
  /** Whether the saved connection could not be read. */
  isUnreadable: boolean;
  /** Called with each new kind of the status, also once the form is gone. */
  announce(kind: Status['kind']): void;
  /** Called with the connection when it has been saved. */
  onSaved(view: ConnectionView): void;
}

/** Connecting, one attempt at a time, and the status of the last attempt. */
export const useConnecting = ({ actions, isUnreadable, announce, onSaved }: ConnectingOptions) => {
  const [status, setShown] = useState<Status>(
    isUnreadable ? { kind: 'problem', message: text('connectionUnreadable') } : { kind: 'idle' },
  );
  const busy = useRef(false);
  const setStatus = (next: Status): void => {
    setShown(next);
    announce(next.kind);
  };

  const connect = async (
    form: ConnectionForm,
    makesDefault: boolean,
    allowed: Promise<boolean>,
  ): Promise<Status> => {
    if (!(await allowed)) return { kind: 'problem', message: text('accessRefused', form.address) };
    const connected = await actions.connect(form, makesDefault);
    if (connected?.ok) onSaved(connected.view);
    return statusOf(connected);
  };

  /**
   * Call it inside the click: access is requested before anything is awaited. Returns whether connecting began; it does
   * not begin while a field is wrong.
   */
  const start = (form: ConnectionForm, makesDefault: boolean): boolean => {
    if (busy.current) return false;
    const typed = readFormWithAdvanced(form);
    if (!typed.ok) {
      setStatus({ kind: 'field', problem: typed.problem });
      return false;
    }
    busy.current = true;
    const allowed = actions.requestAccess(typed.origin);
    setStatus({ kind: 'connecting' });
    void connect(typed.form, makesDefault, allowed).then((next) => {
      busy.current = false;
      setStatus(next);
    });
    return true;
  };

  /** Removes a status about former values of the form. */
  const clearStatus = (): void => {
    if (!busy.current) setStatus({ kind: 'idle' });
  };

  /** The status after a connection code was put into a field, or sent with a problem; not while connecting. */
  const showCode = (problem: FieldProblem | null): void => {
    if (!busy.current) setStatus(problem ? { kind: 'field', problem } : { kind: 'filled' });
  };
  return { status, start, clearStatus, showCode };
};
