import { copy } from '../../lib/browser/clipboard.ts';
import type { PolicyFieldProblem } from '../../lib/connection/policy-view.ts';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { policy } from '../options/options-state.ts';
import { CopyButton, useCopy } from '../ui/CopyButton.tsx';
import { Icon } from '../ui/Icon.tsx';

/** The mark beside a control that the person cannot change; the control names its id in `aria-describedby`. */
export const SetByOrganization = ({ id, message = 'policySet' }: { id?: string; message?: TextKey }) => (
  <p id={id} class="note locked">
    <Icon name="lock" small />
    {text(message)}
  </p>
);

interface LockedFieldProps {
  id: string;
  label: TextKey;
  value: string;
  /** An address or a name, which reads from left to right in any language. */
  isLeftToRight?: boolean;
}

/** A field that the organization sets: it can be focused and copied, but not changed. */
export const LockedField = ({ id, label, value, isLeftToRight = false }: LockedFieldProps) => (
  <div class="field">
    <label for={id}>{text(label)}</label>
    <input
      id={id}
      type="text"
      readonly
      {...(isLeftToRight && { dir: 'ltr' as const })}
      value={value}
      aria-describedby={`${id}-locked`}
    />
    <SetByOrganization id={`${id}-locked`} />
  </div>
);

/** Which field of the policy is ignored, and what it must be, in one sentence for the administrator. */
const problemTexts: Record<PolicyFieldProblem['kind'], TextKey> = {
  'service-address': 'policyWrongAddress',
  'service-address-http': 'policyWrongAddressHttp',
  'secret-id': 'policyWrongSecretId',
  'secret-id-alone': 'policyWrongSecretIdAlone',
  'secret-key': 'policyWrongSecretKey',
  'secret-key-alone': 'policyWrongSecretKeyAlone',
  'short-link-address': 'policyWrongShortLink',
  'credential-style': 'policyWrongStyle',
  path: 'policyWrongPath',
  connections: 'policyWrongConnections',
  'connections-entry': 'policyWrongConnection',
  'allowed-validities': 'policyWrongAllowed',
  'unknown-validity': 'policyWrongUnknown',
  'default-validity': 'policyWrongDefault',
  'default-not-allowed': 'policyWrongDefaultNotAllowed',
  'not-boolean': 'policyWrongBoolean',
};

/** Lists the fields of a policy that cannot be used, with a button that copies the list for the administrator. */
export const PolicyProblems = () => {
  const sentences = policy.value.problems.map((problem) =>
    text(problemTexts[problem.kind], 'value' in problem ? problem.value : ''),
  );
  const { copied, copyNow } = useCopy(() => copy(sentences.join('\n')));
  if (sentences.length === 0) return null;
  return (
    <div class="problem policy">
      <p class="say">{text('policyWrong')}</p>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <CopyButton copied={copied} copy={copyNow} kind="small" />
      {copied === false && <p class="note warn">{text('notCopied')}</p>}
    </div>
  );
};
