import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { ConnectionForm } from '../../lib/connection/form.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { Alert, Problem } from '../ui/Problem.tsx';
import { CodeRow } from './CodeRow.tsx';
import type { ConnectionActions, useConnecting, useForm } from './connection-form.ts';
import { ConnectionFields } from './ConnectionFields.tsx';
import { Identity } from './Identity.tsx';

/** What the first run adds to the form while nothing is connected. */
export interface FirstRunParts {
  /** What follows the fields. */
  more: ComponentChildren;
  skip(): void;
}

/** Moves the focus to a field, and opens the details around it. */
const focusField = (field: HTMLElement | null | undefined): void => {
  for (let outer = field?.closest('details'); outer; outer = outer.parentElement?.closest('details'))
    outer.open = true;
  field?.focus();
};

/** The failures that SecretID and SecretKey cause. */
const rejections: readonly Failure['reason'][] = ['credentials-rejected', 'application-not-found'];

/** The form of a connection that is one of several. */
interface ListedForm {
  /** Whether it can become the default one. */
  offersDefault: boolean;
  /** Removes the connection; null if it is not connected yet. */
  remove: (() => void) | null;
}

interface FormProps {
  actions: ConnectionActions;
  firstRun: FirstRunParts | undefined;
  state: ReturnType<typeof useForm>;
  connecting: ReturnType<typeof useConnecting>;
  /** Whether a connection is saved. */
  isNew: boolean;
  /** Null if it is the only one. */
  listed: ListedForm | null;
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

interface ButtonsProps extends Pick<FormProps, 'firstRun' | 'cancel' | 'listed'> {
  /** The name of the button that connects. */
  label: TextKey;
  isBusy: boolean;
}

const Buttons = ({ firstRun, cancel, listed, label, isBusy }: ButtonsProps) => (
  <footer class="buttons">
    {firstRun && (
      <button type="button" class="plain" onClick={firstRun.skip}>
        {text('firstRunSkip')}
      </button>
    )}
    {listed?.remove && (
      <button type="button" class="quiet danger" onClick={listed.remove}>
        {text('connectionRemove')}
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

const DefaultSwitch = ({ element }: { element: RefObject<HTMLInputElement | null> }) => (
  <div class="as-default">
    <input
      ref={element}
      id="as-default"
      type="checkbox"
      role="switch"
      autocomplete="off"
      aria-describedby="as-default-note"
    />
    <label for="as-default">{text('connectionAsDefault')}</label>
    <span id="as-default-note" class="note">
      {text('connectionAsDefaultNote')}
    </span>
  </div>
);

interface AnswerProps extends Pick<FormProps['connecting'], 'status'> {
  children: ComponentChildren;
}

/** What the service, or the background, answered to the last attempt. */
const Answer = ({ status, children }: AnswerProps) => (
  <>
    {status.kind === 'problem' && <Alert>{status.message}</Alert>}
    {status.kind === 'failed' && <Problem failure={status.failure} place="settings" />}
    {children}
  </>
);

const buttonLabel = ({ firstRun, listed, isNew }: FormProps): TextKey => {
  if (firstRun) return 'connect';
  return listed && !isNew ? 'noteSave' : 'saveAndConnect';
};

export const Form = (props: FormProps) => {
  const { state, connecting, isNew, listed, actions, firstRun } = props;
  const { form, codeProblem, code, change, complete, showFields } = state;
  const { status, start, clearStatus, showCode } = connecting;
  const { wrong, element, focusButton } = useFormFocus(state, connecting);
  const asDefault = useRef<HTMLInputElement>(null);

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
    if (!start(form, asDefault.current?.checked ?? false)) return;
    props.onStart();
    focusButton();
  };
  const label = buttonLabel(props);
  // The answer stands below the main fields, above the advanced ones.
  const answer = (
    <Answer status={status}>{listed?.offersDefault && <DefaultSwitch element={asDefault} />}</Answer>
  );
  return (
    <form ref={element} id="connection-form" class="form" noValidate autocomplete="off" onSubmit={submit}>
      {listed && <Identity form={form} change={edit} />}
      {code === 'row' ? (
        <CodeRow form={form} actions={actions} button={label} edit={editCode} />
      ) : (
        <ConnectionFields
          form={form}
          isNew={isNew}
          isListed={!isNew && listed !== null}
          wrong={wrong ?? codeProblem}
          isRejected={status.kind === 'failed' && rejections.includes(status.failure.reason)}
          change={edit}
          takeCode={takeCode}
          more={firstRun?.more}
        >
          {answer}
        </ConnectionFields>
      )}
      {code === 'row' && answer}
      <Buttons {...props} label={label} isBusy={status.kind === 'connecting'} />
    </form>
  );
};
