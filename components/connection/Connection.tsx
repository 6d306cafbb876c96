import { useEffect, useRef, useState } from 'preact/hooks';
import { text } from '../../lib/browser/texts.ts';
import { readServiceAddress } from '../../lib/service/address.ts';
import type { ConnectionView } from '../../lib/service/connect.ts';
import type { ConnectionForm } from '../../lib/service/form.ts';
import { Problem } from '../Problem.tsx';
import { ConnectionFields } from './ConnectionFields.tsx';
import { type ConnectionActions, type Status, useConnecting } from './use-connecting.ts';

interface ConnectionProps {
  /** What is connected now; null before the first time. */
  view: ConnectionView | null;
  /** Whether that could not be read. */
  isUnreadable: boolean;
  actions: ConnectionActions;
}

const formOf = (view: ConnectionView | null): ConnectionForm => ({
  address: view?.address ?? '',
  secretId: view?.secretId ?? '',
  secretKey: view ? null : '',
  template: view?.template ?? '',
});

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

/** The form as it is typed; `complete` puts the address right before it is sent. */
const useForm = (first: ConnectionView | null) => {
  const [view, setView] = useState(first);
  const [form, setForm] = useState(() => formOf(first));
  const change = (patch: Partial<ConnectionForm>): void => setForm((now) => ({ ...now, ...patch }));
  const complete = (): void => {
    const read = readServiceAddress(form.address);
    if (read.ok) change({ address: read.address });
  };
  const saved = (next: ConnectionView): void => {
    setView(next);
    setForm(formOf(next));
  };
  return { isSet: view !== null, form, change, complete, saved };
};

/** Connecting to a service: its address, the credentials, and where short links live. */
export const Connection = ({ view, isUnreadable, actions }: ConnectionProps) => {
  const { isSet, form, change, complete, saved } = useForm(view);
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
    if (wrong) element.current?.querySelector<HTMLElement>(`#${wrong.field}`)?.focus();
  }, [wrong, form.secretKey === null]);
  return (
    <form
      ref={element}
      class="form card"
      noValidate
      autocomplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        complete();
        // The field that had the focus may give way to the saved key.
        if (start(form)) button.current?.focus();
      }}
    >
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
