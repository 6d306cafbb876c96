import { useContext, useRef } from 'preact/hooks';
import { text, type TextKey } from '../../lib/browser/texts.ts';
import { defaultTemplate, readServiceAddress } from '../../lib/service/address.ts';
import { pathNames, usual } from '../../lib/service/advanced.ts';
import type { Advanced, PathName } from '../../lib/service/contract.ts';
import type { ConnectionForm } from '../../lib/service/form.ts';
import { LockedField } from '../policy/LockedField.tsx';
import { Policy } from '../policy/policy-view.ts';
import { TextField } from './TextField.tsx';

interface AdvancedFieldsProps {
  form: ConnectionForm;
  /** What is wrong with that field, in words. */
  problem(field: 'template' | `${PathName}Path`): string | undefined;
  change(patch: Partial<ConnectionForm>): void;
}

const labels: Record<PathName, TextKey> = {
  token: 'advancedTokenPath',
  time: 'advancedTimePath',
  grey: 'advancedGreyPath',
  divisions: 'advancedDivisionsPath',
};

const styles: Record<Advanced['credentials'], TextKey> = {
  both: 'advancedBoth',
  basic: 'advancedBasic',
  headers: 'advancedHeaders',
};

const templateHint = (address: string): string => {
  const read = readServiceAddress(address);
  return read.ok
    ? text('shortLinkAddressHint', defaultTemplate(read.origin))
    : text('shortLinkAddressHintEmpty');
};

const Template = ({ form, problem, change }: AdvancedFieldsProps) => {
  const { template } = useContext(Policy).connection;
  if (template !== null)
    return <LockedField id="template" label="shortLinkAddressLabel" value={template} isCode />;
  return (
    <TextField
      id="template"
      label="shortLinkAddressLabel"
      value={form.template}
      hint={templateHint(form.address)}
      problem={problem('template')}
      change={(typed) => change({ template: typed })}
    />
  );
};

const Credentials = ({ value, change }: { value: string; change(value: Advanced['credentials']): void }) => (
  <div class="field">
    <label for="credentials">{text('advancedCredentials')}</label>
    <select
      id="credentials"
      value={value}
      aria-describedby="credentials-note"
      onChange={(event) => change(event.currentTarget.value as Advanced['credentials'])}
    >
      {Object.entries(styles).map(([style, label]) => (
        <option key={style} value={style}>
          {text(label)}
        </option>
      ))}
    </select>
    <p id="credentials-note" class="note">
      {text('advancedCredentialsHint')}
    </p>
  </div>
);

/** What most people leave as it is, folded until some of it is not. */
export const AdvancedFields = ({ form, problem, change }: AdvancedFieldsProps) => {
  const { advanced = { ...usual, paths: { token: '', time: '', grey: '', divisions: '' } } } = form;
  const isOpenAtFirst = useRef(form.template !== '' || form.advanced !== undefined).current;
  return (
    <details class="advanced" open={isOpenAtFirst}>
      <summary>{text('advancedTitle')}</summary>
      <div class="form">
        <Template {...{ form, problem, change }} />
        <p class="note">{text('advancedNote')}</p>
        {pathNames.map((name) => (
          <TextField
            key={name}
            id={`${name}Path`}
            label={labels[name]}
            value={advanced.paths[name]}
            usual={usual.paths[name]}
            problem={problem(`${name}Path`)}
            change={(path) =>
              change({ advanced: { ...advanced, paths: { ...advanced.paths, [name]: path } } })
            }
          />
        ))}
        <Credentials
          value={advanced.credentials}
          change={(credentials) => change({ advanced: { ...advanced, credentials } })}
        />
      </div>
    </details>
  );
};
