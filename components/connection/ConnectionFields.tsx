import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { credentialStyles, defaultAdvanced, defaultPathsOf, operationNames } from '../../lib/api/contract.ts';
import { copy } from '../../lib/browser/clipboard.ts';
import {
  apiPathOf,
  defaultApiPath,
  defaultTemplate,
  readServiceAddress,
  withApiPath,
} from '../../lib/connection/address.ts';
import type { ConnectionForm, FieldProblem } from '../../lib/connection/form.ts';
import { text, type TextKey, validityTextKey } from '../../lib/i18n/texts.ts';
import { type Preset, presets } from '../../lib/validity/validity.ts';
import { hasFirstForm, policy } from '../options/options-state.ts';
import { LockedField } from '../policy/Policy.tsx';
import { useCopy } from '../ui/CopyButton.tsx';
import { Icon, IconButton } from '../ui/Icon.tsx';
import { Select } from '../ui/Select.tsx';
import { fieldProblemText, styleNames } from './texts.ts';

const command = 'npm run service';

/** For people without an account: the service of the repository, and the one command that runs it. */
export const EmbeddedService = () => {
  const { copied, copyNow } = useCopy(() => copy(command));
  return (
    <details>
      <summary>{text('firstRunNoAccount')}</summary>
      <div class="command">
        <code class="grow" dir="ltr" translate={false}>
          {command}
        </code>
        <IconButton icon={copied ? 'check' : 'copy'} name={text('firstRunCommandCopy')} press={copyNow} />
      </div>
      <p class="note">{text('firstRunNoAccountHow')}</p>
      {copied === false && <p class="note warn">{text('notCopied')}</p>}
    </details>
  );
};

interface TextFieldProps {
  id: string;
  label: TextKey;
  value: string;
  /** The value that an empty field stands for, or an example. */
  placeholder?: string;
  /** One line under the field while nothing is wrong with it. */
  hint?: string | undefined;
  problem?: string | undefined;
  isSecret?: boolean;
  /** Whether it is marked without a sentence of its own. */
  isInvalid?: boolean;
  change(value: string): void;
  /** Is called with each text before it is put into the field. If it returns true, it has used the text, and the field stays as it is. */
  divert?: ((text: string) => boolean) | undefined;
}

/** A labelled text field with its hint, or with its problem in place of the hint. */
const TextField = ({
  id,
  label,
  hint,
  problem,
  isSecret = false,
  isInvalid = false,
  ...input
}: TextFieldProps) => (
  <div class="field">
    <label for={id}>{text(label)}</label>
    <input
      id={id}
      {...(isSecret ? { type: 'password' } : { type: 'text' })}
      dir="ltr"
      spellcheck={false}
      autocomplete="off"
      autocapitalize="off"
      value={input.value}
      placeholder={input.placeholder}
      aria-invalid={isInvalid || problem !== undefined}
      aria-describedby={`${id}-note`}
      onPaste={(event) => {
        // Prevented, so that the text is not in the field's undo history either.
        if (input.divert?.(event.clipboardData?.getData('text/plain') ?? '')) event.preventDefault();
      }}
      onInput={({ currentTarget }) => {
        if (input.divert?.(currentTarget.value)) currentTarget.value = input.value;
        else input.change(currentTarget.value);
      }}
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

/** A field that can be typed into unless the organisation sets it: then `locked` is its value. */
const Field = ({ locked, ...field }: TextFieldProps & { locked: string | null }) =>
  locked === null ? (
    <TextField {...field} />
  ) : (
    <LockedField id={field.id} label={field.label} value={locked} isLeftToRight />
  );

interface FieldsProps {
  form: ConnectionForm;
  problem(field: FieldProblem['field']): string | undefined;
  change(patch: Partial<ConnectionForm>): void;
  /** Fills in the form from a usable connection code that is put into a field; false for any other text. */
  takeCode(text: string): boolean;
}

const CredentialStyle = ({
  form: { advanced = defaultAdvanced },
  change,
}: Pick<FieldsProps, 'form' | 'change'>) => {
  const { credentials: locked } = policy.value.connection;
  if (locked !== null)
    return <LockedField id="credentials" label="advancedCredentials" value={text(styleNames[locked])} />;
  return (
    <div class="field">
      <label for="credentials">{text('advancedCredentials')}</label>
      <Select
        id="credentials"
        value={advanced.credentials}
        options={['detect', ...credentialStyles]}
        nameOf={(style) => text(styleNames[style])}
        choose={(credentials) => change({ advanced: { ...advanced, credentials } })}
      />
    </div>
  );
};

/** The paths, each with the default of the version in the service address. */
const PathFields = ({ form, problem, change, takeCode }: FieldsProps) => {
  const { paths: locked } = policy.value.connection;
  const { advanced = defaultAdvanced } = form;
  const read = readServiceAddress(form.address);
  const defaults = defaultPathsOf(read.ok ? read.address : '');
  return operationNames.map((name) => (
    <Field
      key={name}
      id={`${name}Path`}
      label={`operationPath_${name}`}
      value={advanced.paths[name]}
      placeholder={defaults[name]}
      problem={problem(`${name}Path`)}
      change={(path) => change({ advanced: { ...advanced, paths: { ...advanced.paths, [name]: path } } })}
      divert={takeCode}
      locked={locked[name]}
    />
  ));
};

interface AdvancedFieldsProps extends FieldsProps {
  isOpen: boolean;
  /** More fields above the others, for a connection that is one of several. */
  children: ComponentChildren;
}

/** Fields that most people never change, in details that are open at first if one of them is set. */
const AdvancedFields = ({ isOpen, children, ...props }: AdvancedFieldsProps) => {
  const { form, problem, change, takeCode } = props;
  const { address, template } = policy.value.connection;
  const [hasValues] = useState(form.advanced !== undefined || form.template !== '');
  const [hasPaths] = useState(Object.values(form.advanced?.paths ?? {}).some((path) => path !== ''));
  const [isPathTyped, setPathTyped] = useState(false);
  const read = readServiceAddress(form.address);
  const apiPath = apiPathOf(form.address);
  // The field shows a default path as its placeholder, unless the person has typed this path.
  const isDefault = !isPathTyped && apiPath === defaultApiPath;
  return (
    <details class="advanced" open={hasValues || isOpen}>
      <summary>{text('advancedTitle')}</summary>
      <div class="form">
        {children}
        <div class="columns">
          {address === null && (
            <TextField
              id="apiPath"
              label="advancedApiPath"
              value={isDefault ? '' : apiPath}
              placeholder={defaultApiPath}
              change={(path) => {
                setPathTyped(true);
                change({ address: withApiPath(form.address, path) });
              }}
              divert={takeCode}
            />
          )}
          <CredentialStyle form={form} change={change} />
        </div>
        <Field
          id="template"
          label="shortLinkAddressLabel"
          value={form.template}
          placeholder={defaultTemplate(read.ok ? read.origin : 'https://s.example')}
          hint={text('advancedNote')}
          problem={problem('template')}
          change={(typed) => change({ template: typed })}
          divert={takeCode}
          locked={template}
        />
        <details open={hasPaths}>
          <summary id="paths-title">{text('advancedPaths')}</summary>
          <div class="columns" role="group" aria-labelledby="paths-title">
            <PathFields {...props} />
          </div>
        </details>
      </div>
    </details>
  );
};

const validityKey = (choice: Preset | 'last' | ''): TextKey => {
  if (choice === '') return 'connectionValidity';
  return choice === 'last' ? 'connectionValidityLast' : validityTextKey(choice);
};

/** The validity to offer first for one of several connections; nothing if the organisation sets it. */
const ConnectionValidity = ({ form, change }: Pick<FieldsProps, 'form' | 'change'>) => {
  const { offered, defaultValidity } = policy.value;
  if (defaultValidity !== null) return null;
  const choices = presets.filter((each) => offered === null || offered.includes(each));
  return (
    <div class="field">
      <label for="connection-validity">{text('shorteningValidity')}</label>
      <Select
        id="connection-validity"
        value={form.validity ?? ''}
        options={['', 'last', ...choices] as const}
        nameOf={(choice) => text(validityKey(choice))}
        choose={(choice) => change({ validity: choice === '' ? undefined : choice })}
      />
    </div>
  );
};

interface AccountFieldsProps extends FieldsProps {
  /** Whether the connection is not saved yet. */
  isNew: boolean;
  /** Whether the service has rejected SecretID or SecretKey. */
  isRejected: boolean;
}

/** The service and the account at it. */
const AccountFields = ({ form, problem, change, takeCode, isNew, isRejected }: AccountFieldsProps) => {
  const { connection: locked } = policy.value;
  return (
    <>
      <Field
        id="address"
        label="serviceAddressLabel"
        value={form.address}
        placeholder="https://api.example.com"
        hint={text('serviceAddressHint')}
        problem={problem('address')}
        change={(address) => change({ address })}
        divert={takeCode}
        locked={locked.address}
      />
      <Field
        id="secretId"
        label="secretIdLabel"
        value={form.secretId}
        hint={isNew ? text('secretIdHint') : undefined}
        problem={problem('secretId')}
        isInvalid={isRejected}
        change={(secretId) => change({ secretId })}
        divert={takeCode}
        locked={locked.secretId}
      />
    </>
  );
};

/** A saved key is never shown; an empty field leaves it as it is. */
const KeyField = ({ form, problem, change, takeCode, isNew, isRejected }: AccountFieldsProps) => (
  <TextField
    id="secretKey"
    label="secretKeyLabel"
    isSecret
    value={form.secretKey ?? ''}
    {...(!isNew && { placeholder: text('secretKeySet') })}
    problem={problem('secretKey')}
    isInvalid={isRejected}
    change={(typed) => change({ secretKey: !isNew && typed === '' ? null : typed })}
    divert={takeCode}
  />
);

interface ConnectionFieldsProps extends Omit<AccountFieldsProps, 'problem'> {
  wrong: FieldProblem | null;
  /** Whether the connection is saved and one of several: address and SecretID, which rarely change, are then advanced fields. */
  isListed: boolean;
  /** The problem of the form as a whole. */
  children: ComponentChildren;
}

/** The fields of a connection, each with its hint or its problem. */
export const ConnectionFields = ({ wrong, isListed, children, ...rest }: ConnectionFieldsProps) => {
  const problem = (field: FieldProblem['field']) =>
    wrong?.field === field ? fieldProblemText(wrong) : undefined;
  const props = { ...rest, problem };
  const account = <AccountFields {...props} />;
  return (
    <>
      <div class={isListed ? 'columns' : 'fields'}>
        {isListed ? <ConnectionValidity {...props} /> : account}
        <KeyField {...props} />
      </div>
      {children}
      <div>
        <AdvancedFields isOpen={isListed && rest.isRejected} {...props}>
          {isListed && <div class="columns">{account}</div>}
        </AdvancedFields>
        {hasFirstForm.value && <EmbeddedService />}
      </div>
    </>
  );
};
