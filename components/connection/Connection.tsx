import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import type { ConnectionView } from '../../lib/connection/connect.ts';
import type { CodeField, ConnectionForm } from '../../lib/connection/form.ts';
import { text } from '../../lib/i18n/texts.ts';
import { Policy } from '../policy/Policy.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Problem } from '../ui/Problem.tsx';
import {
  type ConnectionActions,
  type Prefill,
  type Status,
  useConnecting,
  useForm,
  useReachable,
} from './connection-form.ts';
import { ConnectionFields } from './ConnectionFields.tsx';
import { PolicyAccount } from './PolicyAccount.tsx';

interface ConnectionProps {
  /** What is connected now; null before the first time. */
  view: ConnectionView | null;
  /** Whether that could not be read. */
  isUnreadable: boolean;
  /** The first values of the form if nothing is connected. */
  prefill?: Prefill | undefined;
  /** Whether the form is shown at once to enter another key. */
  isForKey?: boolean;
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

interface ServiceRowProps {
  view: ConnectionView;
  isReachable: boolean;
  /** Whether the form is shown. */
  isOpen: boolean;
  toggle(): void;
}

/** The connected service in one row, with a button that shows its form. */
const ServiceRow = ({ view, isReachable, isOpen, toggle }: ServiceRowProps) => (
  <div class="setting">
    <span class={isReachable ? 'good' : 'warn'}>
      <Icon name={isReachable ? 'check' : 'alert'} />
    </span>
    <div class="grow">
      <p class="cut">
        <bdi dir="ltr">{view.address.replace(/^https:\/\//, '')}</bdi>
      </p>
      <p class="note">{isReachable ? text('connectedAs', view.secretId) : text('connectedUnreachable')}</p>
    </div>
    <button
      type="button"
      class="small"
      aria-expanded={isOpen}
      aria-controls={isOpen ? 'connection-form' : undefined}
      onClick={toggle}
    >
      {text('connectionChange')}
    </button>
  </div>
);

/** Moves the focus to the wrong field, and opens the details around it. */
const focusField = (field: HTMLElement | null | undefined): void => {
  const details = field?.closest('details');
  if (details) details.open = true;
  field?.focus();
};

interface FormProps extends Pick<ConnectionProps, 'isUnreadable' | 'actions'> {
  state: ReturnType<typeof useForm>;
  /** Called when connecting begins. */
  onStart(): void;
}

const Form = ({ state, onStart, isUnreadable, actions }: FormProps) => {
  const { view, form, codeProblem, change, complete, saved } = state;
  const { status, start, clearStatus, showCode } = useConnecting({ actions, isUnreadable, onSaved: saved });
  const element = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const wrong = status.kind === 'field' ? status.problem : null;
  const isConnected = status.kind === 'message' && status.isGood;

  useEffect(() => {
    // The field appears once the key has to be typed.
    if (wrong?.field === 'secretKey' && form.secretKey === null) change({ secretKey: '' });
  }, [wrong]);
  useEffect(() => {
    if (wrong) focusField(element.current?.querySelector<HTMLElement>(`#${wrong.field}`));
  }, [wrong, form.secretKey === null]);

  const edit = (patch: Partial<ConnectionForm>): void => {
    clearStatus();
    change(patch);
  };
  const takeCode = (field: CodeField, typed: string): boolean => {
    const isTaken = state.takeCode(field, typed);
    if (isTaken) showCode(null);
    return isTaken;
  };
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
      <div class="buttons">
        <button
          ref={button}
          class={isConnected ? undefined : 'primary'}
          type="submit"
          aria-disabled={status.kind === 'connecting'}
        >
          {text('saveAndConnect')}
        </button>
      </div>
      <Outcome status={status} />
    </form>
  );
};

/** The connected service as a row that opens its form, or the form alone. */
const Account = ({ view: current, prefill, isForKey = false, ...props }: ConnectionProps) => {
  const state = useForm(current, prefill);
  const { view } = state;
  const [isOpen, setOpen] = useState(current === null || isForKey);
  const isKeyTyped = state.form.secretKey !== null;
  useEffect(() => {
    if (isForKey) state.change({ secretKey: '' });
  }, []);
  useEffect(() => {
    if (isForKey && isKeyTyped) document.getElementById('secretKey')?.focus();
  }, [isKeyTyped]);
  const isReachable = useReachable(view?.address ?? null, props.actions) ?? true;
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
