import { useContext, useRef } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import { isOnAnotherMachine, readServiceAddress } from '../../lib/connection/address.ts';
import { type Advanced, defaultPathsOf, type Operation, defaultAdvanced } from '../../lib/api/contract.ts';
import type { ConnectionForm } from '../../lib/connection/form.ts';
import { LockedField } from '../policy/LockedField.tsx';
import { Policy } from '../policy/policy-context.ts';
import { TemplateField } from './TemplateField.tsx';
import { TextField } from './TextField.tsx';
import { styleNames } from './texts.ts';

interface AdvancedFieldsProps {
  form: ConnectionForm;
  /** The problem of that field as a sentence. */
  problem(field: 'template' | `${Operation}Path`): string | undefined;
  change(patch: Partial<ConnectionForm>): void;
}

/** In the order of the fields. */
const operations: readonly Operation[] = ['token', 'add', 'time', 'music', 'grayscale', 'divisions'];

const styles = Object.keys(styleNames) as Advanced['credentials'][];

interface CredentialsProps {
  value: Advanced['credentials'];
  change(value: Advanced['credentials']): void;
}

const Credentials = ({ value, change }: CredentialsProps) => (
  <div class="field">
    <label for="credentials">{text('advancedCredentials')}</label>
    <select
      id="credentials"
      value={value}
      aria-describedby="credentials-note"
      onChange={(event) => change(event.currentTarget.value as Advanced['credentials'])}
    >
      {styles.map((style) => (
        <option key={style} value={style}>
          {text(styleNames[style])}
        </option>
      ))}
    </select>
    <p id="credentials-note" class="note">
      {text('advancedCredentialsHint')}
    </p>
  </div>
);

/** The paths, each with the default of the version in the service address. */
const PathFields = ({ form, problem, change }: AdvancedFieldsProps) => {
  const { paths: locked } = useContext(Policy).connection;
  const { advanced = defaultAdvanced } = form;
  const read = readServiceAddress(form.address);
  const defaults = defaultPathsOf(read.ok ? read.address : '');
  return operations.map((name) => {
    const set = locked[name];
    const field = { id: `${name}Path`, label: `operationPath_${name}` as const };
    if (set !== null) return <LockedField key={name} {...field} value={set} isLeftToRight />;
    return (
      <TextField
        key={name}
        {...field}
        value={advanced.paths[name]}
        defaultValue={defaults[name]}
        problem={problem(`${name}Path`)}
        change={(path) => change({ advanced: { ...advanced, paths: { ...advanced.paths, [name]: path } } })}
      />
    );
  });
};

/** Fields that most people never change, in details that are open once one of them is set. */
export const AdvancedFields = ({ form, problem, change }: AdvancedFieldsProps) => {
  const { credentials: locked } = useContext(Policy).connection;
  const { advanced = defaultAdvanced } = form;
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
        {locked === null ? (
          <Credentials
            value={advanced.credentials}
            change={(credentials) => change({ advanced: { ...advanced, credentials } })}
          />
        ) : (
          <LockedField id="credentials" label="advancedCredentials" value={text(styleNames[locked])} />
        )}
      </div>
    </details>
  );
};
