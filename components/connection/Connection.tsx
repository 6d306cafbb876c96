import type { ComponentChildren } from 'preact';
import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ConnectionView } from '../../lib/connection/connect.ts';
import type { ConnectionForm } from '../../lib/connection/form.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { Policy } from '../policy/Policy.tsx';
import { Alert, Problem } from '../ui/Problem.tsx';
import {
  type ConnectionActions,
  type Prefill,
  useConnecting,
  useForm,
  useReachable,
} from './connection-form.ts';
import { CodeRow } from './CodeRow.tsx';
import { ConnectionFields } from './ConnectionFields.tsx';
import { PolicyAccount } from './PolicyAccount.tsx';
import { Service } from './Service.tsx';

/** What the first run adds to the form while nothing is connected. */
export interface FirstRunParts {
  /** What follows the fields. */
  more: ComponentChildren;
  skip(): void;
}

interface ConnectionProps {
  /** What is connected now; null before the first time. */
  view: ConnectionView | null;
  /** Whether that could not be read. */
  isUnreadable: boolean;
  /** What the last check of the connection found wrong with it; null if nothing. */
  problem?: string | null | undefined;
  /** The first values of the form if nothing is connected. */
  prefill?: Prefill | undefined;
  /** Whether the form is shown at once to enter another key. */
  isForKey?: boolean;
  actions: ConnectionActions;
  firstRun?: FirstRunParts | undefined;
}

interface ServiceRowProps extends Pick<ConnectionProps, 'problem'> {
  view: ConnectionView;
  isReachable: boolean;
  /** Whether the last attempt to change the connection failed. */
  hasFailed: boolean;
  /** Whether the person has opened the form. */
  isOpen: boolean;
  /** Whether the form was just closed, and the focus in it removed. */
  takesFocus: boolean;
  open(): void;
}

/** The connected service in one row, with a button that shows its form. */
const ServiceRow = ({ view, isReachable, hasFailed, problem, isOpen, ...row }: ServiceRowProps) => {
  const { takesFocus, open } = row;
  const state = problem || !isReachable ? 'bad' : 'good';
  const line = problem ?? text(hasFailed ? 'connectedStill' : 'connectedAs', view.secretId);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  return (
    <div class="setting">
      <Service state={isReachable && isOpen ? 'edited' : state} address={view.address}>
        <p class="note">{isReachable ? line : text('connectedUnreachable')}</p>
      </Service>
      {!isOpen && (
        <button ref={button} type="button" class="small" onClick={open}>
          {text('connectionChange')}
        </button>
      )}
    </div>
  );
};

/** Moves the focus to a field, and opens the details around it. */
const focusField = (field: HTMLElement | null | undefined): void => {
  for (let outer = field?.closest('details'); outer; outer = outer.parentElement?.closest('details'))
    outer.open = true;
  field?.focus();
};

/** The failures that SecretID and SecretKey cause. */
const rejections: readonly Failure['reason'][] = ['credentials-rejected', 'application-not-found'];

interface FormProps extends Pick<ConnectionProps, 'actions' | 'firstRun'> {
  state: ReturnType<typeof useForm>;
  connecting: ReturnType<typeof useConnecting>;
  /** Called when connecting begins. */
  onStart(): void;
  /** Null if the person has not opened the form. */
  cancel: (() => void) | null;
}

/** The form's element, in which the focus follows what happens: to a wrong field, and to the button after a connection code. */
const useFormFocus = ({ code, showFields }: FormProps['state'], { status }: FormProps['connecting']) => {
  const wrong = status.kind === 'field' ? status.problem : null;
  const element = useRef<HTMLFormElement>(null);
  const find = (selector: string) => element.current?.querySelector<HTMLElement>(selector);
  const focusButton = (): void => find('[type=submit]')?.focus();

  useEffect(() => {
    if (wrong) showFields();
  }, [wrong]);
  useEffect(() => {
    if (wrong) focusField(find(`#${wrong.field}`));
  }, [wrong, code]);
  // The button that was pressed may be far below.
  useEffect(() => {
    if (document.activeElement?.matches('[type=submit]'))
      find('.problem')?.scrollIntoView({ block: 'nearest' });
  }, [status]);
  useLayoutEffect(() => {
    if (code === 'row') focusButton();
    if (code === 'edited') find('#address')?.focus();
  }, [code]);
  return { wrong, element, focusButton };
};

interface ButtonsProps extends Pick<FormProps, 'firstRun' | 'cancel'> {
  /** The name of the button that connects. */
  label: TextKey;
  isBusy: boolean;
}

const Buttons = ({ firstRun, cancel, label, isBusy }: ButtonsProps) => (
  <footer class="buttons">
    {firstRun && (
      <button type="button" class="plain" onClick={firstRun.skip}>
        {text('firstRunSkip')}
      </button>
    )}
    {cancel && (
      <button type="button" onClick={cancel}>
        {text('historyCancel')}
      </button>
    )}
    <button class="primary next" type="submit" aria-disabled={isBusy}>
      {text(isBusy ? 'connecting' : label)}
    </button>
  </footer>
);

const Form = ({ state, connecting, onStart, cancel, actions, firstRun }: FormProps) => {
  const { view, form, codeProblem, code, change, complete, showFields } = state;
  const { status, start, clearStatus, showCode } = connecting;
  const { wrong, element, focusButton } = useFormFocus(state, connecting);

  const edit = (patch: Partial<ConnectionForm>): void => {
    clearStatus();
    change(patch);
  };
  const takeCode = (typed: string): boolean => {
    const isTaken = state.takeCode(typed);
    if (isTaken) showCode(null);
    return isTaken;
  };
  const editCode = (): void => {
    clearStatus();
    showFields();
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
    focusButton();
  };
  const label = firstRun ? 'connect' : 'saveAndConnect';
  // Beside the fields that it is about, above those that most people never change.
  const problem = (
    <>
      {status.kind === 'problem' && <Alert>{status.message}</Alert>}
      {status.kind === 'failed' && <Problem failure={status.failure} place="settings" />}
    </>
  );
  return (
    <form ref={element} id="connection-form" class="form" noValidate autocomplete="off" onSubmit={submit}>
      {code === 'row' ? (
        <CodeRow form={form} actions={actions} button={label} edit={editCode} />
      ) : (
        <ConnectionFields
          form={form}
          isSet={view !== null}
          wrong={wrong ?? codeProblem}
          isRejected={status.kind === 'failed' && rejections.includes(status.failure.reason)}
          change={edit}
          takeCode={takeCode}
          more={firstRun?.more}
        >
          {problem}
        </ConnectionFields>
      )}
      {code === 'row' && problem}
      <Buttons firstRun={firstRun} cancel={cancel} label={label} isBusy={status.kind === 'connecting'} />
    </form>
  );
};

/** Whether the form is shown by a person's choice, and where the focus goes with it. */
const useOpening = (isNew: boolean, isForKey: boolean) => {
  const [isOpen, setOpen] = useState(isNew || isForKey);
  const isPressed = useRef(false);
  useEffect(() => {
    if (isForKey) document.getElementById('secretKey')?.focus();
  }, []);
  useLayoutEffect(() => {
    if (isOpen && isPressed.current) document.querySelector<HTMLElement>('#connection-form input')?.focus();
  }, [isOpen]);
  const open = (): void => {
    isPressed.current = true;
    setOpen(true);
  };
  return { isOpen, setOpen, open, wasPressed: isPressed.current };
};

/** The connected service as a row that opens its form, or the form alone. */
const Account = ({ view: current, prefill, isUnreadable, isForKey = false, ...props }: ConnectionProps) => {
  const { actions, firstRun } = props;
  const state = useForm(current, prefill);
  const { view } = state;
  const { isOpen, setOpen, open, wasPressed } = useOpening(current === null, isForKey);
  const isReachable = useReachable(view?.address ?? null, actions) ?? true;
  const connecting = useConnecting({
    actions,
    isUnreadable,
    onSaved(next) {
      state.saved(next);
      setOpen(false);
    },
  });
  const { kind } = connecting.status;
  // In the first run, the focus moves on to the next step.
  const wasFirstRun = useRef(false);
  const onStart = (): void => {
    wasFirstRun.current = firstRun !== undefined;
    // The access that is granted now must not fold the form before the service has answered.
    setOpen(true);
  };
  const cancel = (): void => {
    if (kind !== 'connecting') {
      state.saved(view);
      connecting.clearStatus();
    }
    setOpen(false);
  };
  // Saving the form asks for the access that is missing.
  const isShown = view === null || isOpen || !isReachable;
  return (
    <div class={view || !firstRun ? 'card rows connection' : 'connection'}>
      {view && (
        <ServiceRow
          view={view}
          isReachable={isReachable}
          hasFailed={kind === 'failed'}
          problem={props.problem}
          isOpen={isOpen}
          takesFocus={!isOpen && (wasPressed || kind === 'connected') && !wasFirstRun.current}
          open={open}
        />
      )}
      {isShown && (
        <Form
          state={state}
          connecting={connecting}
          onStart={onStart}
          cancel={view && isOpen ? cancel : null}
          {...props}
        />
      )}
      <p role="status" class="unseen">
        {kind === 'connecting' && text('connecting')}
        {kind === 'filled' && text('connectionCodeRead')}
        {kind === 'connected' && text('connected')}
      </p>
    </div>
  );
};

/** Connecting to a service: its address, the credentials and the short link address, or the organisation's account. */
export const Connection = (props: ConnectionProps) => {
  const { connection } = useContext(Policy);
  if (connection.hasKey) return <PolicyAccount connection={connection} {...props} />;
  // A changed policy resets the form.
  return <Account key={JSON.stringify(connection)} {...props} />;
};
