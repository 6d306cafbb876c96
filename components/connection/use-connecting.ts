import { useRef, useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import type { ConnectResult, ConnectionView } from '../../lib/connection/connect.ts';
import type { ConnectionForm, FieldProblem } from '../../lib/connection/form.ts';
import { readCompleteForm } from '../../lib/connection/form.ts';
import type { AccessActions } from '../policy/ManagedConnection.tsx';
import { connectedInWords } from './words.ts';

/** What connecting can have done. Nothing rejects. */
export interface ConnectionActions extends AccessActions {
  /** Null when the background gave no answer. */
  connect(form: ConnectionForm): Promise<ConnectResult | null>;
}

export type Status =
  | { kind: 'quiet' | 'connecting' }
  | { kind: 'said'; words: string; good: boolean }
  | { kind: 'field'; problem: FieldProblem }
  | { kind: 'failed'; failure: Failure };

const said = (words: string, good: boolean): Status => ({ kind: 'said', words, good });

const statusOf = (connected: ConnectResult | null): Status => {
  if (!connected) return said(text('noAnswerFromBackground'), false);
  if (connected.ok) return said(connectedInWords(connected.clockDifference), true);
  if ('problem' in connected) return { kind: 'field', problem: connected.problem };
  return { kind: 'failed', failure: connected.failure };
};

interface Parts {
  actions: ConnectionActions;
  /** Whether the saved connection could not be read. */
  isUnreadable: boolean;
  /** The connection as it was saved. */
  saved(view: ConnectionView): void;
}

/** From Save and connect to what came of it, one at a time. */
export const useConnecting = ({ actions, isUnreadable, saved }: Parts) => {
  const [status, setStatus] = useState<Status>(
    isUnreadable ? said(text('connectionUnreadable'), false) : { kind: 'quiet' },
  );
  const busy = useRef(false);

  const connect = async (form: ConnectionForm, allowed: Promise<boolean>): Promise<Status> => {
    if (!(await allowed)) return said(text('accessRefused', form.address), false);
    const connected = await actions.connect(form);
    if (connected?.ok) saved(connected.view);
    return statusOf(connected);
  };

  /**
   * Call it inside the click: the permission is asked for before anything is awaited. Tells whether connecting began;
   * it does not while a field is wrong.
   */
  const start = (form: ConnectionForm): boolean => {
    if (busy.current) return false;
    const typed = readCompleteForm(form);
    if (!typed.ok) {
      setStatus({ kind: 'field', problem: typed.problem });
      return false;
    }
    busy.current = true;
    const allowed = actions.askToReach(typed.origin).catch(() => false);
    setStatus({ kind: 'connecting' });
    void connect(typed.form, allowed).then((ended) => {
      busy.current = false;
      setStatus(ended);
    });
    return true;
  };
  /** What was said is about the form as it was. */
  const forget = (): void => setStatus((now) => (now.kind === 'connecting' ? now : { kind: 'quiet' }));
  return { status, start, forget };
};
