import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { type Advanced, defaultAdvanced, defaultPathsOf, type Operation } from '../../lib/api/contract.ts';
import { defaultTemplate, isOnAnotherMachine, readServiceAddress } from '../../lib/connection/address.ts';
import type { CodeField, ConnectionForm, FieldProblem } from '../../lib/connection/form.ts';
import { text } from '../../lib/i18n/texts.ts';
import { LockedField, Policy } from '../policy/Policy.tsx';
import { Field, TextField } from './TextField.tsx';
import { fieldProblemText, styleNames } from './texts.ts';

/** What each field gets. */
interface FieldsProps {
  form: ConnectionForm;
  /** The problem of that field as a sentence. */
  problem(field: FieldProblem['field']): string | undefined;
  change(patch: Partial<ConnectionForm>): void;
}

interface KeyFieldProps {
  /** Null while the saved key is used. */
  value: string | null;
  /** Whether a key is saved. */
  isSet: boolean;
  problem: string | undefined;
  change(value: string | null): void;
  divert(text: string): boolean;
}

const KeyIsSet = ({ replace }: { replace(): void }) => (
  <div class="field" role="group" aria-labelledby="key-label">
    <span id="key-label" class="label">
      {text('secretKeyLabel')}
    </span>
    <div class="set">
      <span class="grow">{text('secretKeySet')}</span>
      <button type="button" class="small" onClick={replace}>
        {text('replaceKey')}
      </button>
    </div>
  </div>
);

/** The SecretKey. A saved key is never shown: it is "set", and can be replaced. */
const KeyField = ({ value, isSet, problem, change, divert }: KeyFieldProps) => {
  const element = useRef<HTMLDivElement>(null);
  const swapped = useRef(false);
  const swap = (next: string | null): void => {
    swapped.current = true;
    change(next);
  };
  // The buttons Replace and Keep replace each other, so the focus is moved to the new one.
  useEffect(() => {
    if (swapped.current) element.current?.querySelector<HTMLElement>('input, button')?.focus();
    swapped.current = false;
  }, [value === null]);
  return (
    <div ref={element} class="form">
      {value === null ? (
        <KeyIsSet replace={() => swap('')} />
      ) : (
        <TextField
          id="secretKey"
          label="secretKeyLabel"
          isSecret
          hint={text('secretKeyHint')}
          value={value}
          problem={problem}
          change={change}
          divert={divert}
        />
      )}
      {value !== null && isSet && (
        <button class="quiet small" type="button" onClick={() => swap(null)}>
          {text('keepKey')}
        </button>
      )}
    </div>
  );
};

/** The default short link address; empty while the service address cannot be read. */
const defaultFor = (address: string): string => {
  const read = readServiceAddress(address);
  return read.ok ? defaultTemplate(read.origin) : '';
};

const hintFor = (address: string): string => {
  if (isOnAnotherMachine(address)) return text('shortLinkAddressAsk');
  const defaultAddress = defaultFor(address);
  return defaultAddress === ''
    ? text('shortLinkAddressHintEmpty')
    : text('shortLinkAddressHint', defaultAddress);
};

/**
 * Short link address. For a service on another machine the field holds the default until something else is typed; a
 * service on this machine has its links at its own origin, so there the hint only names the default.
 */
const TemplateField = ({ form, problem, change }: FieldsProps) => {
  const { template } = useContext(Policy).connection;
  const [isTyped, setTyped] = useState(false);
  const defaultAddress = isOnAnotherMachine(form.address) && !isTyped ? defaultFor(form.address) : '';
  return (
    <Field
      id="template"
      label="shortLinkAddressLabel"
      value={form.template || defaultAddress}
      hint={hintFor(form.address)}
      problem={problem('template')}
      change={(typed) => {
        setTyped(true);
        change({ template: typed });
      }}
      leave={() => setTyped(false)}
      locked={template}
    />
  );
};

/** In the order of the fields. */
const operations: readonly Operation[] = ['token', 'add', 'time', 'music', 'grayscale', 'divisions'];

/** How the credentials are sent. */
const CredentialStyle = ({ form: { advanced = defaultAdvanced }, change }: Omit<FieldsProps, 'problem'>) => {
  const { credentials: locked } = useContext(Policy).connection;
  if (locked !== null)
    return <LockedField id="credentials" label="advancedCredentials" value={text(styleNames[locked])} />;
  return (
    <div class="field">
      <label for="credentials">{text('advancedCredentials')}</label>
      <select
        id="credentials"
        value={advanced.credentials}
        aria-describedby="credentials-note"
        onChange={({ currentTarget: { value } }) =>
          change({ advanced: { ...advanced, credentials: value as Advanced['credentials'] } })
        }
      >
        {Object.entries(styleNames).map(([style, name]) => (
          <option key={style} value={style}>
            {text(name)}
          </option>
        ))}
      </select>
      <p id="credentials-note" class="note">
        {text('advancedCredentialsHint')}
      </p>
    </div>
  );
};

/** The paths, each with the default of the version in the service address. */
const PathFields = ({ form, problem, change }: FieldsProps) => {
  const { paths: locked } = useContext(Policy).connection;
  const { advanced = defaultAdvanced } = form;
  const read = readServiceAddress(form.address);
  const defaults = defaultPathsOf(read.ok ? read.address : '');
  return operations.map((name) => (
    <Field
      key={name}
      id={`${name}Path`}
      label={`operationPath_${name}`}
      value={advanced.paths[name]}
      defaultValue={defaults[name]}
      problem={problem(`${name}Path`)}
      change={(path) => change({ advanced: { ...advanced, paths: { ...advanced.paths, [name]: path } } })}
      locked={locked[name]}
    />
  ));
};

/** Fields that most people never change, in details that are open once one of them is set. */
const AdvancedFields = ({ form, problem, change }: FieldsProps) => {
  const hasTemplate = !isOnAnotherMachine(form.address);
  // Once open, it stays open: a short link address that moves in here must not be hidden.
  const isOpen = useRef(form.advanced !== undefined);
  isOpen.current ||= hasTemplate && form.template !== '';
  return (
    <details class="advanced" open={isOpen.current}>
      <summary>{text('advancedTitle')}</summary>
      <div class="form">
        {hasTemplate && <TemplateField form={form} problem={problem} change={change} />}
        <p class="note">{text('advancedNote')}</p>
        <PathFields form={form} problem={problem} change={change} />
        <CredentialStyle form={form} change={change} />
      </div>
    </details>
  );
};

interface ConnectionFieldsProps extends Omit<FieldsProps, 'problem'> {
  /** Whether a key is saved. */
  isSet: boolean;
  wrong: FieldProblem | null;
  /** Fills in the form from a usable connection code that is put into a field; false for any other text. */
  takeCode(field: CodeField, text: string): boolean;
}

/** The fields of a connection, each with its hint or its problem. */
export const ConnectionFields = ({ form, isSet, wrong, change, takeCode }: ConnectionFieldsProps) => {
  const { connection: locked } = useContext(Policy);
  const problem = (field: FieldProblem['field']) =>
    wrong?.field === field ? fieldProblemText(wrong) : undefined;
  return (
    <>
      <Field
        id="address"
        label="serviceAddressLabel"
        value={form.address}
        hint={text('serviceAddressHint')}
        problem={problem('address')}
        change={(address) => change({ address })}
        divert={(typed) => takeCode('address', typed)}
        locked={locked.address}
      />
      <Field
        id="secretId"
        label="secretIdLabel"
        value={form.secretId}
        hint={text('secretIdHint')}
        problem={problem('secretId')}
        change={(secretId) => change({ secretId })}
        divert={(typed) => takeCode('secretId', typed)}
        locked={locked.secretId}
      />
      <KeyField
        value={form.secretKey}
        isSet={isSet}
        problem={problem('secretKey')}
        change={(secretKey) => change({ secretKey })}
        divert={(typed) => takeCode('secretKey', typed)}
      />
      {isOnAnotherMachine(form.address) && <TemplateField form={form} problem={problem} change={change} />}
      <AdvancedFields form={form} problem={problem} change={change} />
    </>
  );
};
