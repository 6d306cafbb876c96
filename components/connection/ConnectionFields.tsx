import { text } from '../../lib/browser/texts.ts';
import { defaultTemplate, readServiceAddress } from '../../lib/service/address.ts';
import type { ConnectionForm, FieldProblem } from '../../lib/service/form.ts';
import { KeyField } from './KeyField.tsx';
import { TextField } from './TextField.tsx';
import { problemInWords } from './words.ts';

interface ConnectionFieldsProps {
  form: ConnectionForm;
  /** Whether a key is saved. */
  isSet: boolean;
  wrong: FieldProblem | null;
  change(patch: Partial<ConnectionForm>): void;
}

const templateHint = (address: string): string => {
  const read = readServiceAddress(address);
  return read.ok
    ? text('shortLinkAddressHint', defaultTemplate(read.origin))
    : text('shortLinkAddressHintEmpty');
};

/** The fields of a connection, each with its hint or its own error. */
export const ConnectionFields = ({ form, isSet, wrong, change }: ConnectionFieldsProps) => {
  const problem = (field: keyof ConnectionForm) =>
    wrong?.field === field ? problemInWords(wrong) : undefined;
  return (
    <>
      <TextField
        id="address"
        label="serviceAddressLabel"
        value={form.address}
        hint={text('serviceAddressHint')}
        problem={problem('address')}
        change={(address) => change({ address })}
      />
      <TextField
        id="secretId"
        label="secretIdLabel"
        value={form.secretId}
        problem={problem('secretId')}
        change={(secretId) => change({ secretId })}
      />
      <KeyField
        value={form.secretKey}
        isSet={isSet}
        problem={problem('secretKey')}
        change={(secretKey) => change({ secretKey })}
      />
      <TextField
        id="template"
        label="shortLinkAddressLabel"
        value={form.template}
        hint={templateHint(form.address)}
        problem={problem('template')}
        change={(template) => change({ template })}
      />
    </>
  );
};
