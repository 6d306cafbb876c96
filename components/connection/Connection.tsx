import type { RefObject } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import type { ConnectionView } from '../../lib/connection/connect.ts';
import type { CodeField, ConnectionForm, FieldProblem } from '../../lib/connection/form.ts';
import { PolicyAccount } from '../policy/PolicyAccount.tsx';
import { Policy } from '../policy/policy-context.ts';
import { Problem } from '../ui/Problem.tsx';
import { ConnectionFields } from './ConnectionFields.tsx';
import { ServiceRow, useReachable } from './ServiceRow.tsx';
import { type ConnectionActions, type Status, useConnecting } from './use-connecting.ts';
import { type Prefill, useForm } from './use-form.ts';

interface ConnectionProps {
  /** What is connected now; null before the first time. */
  view: ConnectionView | null;
  /** Whether that could not be read. */
  isUnreadable: boolean;
  /** The first values of the form if nothing is connected. */
  prefill?: Prefill | undefined;
  actions: ConnectionActions;
}

const Outcome = ({ status }: { status: Status }) => (
  <>
    <p role="status" class={status.kind === 'message' ? 'good' : 'note'}>
      {status.kind === 'connecting' && text('connecting')}
      {status.kind === 'filled' && text('connectionCodeRead')}
      {status.kind === 'message' && status.isGood && status.message}
    </p>
    {status.kind === 'message' && !status.isGood && (
      <p role="alert" class="problem">
        {status.message}
      </p>
    )}
    {status.kind === 'failed' && <Problem failure={status.failure} place="settings" />}
  </>
);

/** Moves the focus to the wrong field, and opens the details around it. */
const focusField = (field: HTMLElement | null | undefined): void => {
  const details = field?.closest('details');
  if (details) details.open = true;
  field?.focus();
};

type FormState = ReturnType<typeof useForm>;

interface WrongField {
  wrong: FieldProblem | null;
  state: FormState;
  element: RefObject<HTMLFormElement | null>;
}

/** Shows a field with a problem and moves the focus to it. */
const useWrongField = ({ wrong, state: { form, change }, element }: WrongField): void => {
  useEffect(() => {
    // The field appears once the key has to be typed.
    if (wrong?.field === 'secretKey' && form.secretKey === null) change({ secretKey: '' });
  }, [wrong]);
  useEffect(() => {
    if (wrong) focusField(element.current?.querySelector<HTMLElement>(`#${wrong.field}`));
  }, [wrong, form.secretKey === null]);
};

interface FormProps extends Pick<ConnectionProps, 'isUnreadable' | 'actions'> {
  state: FormState;
  /** Called when connecting begins. */
  onStart(): void;
}

const isConnected = (status: Status): boolean => status.kind === 'message' && status.isGood;

interface SavingProps {
  element: RefObject<HTMLButtonElement | null>;
  status: Status;
}

/** The button that saves the form, and the outcome. */
const Saving = ({ element, status }: SavingProps) => (
  <>
    <div class="buttons">
      <button
        ref={element}
        class={isConnected(status) ? undefined : 'primary'}
        type="submit"
        aria-disabled={status.kind === 'connecting'}
      >
        {text('saveAndConnect')}
      </button>
    </div>
    <Outcome status={status} />
  </>
);

const Form = ({ state, onStart, isUnreadable, actions }: FormProps) => {
  const { view, form, codeProblem, change, complete, saved } = state;
  const { status, start, clearStatus, showCode } = useConnecting({ actions, isUnreadable, onSaved: saved });
  const element = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const wrong = status.kind === 'field' ? status.problem : null;
  const edit = (patch: Partial<ConnectionForm>): void => {
    clearStatus();
    change(patch);
  };
  const takeCode = (field: CodeField, typed: string): boolean => {
    const isTaken = state.takeCode(field, typed);
    if (isTaken) showCode(null);
    return isTaken;
  };
  useWrongField({ wrong, state, element });
  const submit = (event: Event): void => {
    event.preventDefault();
    if (codeProblem) {
      showCode(codeProblem);
      return;
    }
    complete();
    // The field with the focus may be replaced by the saved key.
    if (!start(form)) return;
    onStart();
    button.current?.focus();
  };
  return (
    <form ref={element} id="connection-form" class="form" noValidate autocomplete="off" onSubmit={submit}>
      <ConnectionFields
        form={form}
        isSet={view !== null}
        wrong={wrong ?? codeProblem}
        change={edit}
        takeCode={takeCode}
      />
      <Saving element={button} status={status} />
    </form>
  );
};

/** The connected service as a row that opens its form, or the form alone. */
const Account = ({ view: current, prefill, ...props }: ConnectionProps) => {
  const state = useForm(current, prefill);
  const { view } = state;
  const [isOpen, setOpen] = useState(current === null);
  const isReachable = useReachable(view, props.actions);
  // Saving the form asks for the access that is missing.
  const isShown = view === null || isOpen || !isReachable;
  return (
    <div class="card rows connection">
      {view && (
        <ServiceRow
          view={view}
          isReachable={isReachable}
          isOpen={isShown}
          toggle={() => setOpen((now) => !now)}
        />
      )}
      {/* The access that is granted now must not fold the form before the service has answered. */}
      {isShown && <Form state={state} onStart={() => setOpen(true)} {...props} />}
    </div>
  );
};

/** Connecting to a service: its address, the credentials and the short link address, or the organisation's account. */
export const Connection = (props: ConnectionProps) => {
  const { connection } = useContext(Policy);
  if (connection.hasKey) return <PolicyAccount connection={connection} actions={props.actions} />;
  // A changed policy resets the form.
  return <Account key={JSON.stringify(connection)} {...props} />;
};
