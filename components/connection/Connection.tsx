import { useContext, useEffect, useRef } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import type { ConnectionView } from '../../lib/connection/connect.ts';
import type { ConnectionForm } from '../../lib/connection/form.ts';
import { ManagedConnection } from '../policy/ManagedConnection.tsx';
import { Policy } from '../policy/policy-view.ts';
import { Problem } from '../Problem.tsx';
import { ConnectionFields } from './ConnectionFields.tsx';
import { type ConnectionActions, type Status, useConnecting } from './use-connecting.ts';
import { type Prefill, useForm } from './use-form.ts';

interface ConnectionProps {
  /** What is connected now; null before the first time. */
  view: ConnectionView | null;
  /** Whether that could not be read. */
  isUnreadable: boolean;
  /** What the form holds to begin with where nothing is connected. */
  prefill?: Prefill | undefined;
  actions: ConnectionActions;
}

const Outcome = ({ status }: { status: Status }) => (
  <>
    <p role="status" class={status.kind === 'said' ? 'good' : 'note'}>
      {status.kind === 'connecting' && text('connecting')}
      {status.kind === 'said' && status.good && status.words}
    </p>
    {status.kind === 'said' && !status.good && (
      <p role="alert" class="problem">
        {status.words}
      </p>
    )}
    {status.kind === 'failed' && <Problem failure={status.failure} place="settings" />}
  </>
);

/** Brings a person to the field that is wrong, which may be folded away. */
const goTo = (field: HTMLElement | null | undefined): void => {
  const folded = field?.closest('details');
  if (folded) folded.open = true;
  field?.focus();
};

const Form = ({ view, isUnreadable, prefill, actions }: ConnectionProps) => {
  const { isSet, form, change, complete, saved } = useForm(view, prefill);
  const { status, start, forget } = useConnecting({ actions, isUnreadable, saved });
  const element = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const wrong = status.kind === 'field' ? status.problem : null;
  const edit = (patch: Partial<ConnectionForm>): void => {
    forget();
    change(patch);
  };
  useEffect(() => {
    // The field is there once the key has to be typed.
    if (wrong?.field === 'secretKey' && form.secretKey === null) change({ secretKey: '' });
  }, [wrong]);
  useEffect(() => {
    if (wrong) goTo(element.current?.querySelector<HTMLElement>(`#${wrong.field}`));
  }, [wrong, form.secretKey === null]);
  const submit = (event: Event): void => {
    event.preventDefault();
    complete();
    // The field that had the focus may give way to the saved key.
    if (start(form)) button.current?.focus();
  };
  return (
    <form ref={element} class="form card" noValidate autocomplete="off" onSubmit={submit}>
      <ConnectionFields form={form} isSet={isSet} wrong={wrong} change={edit} />
      <div class="buttons">
        <button ref={button} class="primary" type="submit" aria-disabled={status.kind === 'connecting'}>
          {text('saveAndConnect')}
        </button>
      </div>
      <Outcome status={status} />
    </form>
  );
};

/** Connecting to a service: its address, the credentials, and where short links live; or what the organisation set. */
export const Connection = (props: ConnectionProps) => {
  const { connection } = useContext(Policy);
  return (
    <section class="connection" aria-labelledby="connection-title">
      <h2 id="connection-title">{text('connectionTitle')}</h2>
      <p class="note">{text(connection.hasKey ? 'policyConnection' : 'connectionIntro')}</p>
      {connection.hasKey ? (
        <ManagedConnection connection={connection} actions={props.actions} />
      ) : (
        // A policy that changes begins it anew.
        <Form key={JSON.stringify(connection)} {...props} />
      )}
    </section>
  );
};
