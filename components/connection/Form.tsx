import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { ConnectionForm } from '../../lib/connection/form.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { type Hue, hues, longestName } from '../../lib/settings/connection-info.ts';
import { goToStep, hasFirstForm, listed, type ListedConnection } from '../options/options-state.ts';
import { Icon } from '../ui/Icon.tsx';
import { Alert, Problem } from '../ui/Problem.tsx';
import type { useConnecting, useForm } from './connection-form.ts';
import { ConnectionFields } from './ConnectionFields.tsx';
import { useReachable } from './use-access.ts';

/** Moves the focus to a field, and opens the details around it. */
const focusField = (field: HTMLElement | null | undefined): void => {
  for (let outer = field?.closest('details'); outer; outer = outer.parentElement?.closest('details'))
    outer.open = true;
  field?.focus();
};

/** The failures that SecretID and SecretKey cause. */
const rejections: readonly Failure['reason'][] = ['credentials-rejected', 'application-not-found'];

interface FormProps {
  /** Null if it is not connected yet. */
  view: ListedConnection | null;
  /** Whether it is one of several connections, with a name and a colour. */
  isListed: boolean;
  state: ReturnType<typeof useForm>;
  connecting: ReturnType<typeof useConnecting>;
  /** Null if the person has not opened the form. */
  cancel: (() => void) | null;
  /** Null if the connection cannot be removed. */
  remove: (() => void) | null;
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

/** What a connection code has filled in, in one row in place of the fields. */
const CodeRow = ({
  form: { address, secretId },
  button,
  edit,
}: {
  form: ConnectionForm;
  /** The name of the button that connects. */
  button: TextKey;
  edit(): void;
}) => {
  const url = URL.parse(address);
  const isReachable = useReachable(url && address);
  return (
    <div class="code">
      <div class="card setting">
        <span class="soft">
          <Icon name="link" />
        </span>
        <p class="grow">
          <bdi dir="ltr">{url?.host ?? address}</bdi>{' '}
          <span class="soft cut">{text('connectionCodeAs', secretId)}</span>
        </p>
        <button type="button" class="small quiet" onClick={edit}>
          {text('connectionCodeEdit')}
        </button>
      </div>
      <p class="note">
        {isReachable === true && text('connectionCodeReady', text(button))}
        {isReachable === false && text('connectionCodePrompt')}
      </p>
    </div>
  );
};

const hueNames: Record<Hue, TextKey> = {
  1: 'hueIndigo',
  2: 'hueTeal',
  3: 'hueApricot',
  4: 'hueRose',
  5: 'hueMoss',
  6: 'hueSky',
};

interface IdentityProps {
  form: ConnectionForm;
  change(patch: Partial<ConnectionForm>): void;
}

/** The name and the colour of one of several connections. */
const Identity = ({ form, change }: IdentityProps) => (
  <div class="columns">
    <div class="field">
      <label for="connection-name">{text('connectionName')}</label>
      <input
        id="connection-name"
        type="text"
        dir="auto"
        autocomplete="off"
        maxLength={longestName}
        value={form.name ?? ''}
        placeholder={URL.parse(form.address)?.host}
        onInput={({ currentTarget }) => change({ name: currentTarget.value })}
      />
    </div>
    <div class="field">
      <span id="hue-label" class="label">
        {text('connectionHue')}
      </span>
      <div class="swatches" role="radiogroup" aria-labelledby="hue-label">
        {hues.map((hue) => (
          <input
            key={hue}
            type="radio"
            name="hue"
            data-hue={hue}
            aria-label={text(hueNames[hue])}
            title={text(hueNames[hue])}
            checked={form.hue === hue}
            onChange={() => change({ hue })}
          />
        ))}
      </div>
    </div>
  </div>
);

const DefaultSwitch = ({ form, change }: IdentityProps) => (
  <div class="as-default">
    <input
      id="as-default"
      type="checkbox"
      role="switch"
      autocomplete="off"
      aria-describedby="as-default-note"
      checked={form.makesDefault ?? false}
      onChange={({ currentTarget }) => change({ makesDefault: currentTarget.checked })}
    />
    <label for="as-default">{text('connectionAsDefault')}</label>
    <span id="as-default-note" class="note">
      {text('connectionAsDefaultNote')}
    </span>
  </div>
);

/** The name of the button that connects. */
const buttonLabel = ({ view, isListed }: FormProps): TextKey => {
  if (hasFirstForm.value) return 'connect';
  return isListed && view ? 'noteSave' : 'saveAndConnect';
};

/** The form of a connection. */
export const Form = (props: FormProps) => {
  const { view, isListed, state, connecting, cancel, remove } = props;
  const { form, codeProblem, code, change, complete, showFields } = state;
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
    if (start(form)) focusButton();
  };

  const label = buttonLabel(props);
  const offersDefault = isListed && view !== null && view.id !== listed.value?.[0]?.id;
  /** What the service, or the background, answered to the last attempt: below the main fields, above the advanced ones. */
  const answer = (
    <>
      {status.kind === 'problem' && <Alert>{status.message}</Alert>}
      {status.kind === 'failed' && <Problem failure={status.failure} place="settings" />}
      {offersDefault && <DefaultSwitch form={form} change={edit} />}
    </>
  );
  return (
    <form ref={element} id="connection-form" class="form" noValidate autocomplete="off" onSubmit={submit}>
      {isListed && <Identity form={form} change={edit} />}
      {code === 'row' ? (
        <CodeRow form={form} button={label} edit={editCode} />
      ) : (
        <ConnectionFields
          form={form}
          isNew={view === null}
          isListed={isListed && view !== null}
          wrong={wrong ?? codeProblem}
          isRejected={status.kind === 'failed' && rejections.includes(status.failure.reason)}
          change={edit}
          takeCode={takeCode}
        >
          {answer}
        </ConnectionFields>
      )}
      {code === 'row' && answer}
      <footer class="buttons">
        {hasFirstForm.value && (
          <button type="button" class="plain" onClick={() => goToStep('first-run-2')}>
            {text('firstRunSkip')}
          </button>
        )}
        {remove && (
          <button type="button" class="quiet danger" onClick={remove}>
            {text('connectionRemove')}
          </button>
        )}
        {cancel && (
          <button type="button" onClick={cancel}>
            {text('historyCancel')}
          </button>
        )}
        <button class="primary next" type="submit" aria-disabled={status.kind === 'connecting'}>
          {text(status.kind === 'connecting' ? 'connecting' : label)}
        </button>
      </footer>
    </form>
  );
};
