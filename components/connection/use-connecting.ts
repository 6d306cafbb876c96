import { useRef, useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import type { ConnectResult, ConnectionView } from '../../lib/connection/connect.ts';
import { type ConnectionForm, type FieldProblem, readCompleteForm } from '../../lib/connection/form.ts';
import type { AccessActions } from '../policy/PolicyAccount.tsx';

/** The actions of the section. Nothing rejects. */
export interface ConnectionActions extends AccessActions {
  /** Null when the background gave no answer. */
  connect(form: ConnectionForm): Promise<ConnectResult | null>;
}

export type Status =
  | { kind: 'idle' | 'connecting' | 'filled' }
  | { kind: 'message'; message: string; isGood: boolean }
  | { kind: 'field'; problem: FieldProblem }
  | { kind: 'failed'; failure: Failure };

const messageStatus = (message: string, isGood: boolean): Status => ({ kind: 'message', message, isGood });

const statusOf = (connected: ConnectResult | null): Status => {
  if (!connected) return messageStatus(text('noAnswerFromBackground'), false);
  if (connected.ok) return messageStatus(text('connected'), true);
  if ('problem' in connected) return { kind: 'field', problem: connected.problem };
  return { kind: 'failed', failure: connected.failure };
};

interface ConnectingOptions {
  actions: ConnectionActions;
  /** Whether the saved connection could not be read. */
  isUnreadable: boolean;
  /** Called with the connection when it has been saved. */
  onSaved(view: ConnectionView): void;
}

/** Connecting, one attempt at a time, and the status of the last attempt. */
export const useConnecting = ({ actions, isUnreadable, onSaved }: ConnectingOptions) => {
  const [status, setStatus] = useState<Status>(
    isUnreadable ? messageStatus(text('connectionUnreadable'), false) : { kind: 'idle' },
  );
  const busy = useRef(false);

  const connect = async (form: ConnectionForm, allowed: Promise<boolean>): Promise<Status> => {
    if (!(await allowed)) return messageStatus(text('accessRefused', form.address), false);
    const connected = await actions.connect(form);
    if (connected?.ok) onSaved(connected.view);
    return statusOf(connected);
  };

  /**
   * Call it inside the click: access is requested before anything is awaited. Returns whether connecting began; it does
   * not begin while a field is wrong.
   */
  const start = (form: ConnectionForm): boolean => {
    if (busy.current) return false;
    const typed = readCompleteForm(form);
    if (!typed.ok) {
      setStatus({ kind: 'field', problem: typed.problem });
      return false;
    }
    busy.current = true;
    const allowed = actions.requestAccess(typed.origin).catch(() => false);
    setStatus({ kind: 'connecting' });
    void connect(typed.form, allowed).then((next) => {
      busy.current = false;
      setStatus(next);
    });
    return true;
  };

  /** Removes a status about former values of the form. */
  const clearStatus = (): void => setStatus((now) => (now.kind === 'connecting' ? now : { kind: 'idle' }));

  /** The status after a connection code was put into a field, or sent with a problem; not while connecting. */
  const showCode = (problem: FieldProblem | null): void => {
    if (!busy.current) setStatus(problem ? { kind: 'field', problem } : { kind: 'filled' });
  };
  return { status, start, clearStatus, showCode };
};
