import { useContext, useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import { defaultTemplate, isOnAnotherMachine, readServiceAddress } from '../../lib/connection/address.ts';
import type { ConnectionForm } from '../../lib/connection/form.ts';
import { LockedField } from '../policy/LockedField.tsx';
import { Policy } from '../policy/policy-context.ts';
import { TextField } from './TextField.tsx';

interface TemplateFieldProps {
  form: ConnectionForm;
  problem(field: 'template'): string | undefined;
  change(patch: Pick<ConnectionForm, 'template'>): void;
}

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
export const TemplateField = ({ form, problem, change }: TemplateFieldProps) => {
  const { template } = useContext(Policy).connection;
  const [isTyped, setTyped] = useState(false);
  if (template !== null)
    return <LockedField id="template" label="shortLinkAddressLabel" value={template} isLeftToRight />;
  const defaultAddress = isOnAnotherMachine(form.address) && !isTyped ? defaultFor(form.address) : '';
  return (
    <TextField
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
    />
  );
};
