import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import {
  credentialStyles,
  defaultAdvanced,
  defaultPathsOf,
  mapOperations,
  operationNames,
} from '../../lib/api/contract.ts';
import { background } from '../../lib/background.ts';
import { currentPage, openPopup } from '../../lib/browser/pages.ts';
import { requestAccess } from '../../lib/browser/permissions.ts';
import {
  defaultApiPath,
  defaultTemplate,
  readServiceAddress,
  withApiPath,
} from '../../lib/connection/address.ts';
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
import { logAndReturn } from '../../lib/errors/error-log.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import { text, type TextKey, validityTextKey, withSpaces } from '../../lib/i18n/texts.ts';
import { type Hue, hues, longestName } from '../../lib/settings/connection-info.ts';
import { offeredValidity } from '../../lib/settings/schema.ts';
import { readSettingsOrDefaults } from '../../lib/settings/settings.ts';
import { saveDraft } from '../../lib/shortening/draft.ts';
import { type Preset, presets } from '../../lib/validity/validity.ts';
import { linkTestTarget } from '../link-test/run-link-test.ts';
import {
  isConnected,
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
import { fieldProblemText, styleNames } from './texts.ts';
import { useReachable } from './use-access.ts';

declare global {
  interface ImportMetaEnv {
    /** The first values of the form in a customized build, from scripts/build-defaults.ts. */
    readonly WXT_CONNECTION?: Prefill;
  }
}

/** The first values of the form if nothing is connected. */
export type Prefill = Partial<Omit<ConnectionView, 'id' | 'secretId'>>;

/** Why the last attempt to connect has failed: a field, an answer, or neither. */
type Refusal = { field: FieldProblem } | { failure: Failure } | { message: string };

/** The failures that SecretID and SecretKey cause. */
const rejections: readonly Failure['reason'][] = ['credentials-rejected', 'application-not-found'];

const hueNames: Record<Hue, TextKey> = {
  1: 'hueIndigo',
  2: 'hueTeal',
  3: 'hueApricot',
  4: 'hueRose',
  5: 'hueMoss',
  6: 'hueSky',
};

/** An address as it is sent, if it can be used. */
const normalized = (address: string): string => {
  const service = readServiceAddress(address);
  return service.ok ? service.address : address;
};

const validityKey = (choice: Preset | 'last' | ''): TextKey => {
  if (choice === '') return 'connectionValidity';
  return choice === 'last' ? 'connectionValidityLast' : validityTextKey(choice);
};

/** Opens the popup with an example in it: this page itself cannot be shortened. */
const offerPopup = async (): Promise<void> => {
  // The connection may have brought its own validity.
  const choice = offeredValidity(await readSettingsOrDefaults());
  await saveDraft(await currentPage(), { link: linkTestTarget, choice, customExpiry: '' });
  await openPopup();
};

interface FieldProps {
  id: string;
  name: string;
  label: TextKey;
  initial: string | undefined;
  /** The value that an empty field stands for. */
  placeholder?: string | undefined;
  /** A line under the field while nothing is wrong with it. */
  hint?: string | undefined;
  problem: string | undefined;
  isSecret?: boolean;
  /** Whether it is marked without a sentence of its own. */
  isRejected?: boolean;
  /** The value that the organisation sets. */
  locked?: string | null;
}

/** A labelled text field with its hint, or with its problem in place of the hint. */
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

interface ChoiceProps<Value extends string> {
  id: string;
  name: string;
  label: TextKey;
  initial: NoInfer<Value>;
  options: readonly Value[];
  /** Whether its label is beside it. */
  isRow?: boolean;
  nameOf(option: NoInfer<Value>): TextKey;
}

/** A select that the form reads when it is sent. */
const Choice = <Value extends string>(props: ChoiceProps<Value>) => {
  const { id, name, label, initial, options, isRow, nameOf } = props;
  const select = useRef<HTMLSelectElement>(null);
  useLayoutEffect(() => {
    if (select.current) select.current.value = initial;
  }, [initial]);
  return (
    <div class={isRow ? 'setting' : 'field'}>
      <label for={id} class="grow">
        {text(label)}
      </label>
      <select ref={select} id={id} name={name} autocomplete="off">
        {options.map((option) => (
          <option key={option} value={option}>
            {withSpaces(text(nameOf(option)))}
          </option>
        ))}
      </select>
    </div>
  );
};

/** What a connection code holds, in one line in place of the fields. */
const CodeRow = ({ code, edit }: { code: ConnectionParts; edit(): void }) => {
  const isReachable = useReachable(URL.parse(code.address) && code.address);
  return (
    <div class="field">
      <span class="label">{text('connectionCode')}</span>
      <div class="card code">
        <span class="good">
          <Icon name="check" />
        </span>
        <p class="grow">
          <bdi dir="ltr">{URL.parse(code.address)?.host ?? code.address}</bdi>{' '}
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
  /** Whether it is one of several connections, with a name and a colour. */
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
  const { connection: locked, offered, defaultValidity } = policy.value;
  const id = useId();
  const element = useRef<HTMLFormElement>(null);
  const find = (selector: string) => element.current?.querySelector<HTMLElement>(selector);
  /** A connection code that was put into a field. Its key gets into no field. */
  const [code, setCode] = useState<ConnectionParts | null>(null);
  const [isFolded, setFolded] = useState(false);
  const [codeProblem, setCodeProblem] = useState<FieldProblem | null>(null);
  const [typedAddress, setTypedAddress] = useState<string | null>(null);

  const stored: Prefill & { secretId?: string } = view ?? prefill ?? {};
  const isSameService = code === null || code.address === stored.address;
  // What was set for another service does not belong to this one.
  const former = isSameService ? stored : { ...stored, template: '', advanced: undefined };
  const first = { ...former, ...(code && { address: code.address, secretId: code.secretId }) };
  const { paths, credentials } = first.advanced ?? defaultAdvanced;

  const { run, isRunning, failure, setFailure } = useAction(
    async (typed: Typed, origin: string): Promise<Refusal | null> => {
      // The first call of the click: browsers grant an access only there.
      if (!(await requestAccess(origin))) return { message: text('accessRefused', typed.address) };

      const isFirst = step.value !== null && !isConnected.value;
      const connected = await background.connect(typed);
      if (!connected) return { message: text('noAnswerFromBackground') };
      if ('problem' in connected) return { field: connected.problem };
      if (!connected.ok) return { failure: connected.failure };

      reloadOtherPages();
      await readConnections();
      if (isFirst) void offerPopup().catch(logAndReturn(undefined));
      announce(text('connected'));
      saved?.(connected.view);
      return null;
    },
  );
  const refused = failure && 'field' in failure ? failure.field : null;
  const wrong = refused ?? codeProblem;
  const isRejected = failure !== null && 'failure' in failure && rejections.includes(failure.failure.reason);

  useEffect(() => {
    if (refused) setFolded(false);
    onFailure?.(failure !== null && 'failure' in failure);
    // The button that was pressed may be far below.
    find('.problem:not(:empty)')?.scrollIntoView({ block: 'nearest' });
  }, [failure]);
  useLayoutEffect(() => {
    if (code) find(isFolded ? '[type=submit]' : '[name=address]')?.focus();
  }, [code, isFolded]);
  useEffect(() => {
    if (refused) focusField(find(`[name=${refused.field}]`));
  }, [failure, isFolded]);

  const read = (): Typed => {
    const data = new FormData(element.current ?? undefined);
    const value = (name: string): string | undefined => {
      const typed = data.get(name);
      return typeof typed === 'string' ? typed : undefined;
    };
    const apiPath = value('apiPath');
    const typed = value('address') ?? first.address ?? '';
    const address = locked.address ?? (apiPath ? withApiPath(typed, apiPath) : typed);
    const secretId = locked.secretId ?? value('secretId') ?? first.secretId ?? '';
    // A key is sent to no other address, and for no other account, than those that it came with.
    const isCodes = code?.secretId === secretId && normalized(code.address) === normalized(address);
    const noKey = view ? null : '';
    const own = {
      paths: mapOperations((name) => value(`${name}Path`) ?? paths[name]),
      credentials: ['detect' as const, ...credentialStyles].find((each) => each === value('credentials')),
    };
    return {
      id: view?.id,
      name: value('name') ?? first.name,
      hue: hues.find((each) => String(each) === value('hue')) ?? first.hue,
      validity: data.has('validity')
        ? ['last' as const, ...presets].find((each) => each === value('validity'))
        : first.validity,
      makesDefault: data.has('makesDefault') || undefined,
      address,
      secretId,
      secretKey: value('secretKey') || (isCodes ? code.secretKey : noKey),
      template: locked.template ?? value('template') ?? first.template ?? '',
      advanced: advancedUnderPolicy(locked, { ...own, credentials: own.credentials ?? credentials }),
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

  /** Takes the place of the fields if the text holds a usable connection code, and returns whether it does. */
  const takeCode = (typed: string): boolean => {
    const pasted = readPastedCode(typed, { isAddress: false, locked });
    if (isRunning || pasted?.kind !== 'parts') return false;
    setCode(pasted.parts);
    setFolded(true);
    setTypedAddress(null);
    setCodeProblem(null);
    setFailure(null);
    announce(text('connectionCodeRead'));
    return true;
  };

  const input = ({ target }: Event): void => {
    if (!(target instanceof HTMLInputElement)) return;
    if (takeCode(target.value)) {
      target.value = target.defaultValue;
      return;
    }
    if (target.name === 'address') setTypedAddress(target.value);
    if (!isRunning) setFailure(null);
    const data = read();
    const found = codeFields.flatMap((field): FieldProblem[] => {
      const pasted = readPastedCode(data[field] ?? '', { isAddress: field === 'address', locked });
      return pasted?.kind === 'problem' ? [{ field, problem: pasted.problem }] : [];
    });
    setCodeProblem(found[0] ?? null);
  };

  const paste = (event: ClipboardEvent): void => {
    // Prevented, so that the text is not in the field's undo history either.
    if (takeCode(event.clipboardData?.getData('text/plain') ?? '')) event.preventDefault();
  };

  const address = locked.address ?? typedAddress ?? first.address ?? '';
  const service = readServiceAddress(address);
  const asksForAccount =
    view !== null ||
    locked.address !== null ||
    code !== null ||
    (address !== '' && codeProblem?.field !== 'address');
  const label = view ? 'saveAndConnect' : 'connect';
  const asksForAddress = view !== null || locked.address !== null;

  const field = (
    name: FieldProblem['field'],
    label: TextKey,
    more: Pick<FieldProps, 'initial' | 'placeholder' | 'hint' | 'isSecret' | 'isRejected' | 'locked'>,
  ) => (
    <Field
      key={name}
      id={`${id}-${name}`}
      name={name}
      label={label}
      problem={wrong?.field === name ? fieldProblemText(wrong) : undefined}
      {...more}
    />
  );

  const identity = isListed && (
    <div class="columns">
      <div class="field">
        <label for={`${id}-name`}>{text('connectionName')}</label>
        <input
          id={`${id}-name`}
          name="name"
          type="text"
          dir="auto"
          autocomplete="off"
          maxLength={longestName}
          defaultValue={first.name}
          placeholder={service.ok ? new URL(service.address).host : ''}
        />
      </div>
      <div class="field">
        <span id={`${id}-hue`} class="label">
          {text('connectionHue')}
        </span>
        <div class="swatches" role="radiogroup" aria-labelledby={`${id}-hue`}>
          {hues.map((hue) => (
            <input
              key={hue}
              type="radio"
              name="hue"
              value={hue}
              data-hue={hue}
              aria-label={text(hueNames[hue])}
              title={text(hueNames[hue])}
              defaultChecked={first.hue === hue}
            />
          ))}
        </div>
      </div>
    </div>
  );

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

  const usage = isListed && view && (
    <>
      {defaultValidity === null && (
        <Choice
          id={`${id}-validity`}
          name="validity"
          label="shorteningValidity"
          isRow
          initial={first.validity ?? ''}
          options={['', 'last', ...presets.filter((each) => offered === null || offered.includes(each))]}
          nameOf={validityKey}
        />
      )}
      {view.id !== listed.value?.[0]?.id && (
        <div class="setting">
          <div class="grow">
            <label for={`${id}-default`}>{text('connectionAsDefault')}</label>
            <p id={`${id}-default-note`} class="note">
              {text('connectionAsDefaultNote')}
            </p>
          </div>
          <input
            id={`${id}-default`}
            name="makesDefault"
            type="checkbox"
            role="switch"
            aria-describedby={`${id}-default-note`}
          />
        </div>
      )}
    </>
  );

  /** Fields that most people never change; the first run has none of them. */
  const advanced = asksForAccount && step.value === null && (
    <details class="advanced" open={first.advanced !== undefined || Boolean(first.template)}>
      <summary>{text('advancedTitle')}</summary>
      <div class="form">
        <div class="columns">
          {locked.address === null && (
            <Field
              id={`${id}-apiPath`}
              name="apiPath"
              label="advancedApiPath"
              initial=""
              placeholder={service.ok ? new URL(service.address).pathname : defaultApiPath}
              problem={undefined}
            />
          )}
          {locked.credentials === null ? (
            <Choice
              id={`${id}-credentials`}
              name="credentials"
              label="advancedCredentials"
              initial={credentials}
              options={['detect', ...credentialStyles]}
              nameOf={(style) => styleNames[style]}
            />
          ) : (
            <LockedField
              id={`${id}-credentials`}
              label="advancedCredentials"
              value={text(styleNames[locked.credentials])}
            />
          )}
        </div>
        {field('template', 'shortLinkAddressLabel', {
          initial: first.template,
          placeholder: defaultTemplate(service.ok ? service.origin : 'https://s.example'),
          hint: text('advancedNote'),
          locked: locked.template,
        })}
        <details open={Object.values(paths).some((path) => path !== '')}>
          <summary id={`${id}-paths`}>{text('advancedPaths')}</summary>
          <div class="columns" role="group" aria-labelledby={`${id}-paths`}>
            {operationNames.map((name) =>
              field(`${name}Path`, `operationPath_${name}`, {
                initial: paths[name],
                placeholder: defaultPathsOf(service.ok ? service.address : '')[name],
                locked: locked.paths[name],
              }),
            )}
          </div>
        </details>
      </div>
    </details>
  );

  return (
    <form
      ref={element}
      class="form connect"
      noValidate
      autocomplete="off"
      onSubmit={submit}
      onInput={input}
      onPaste={paste}
    >
      {view && identity}
      {code && isFolded ? (
        <CodeRow code={code} edit={() => setFolded(false)} />
      ) : (
        <>
          {field('address', asksForAddress ? 'serviceAddressLabel' : 'connectionCodeOrAddress', {
            initial: first.address,
            hint: view ? undefined : text(asksForAccount ? 'serviceAddressHint' : 'connectionCodeHint'),
            locked: locked.address,
          })}
          {account}
        </>
      )}
      {!view && identity}
      {failure && 'message' in failure && <Alert>{failure.message}</Alert>}
      {failure && 'failure' in failure && <Problem failure={failure.failure} place="settings" />}
      {usage}
      {!(code && isFolded) && advanced}
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
