import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import {
  credentialSettings,
  defaultAdvanced,
  defaultPathsOf,
  operationNames,
} from '../../lib/api/contract.ts';
import { defaultApiPath, defaultTemplate, type readServiceAddress } from '../../lib/connection/address.ts';
import type { ConnectionView } from '../../lib/connection/connect.ts';
import type { FieldProblem } from '../../lib/connection/form.ts';
import { text, type TextKey, validityTextKey, withSpaces } from '../../lib/i18n/texts.ts';
import { type Hue, hues, longestName } from '../../lib/settings/connection-info.ts';
import { type Preset, presets } from '../../lib/validity/validity.ts';
import { policy } from '../options/options-state.ts';
import { LockedField } from '../policy/Policy.tsx';
import { styleNames } from './texts.ts';

// The optional fields of a connection.

declare global {
  interface ImportMetaEnv {
    /** The first values of the form in a customized build, from scripts/build-defaults.ts. */
    readonly WXT_CONNECTION?: Prefill;
  }
}

/** The first values of the form if nothing is connected. */
export type Prefill = Partial<Omit<ConnectionView, 'id' | 'secretId'>>;

/** What the fields of a form contain at first. */
export type FirstValues = Prefill & { secretId?: string };

export interface FieldValues {
  initial: string | undefined;
  /** The value that an empty field stands for. */
  placeholder?: string | undefined;
  /** A line under the field while nothing is wrong with it. */
  hint?: string | undefined;
  isSecret?: boolean;
  /** Whether it is marked without a sentence of its own. */
  isRejected?: boolean;
  /** The value that the organization sets. */
  locked?: string | null;
}

/** Renders a text field of the form, with its problem if it has one. */
export type RenderField = (
  name: FieldProblem['field'] | 'apiPath',
  label: TextKey,
  values: FieldValues,
) => JSX.Element;

interface ChoiceProps<Value extends string> {
  id: string;
  name: string;
  label: TextKey;
  initial: NoInfer<Value>;
  options: readonly Value[];
  nameOf(option: NoInfer<Value>): TextKey;
}

/** A select in a row, which the form reads when it is sent. */
const Choice = <Value extends string>(props: ChoiceProps<Value>) => {
  const { id, name, label, initial, options, nameOf } = props;
  const select = useRef<HTMLSelectElement>(null);
  useLayoutEffect(() => {
    if (select.current) select.current.value = initial;
  }, [initial]);
  return (
    <div class="setting">
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

const hueNames: Record<Hue, TextKey> = {
  1: 'hueIndigo',
  2: 'hueTeal',
  3: 'hueApricot',
  4: 'hueRose',
  5: 'hueMoss',
  6: 'hueSky',
};

interface SharedProps {
  /** The beginning of the ids of its elements. */
  id: string;
  first: FirstValues;
}

/** The name and the color of one of several connections. */
export const Identity = ({ id, first, host }: SharedProps & { host: string }) => (
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
        placeholder={host}
      />
    </div>
    <div class="field">
      <span id={`${id}-hue`} class="label">
        {text('connectionHue')}
      </span>
      <div class="swatches line" role="radiogroup" aria-labelledby={`${id}-hue`}>
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

const validityKey = (choice: Preset | 'last' | ''): TextKey => {
  if (choice === '') return 'connectionValidity';
  return choice === 'last' ? 'connectionValidityLast' : validityTextKey(choice);
};

/** What one of several connections is used for. An organization can set the validity; the default connection stays that. */
export const Usage = ({ id, first, isDefault }: SharedProps & { isDefault: boolean }) => {
  const { offered, defaultValidity } = policy.value;
  return (
    <>
      {defaultValidity === null && (
        <Choice
          id={`${id}-validity`}
          name="validity"
          label="shorteningValidity"
          initial={first.validity ?? ''}
          options={['', 'last', ...presets.filter((each) => offered === null || offered.includes(each))]}
          nameOf={validityKey}
        />
      )}
      {!isDefault && (
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
};

interface AdvancedProps extends SharedProps {
  service: ReturnType<typeof readServiceAddress>;
  field: RenderField;
}

/** Fields that most people never change, in details that are open at first if one of them is set. */
export const AdvancedFields = ({ id, first, service, field }: AdvancedProps) => {
  const { connection: locked } = policy.value;
  const { paths, credentials } = first.advanced ?? defaultAdvanced;
  const defaults = defaultPathsOf(service.ok ? service.address : '');
  return (
    <details class="advanced" open={first.advanced !== undefined || Boolean(first.template)}>
      <summary>{text('advancedTitle')}</summary>
      <div class="form">
        {field('template', 'shortLinkAddressLabel', {
          initial: first.template,
          placeholder: defaultTemplate(service.ok ? service.origin : 'https://s.example'),
          hint: text('advancedNote'),
          locked: locked.template,
        })}
        {locked.credentials === null ? (
          <Choice
            id={`${id}-credentials`}
            name="credentials"
            label="advancedCredentials"
            initial={credentials}
            options={credentialSettings}
            nameOf={(style) => styleNames[style]}
          />
        ) : (
          <LockedField
            id={`${id}-credentials`}
            label="advancedCredentials"
            value={text(styleNames[locked.credentials])}
          />
        )}
        <details class="advanced" open={Object.values(paths).some((path) => path !== '')}>
          <summary id={`${id}-paths`}>{text('advancedPaths')}</summary>
          <div class="columns" role="group" aria-labelledby={`${id}-paths`}>
            {locked.address === null &&
              field('apiPath', 'advancedApiPath', {
                initial: '',
                placeholder: service.ok ? new URL(service.address).pathname : defaultApiPath,
              })}
            {operationNames.map((name) =>
              field(`${name}Path`, `operationPath_${name}`, {
                initial: paths[name],
                placeholder: defaults[name],
                locked: locked.paths[name],
              }),
            )}
          </div>
        </details>
      </div>
    </details>
  );
};
