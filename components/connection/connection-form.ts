import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { background } from '../../lib/background.ts';
import { currentPage, openPopup } from '../../lib/browser/pages.ts';
import { requestAccess } from '../../lib/browser/permissions.ts';
import { readServiceAddress } from '../../lib/connection/address.ts';
import {
  advancedUnderPolicy,
  codeFields,
  type ConnectionForm,
  type FieldProblem,
  readFormWithAdvanced,
  readPastedCode,
} from '../../lib/connection/form.ts';
import type { ConnectionView } from '../../lib/connection/connect.ts';
import type { LockedConnection } from '../../lib/connection/policy-view.ts';
import { linkTestTarget } from '../link-test/run-link-test.ts';
import { logAndReturn } from '../../lib/errors/error-log.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import { text } from '../../lib/i18n/texts.ts';
import { offeredValidity } from '../../lib/settings/schema.ts';
import { readSettingsOrDefaults } from '../../lib/settings/settings.ts';
import { saveDraft } from '../../lib/shortening/draft.ts';
import {
  isConnected,
  listed,
  policy,
  readConnections,
  reloadOtherPages,
  step,
} from '../options/options-state.ts';

declare global {
  interface ImportMetaEnv {
    /** The first values of the form in a customized build, from scripts/build-defaults.ts. */
    readonly WXT_CONNECTION?: Prefill;
  }
}

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

/** The form as it is typed, until another page changes the connection. */
export const useForm = (view: ConnectionView | null, prefill: Prefill | undefined) => {
  const { connection: locked } = policy.value;
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

  /** Corrects the address as it is sent. */
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
  return { form, codeProblem, code, change, takeCode, showFields, complete, reset };
};

export type Status =
  | { kind: 'idle' | 'connecting' | 'filled' | 'connected' }
  | { kind: 'problem'; message: string }
  | { kind: 'field'; problem: FieldProblem }
  | { kind: 'failed'; failure: Failure };

const problem = (message: string): Status => ({ kind: 'problem', message });

interface ConnectingOptions {
  /** Called when a request begins. */
  onStart(): void;
  /** Called with each new kind of the status, also once the form is gone. */
  announce(kind: Status['kind']): void;
  /** Called with the connection when it has been saved. */
  onSaved(view: ConnectionView): void;
}

/** Opens the popup with an example in it: this page itself cannot be shortened. */
const offerPopup = async (): Promise<void> => {
  // The connection may have brought its own validity.
  const choice = offeredValidity(await readSettingsOrDefaults());
  await saveDraft(await currentPage(), { link: linkTestTarget, choice, customExpiry: '' });
  await openPopup();
};

/** Connecting, one attempt at a time, and the status of the last attempt. */
export const useConnecting = ({ onStart, announce, onSaved }: ConnectingOptions) => {
  const status = useSignal<Status>(
    listed.value === undefined ? problem(text('connectionUnreadable')) : { kind: 'idle' },
  );
  const isBusy = (): boolean => status.value.kind === 'connecting';
  const setStatus = (next: Status): void => {
    status.value = next;
    announce(next.kind);
  };

  /** Requests the access before anything is awaited. The first connection of the first run opens the popup. */
  const requestAndConnect = async (form: ConnectionForm, origin: string): Promise<Status> => {
    const isAllowed = await requestAccess(origin);
    if (!isAllowed) return problem(text('accessRefused', form.address));

    const isFirst = step.value !== null && !isConnected.value;
    const connected = await background.connect(form);
    if (!connected) return problem(text('noAnswerFromBackground'));
    if ('problem' in connected) return { kind: 'field', problem: connected.problem };
    if (!connected.ok) return { kind: 'failed', failure: connected.failure };

    reloadOtherPages();
    await readConnections();
    if (isFirst) void offerPopup().catch(logAndReturn(undefined));
    onSaved(connected.view);
    return { kind: 'connected' };
  };

  /** Call it inside the click. Returns whether connecting began; it does not begin while a field is wrong. */
  const start = (form: ConnectionForm): boolean => {
    if (isBusy()) return false;
    const typed = readFormWithAdvanced(form);
    if (!typed.ok) {
      setStatus({ kind: 'field', problem: typed.problem });
      return false;
    }
    setStatus({ kind: 'connecting' });
    onStart();
    void requestAndConnect(typed.form, typed.origin).then(setStatus);
    return true;
  };

  /** Removes a status about former values of the form. */
  const clearStatus = (): void => {
    if (!isBusy()) setStatus({ kind: 'idle' });
  };

  /** The status after a connection code was put into a field, or sent with a problem; not while connecting. */
  const showCode = (wrong: FieldProblem | null): void => {
    if (!isBusy()) setStatus(wrong ? { kind: 'field', problem: wrong } : { kind: 'filled' });
  };
  return { status: status.value, start, clearStatus, showCode };
};
