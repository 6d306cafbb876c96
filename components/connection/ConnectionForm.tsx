import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { credentialSettings, defaultAdvanced, mapOperations } from '../../lib/api/contract.ts';
import { background } from '../../lib/background.ts';
import { requestAccess } from '../../lib/browser/permissions.ts';
import { readServiceAddress, withApiPath } from '../../lib/connection/address.ts';
import type { ConnectionView } from '../../lib/connection/connect.ts';
import type { ConnectionParts } from '../../lib/connection-code/contract.ts';
import {
  advancedUnderPolicy,
  codeFields,
  type ConnectionForm as Typed,
  type FieldProblem,
  readFormWithAdvanced,
  readPastedCode,
} from '../../lib/connection/form.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import { rejections } from '../../lib/i18n/failure-sentence.ts';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { hues } from '../../lib/settings/connection-info.ts';
import { presets } from '../../lib/validity/validity.ts';
import {
  listed,
  type ListedConnection,
  policy,
  readConnections,
  reloadOtherPages,
  step,
} from '../options/options-state.ts';
import { LockedField } from '../policy/Policy.tsx';
import { announce } from '../ui/announce.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Alert, Problem } from '../ui/Problem.tsx';
import { useAction } from '../ui/use-action.ts';
import {
  AdvancedFields,
  type FieldValues,
  type FirstValues,
  Identity,
  type Prefill,
  type RenderField,
  Usage,
} from './OptionalFields.tsx';
import { fieldProblemText } from './texts.ts';
import { useReachable } from './use-access.ts';

/** Why the last attempt to connect has failed: a field, an answer, or neither. */
type Refusal = { field: FieldProblem } | { failure: Failure } | { message: string };

/** An address as it is sent, if it can be used. */
const normalized = (address: string): string => {
  const service = readServiceAddress(address);
  return service.ok ? service.address : address;
};

interface FieldProps extends FieldValues {
  id: string;
  name: string;
  label: TextKey;
  problem: string | undefined;
}

/** A labeled text field with its hint, or with its problem in place of the hint. */
const Field = ({ id, label, initial, hint, problem, locked = null, ...field }: FieldProps) => {
  if (locked !== null) return <LockedField id={id} label={label} value={locked} isLeftToRight />;
  return (
    <div class="field">
      <label for={id}>{text(label)}</label>
      <input
        id={id}
        name={field.name}
        {...(field.isSecret ? { type: 'password' } : { type: 'text' })}
        dir="ltr"
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        defaultValue={initial}
        placeholder={field.placeholder}
        aria-invalid={field.isRejected || problem !== undefined}
        aria-describedby={`${id}-note`}
      />
      {problem === undefined ? (
        <p id={`${id}-note`} class="note">
          {hint}
        </p>
      ) : (
        <p id={`${id}-note`} class="note warn" role="alert">
          <Icon name="alert" small />
          {problem}
        </p>
      )}
    </div>
  );
};

/** What a connection code holds, in one line in place of the fields. */
const CodeRow = ({ code, edit }: { code: ConnectionParts; edit(): void }) => {
  const isReachable = useReachable(URL.parse(code.address) && code.address);
  return (
    <div class="field">
      <span class="label">{text('connectionCode')}</span>
      <div class="card code line">
        <span class="good line">
          <Icon name="check" />
        </span>
        <p class="grow wrap">
          <bdi class="say" dir="ltr">
            {URL.parse(code.address)?.host ?? code.address}
          </bdi>{' '}
          <span class="soft cut">{text('connectionCodeAs', code.secretId)}</span>
        </p>
        <button type="button" class="small quiet" onClick={edit}>
          {text('connectionCodeEdit')}
        </button>
      </div>
      <p class="note">{isReachable === false && text('connectionCodePrompt')}</p>
    </div>
  );
};

/** Moves the focus to a field, and opens the details around it. */
const focusField = (field: HTMLElement | null | undefined): void => {
  for (let outer = field?.closest('details'); outer; outer = outer.parentElement?.closest('details'))
    outer.open = true;
  field?.focus();
};

interface FormProps {
  /** Null if it is not connected yet. */
  view: ListedConnection | null;
  prefill?: Prefill | undefined;
  /** Whether it is one of several connections, with a name and a color. */
  isListed?: boolean;
  /** Called with the connection when it has been saved. */
  saved?(connection: ConnectionView): void;
  /** Called with whether the service, or the background, has refused the last attempt. */
  onFailure?(hasFailed: boolean): void;
  /** Buttons before the one that connects. */
  buttons?: ComponentChildren;
  /** What stands below the only field of a new connection until an address is typed. */
  children?: ComponentChildren;
}

/**
 * The form of a connection. A new one asks for a connection code or an address first. The browser itself stores what is typed: it
 * is read when the form is sent.
 */
export const ConnectionForm = ({
  view,
  prefill = import.meta.env.WXT_CONNECTION,
  isListed = false,
  saved,
  onFailure,
  buttons,
  children,
}: FormProps) => {
  const { connection: locked } = policy.value;
  const id = useId();
  const element = useRef<HTMLFormElement>(null);
  const find = (selector: string) => element.current?.querySelector<HTMLElement>(selector);
  /** A connection code that was put into a field. Its key gets into no field. */
  const [code, setCode] = useState<ConnectionParts | null>(null);
  const [isFolded, setFolded] = useState(false);
  const [codeProblem, setCodeProblem] = useState<FieldProblem | null>(null);
  const [typedAddress, setTypedAddress] = useState<string | null>(null);

  const stored: FirstValues = view ?? prefill ?? {};
  const isSameService = code === null || code.address === stored.address;
  // What was set for another service does not belong to this one.
  const former = isSameService ? stored : { ...stored, template: '', advanced: undefined };
  const first = { ...former, ...(code && { address: code.address, secretId: code.secretId }) };
  const { paths, credentials } = first.advanced ?? defaultAdvanced;

  const { run, isRunning, failure, setFailure } = useAction(
    async (typed: Typed, origin: string): Promise<Refusal | null> => {
      // The first call of the click: browsers grant an access only there.
      if (!(await requestAccess(origin))) return { message: text('accessRefused', typed.address) };

      const connected = await background.connect(typed);
      if (!connected) return { message: text('noAnswerFromBackground') };
      if ('problem' in connected) return { field: connected.problem };
      if (!connected.ok) return { failure: connected.failure };

      reloadOtherPages();
      await readConnections();
      announce(text('connected'));
      saved?.(connected.view);
      return null;
    },
  );
  const refused = failure && 'field' in failure ? failure.field : null;
  const wrong = refused ?? codeProblem;
  const isRejected = failure !== null && 'failure' in failure && rejections.includes(failure.failure.reason);

  useLayoutEffect(() => {
    onFailure?.(failure !== null && 'failure' in failure);
    if (refused && isFolded) setFolded(false);
    else if (refused) focusField(find(`[name=${refused.field}]`));
    // The button that was pressed may be far below.
    else find('.problem:not(:empty)')?.scrollIntoView({ block: 'nearest' });
  }, [failure, isFolded]);
  useLayoutEffect(() => {
    if (code) find(isFolded ? '[type=submit]' : '[name=address]')?.focus();
  }, [code, isFolded]);

  const read = (): Typed => {
    const data = new FormData(element.current ?? undefined);
    const value = (name: string): string | undefined => {
      const typed = data.get(name);
      return typeof typed === 'string' ? typed : undefined;
    };
    const chosen = <Value extends string | number>(name: string, options: readonly Value[]) =>
      options.find((each) => String(each) === value(name));

    const typed = withApiPath(value('address') ?? first.address ?? '', value('apiPath'));
    const address = locked.address ?? typed;
    const secretId = locked.secretId ?? value('secretId') ?? first.secretId ?? '';
    // A key is sent to no other address, and for no other account, than those that it came with.
    const isCodes = code?.secretId === secretId && normalized(code.address) === normalized(address);
    const storedKey = isCodes ? code.secretKey : null;
    const noKey = view ? null : '';
    return {
      id: view?.id,
      name: value('name') ?? first.name,
      hue: chosen('hue', hues) ?? first.hue,
      validity: data.has('validity') ? chosen('validity', ['last', ...presets]) : first.validity,
      makesDefault: data.has('makesDefault') || undefined,
      address,
      secretId,
      secretKey: value('secretKey') || (storedKey ?? noKey),
      template: locked.template ?? value('template') ?? first.template ?? '',
      advanced: advancedUnderPolicy(locked, {
        paths: mapOperations((name) => value(`${name}Path`) ?? paths[name]),
        credentials: chosen('credentials', credentialSettings) ?? credentials,
      }),
    };
  };

  const submit = (event: Event): void => {
    event.preventDefault();
    if (isRunning) return;
    const typed = readFormWithAdvanced(read());
    if (codeProblem) setFailure({ field: codeProblem });
    else if (!typed.ok) setFailure({ field: typed.problem });
    else {
      const field = find('[name=address]');
      if (field instanceof HTMLInputElement) field.value = typed.form.address;
      announce(text('connecting'));
      void run(typed.form, typed.origin);
    }
  };

  /** A connection code takes the place of the fields. */
  const takeCode = (parts: ConnectionParts): void => {
    setCode(parts);
    setFolded(true);
    setTypedAddress(null);
    setCodeProblem(null);
    setFailure(null);
    announce(text('connectionCodeRead'));
  };

  const input = ({ target }: Event): void => {
    if (!(target instanceof HTMLInputElement)) return;
    const pasted = readPastedCode(target.value, { isAddress: target.name === 'address', locked });
    if (pasted?.kind === 'parts') {
      target.value = target.defaultValue;
      takeCode(pasted.parts);
      return;
    }
    if (target.name === 'address') setTypedAddress(target.value);
    setFailure(null);
    const field = codeFields.find((each) => each === target.name);
    if (field && pasted) setCodeProblem({ field, problem: pasted.problem });
    else if (codeProblem?.field === field) setCodeProblem(null);
  };

  const paste = (event: ClipboardEvent): void => {
    const pasted = event.clipboardData?.getData('text/plain') ?? '';
    const code = readPastedCode(pasted, { isAddress: false, locked });
    if (code?.kind !== 'parts') return;
    // So that the text is not in the field's undo history either.
    event.preventDefault();
    takeCode(code.parts);
  };

  const address = locked.address ?? typedAddress ?? first.address ?? '';
  const service = readServiceAddress(address);
  const asksForAccount =
    view !== null ||
    locked.address !== null ||
    code !== null ||
    (address !== '' && codeProblem?.field !== 'address');
  const isFields = code === null || !isFolded;
  const hasAdvanced = isFields && asksForAccount && step.value === null;
  const label = view ? 'saveAndConnect' : 'connect';

  const field: RenderField = (name, label, more) => (
    <Field
      key={name}
      id={`${id}-${name}`}
      name={name}
      label={label}
      problem={wrong?.field === name ? fieldProblemText(wrong) : undefined}
      {...more}
    />
  );

  const host = service.ok ? new URL(service.address).host : '';
  const identity = <Identity id={id} first={first} host={host} />;
  const account = asksForAccount && (
    <>
      {field('secretId', 'secretIdLabel', {
        initial: first.secretId,
        isRejected,
        locked: locked.secretId,
      })}
      {field('secretKey', 'secretKeyLabel', {
        initial: undefined,
        placeholder: view || code ? text('secretKeySet') : '',
        hint: view || code ? undefined : text('secretIdHint'),
        isSecret: true,
        isRejected,
      })}
    </>
  );

  return (
    <form
      ref={element}
      class="form connect"
      // Outside of a dialog, the browser itself sends such a form nowhere: no key gets into an address.
      method="dialog"
      noValidate
      autocomplete="off"
      onSubmit={submit}
      onInput={input}
      onPaste={paste}
    >
      {isListed && view && identity}
      {code && isFolded ? (
        <CodeRow code={code} edit={() => setFolded(false)} />
      ) : (
        <>
          {field('address', view || locked.address ? 'serviceAddressLabel' : 'connectionCodeOrAddress', {
            initial: first.address,
            hint: view ? undefined : text(asksForAccount ? 'serviceAddressHint' : 'connectionCodeHint'),
            locked: locked.address,
          })}
          {account}
        </>
      )}
      {isListed && !view && identity}
      {failure && 'message' in failure && <Alert>{failure.message}</Alert>}
      {failure && 'failure' in failure && (
        <Problem failure={failure.failure} place={hasAdvanced ? 'connection' : 'settings'} />
      )}
      {isListed && view && <Usage id={id} first={first} isDefault={view.id === listed.value?.[0]?.id} />}
      {hasAdvanced && <AdvancedFields id={id} first={first} service={service} field={field} />}
      {!asksForAccount && children}
      <footer class="buttons">
        {buttons}
        <button class="primary next" type="submit" aria-disabled={isRunning}>
          {text(isRunning ? 'connecting' : label)}
        </button>
      </footer>
    </form>
  );
};
