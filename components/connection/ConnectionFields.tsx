import { useContext } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import { isOnAnotherMachine } from '../../lib/connection/address.ts';
import type { CodeField, ConnectionForm, FieldProblem } from '../../lib/connection/form.ts';
import { LockedField } from '../policy/LockedField.tsx';
import { Policy } from '../policy/policy-context.ts';
import { AdvancedFields } from './AdvancedFields.tsx';
import { KeyField } from './KeyField.tsx';
import { TemplateField } from './TemplateField.tsx';
import { TextField, type TextFieldProps } from './TextField.tsx';
import { fieldProblemText } from './texts.ts';

interface ConnectionFieldsProps {
  form: ConnectionForm;
  /** Whether a key is saved. */
  isSet: boolean;
  wrong: FieldProblem | null;
  change(patch: Partial<ConnectionForm>): void;
  /** Fills in the form from a usable connection code that is put into a field; false for any other text. */
  takeCode(field: CodeField, text: string): boolean;
}

type FieldProps = Pick<TextFieldProps, 'id' | 'label' | 'value' | 'hint' | 'problem' | 'change' | 'divert'>;

/** A field that can be typed into unless the organisation sets it. */
const Field = ({ isLocked, ...field }: FieldProps & { isLocked: boolean }) =>
  isLocked ? <LockedField {...field} isLeftToRight /> : <TextField {...field} />;

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
        isLocked={locked.address !== null}
      />
      <Field
        id="secretId"
        label="secretIdLabel"
        value={form.secretId}
        hint={text('secretIdHint')}
        problem={problem('secretId')}
        change={(secretId) => change({ secretId })}
        divert={(typed) => takeCode('secretId', typed)}
        isLocked={locked.secretId !== null}
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
