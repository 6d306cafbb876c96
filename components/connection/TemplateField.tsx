import { useContext, useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import { defaultTemplate, isOnAnotherMachine, readServiceAddress } from '../../lib/connection/address.ts';
import type { ConnectionForm } from '../../lib/connection/form.ts';
import { LockedField } from '../policy/LockedField.tsx';
import { Policy } from '../policy/policy-view.ts';
import { TextField } from './TextField.tsx';

interface TemplateFieldProps {
  form: ConnectionForm;
  problem(field: 'template'): string | undefined;
  change(patch: Pick<ConnectionForm, 'template'>): void;
}

/** Where short links are where nothing else is set; empty while the service address cannot be read. */
const guessFor = (address: string): string => {
  const read = readServiceAddress(address);
  return read.ok ? defaultTemplate(read.origin) : '';
};

const hintFor = (address: string): string => {
  if (isOnAnotherMachine(address)) return text('shortLinkAddressAsk');
  const guess = guessFor(address);
  return guess === '' ? text('shortLinkAddressHintEmpty') : text('shortLinkAddressHint', guess);
};

/**
 * Short link address. Of a service elsewhere it is asked for, with a guess filled in while nothing else is typed; a service
 * on this machine has its links at its own origin, so there the guess is only named.
 */
export const TemplateField = ({ form, problem, change }: TemplateFieldProps) => {
  const { template } = useContext(Policy).connection;
  const [isTyped, setTyped] = useState(false);
  if (template !== null)
    return <LockedField id="template" label="shortLinkAddressLabel" value={template} isCode />;
  const guess = isOnAnotherMachine(form.address) && !isTyped ? guessFor(form.address) : '';
  return (
    <TextField
      id="template"
      label="shortLinkAddressLabel"
      value={form.template || guess}
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
