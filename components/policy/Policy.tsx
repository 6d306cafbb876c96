import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import {
  type PolicyFieldProblem,
  type PolicyView,
  policyViewOf,
} from '../../lib/connection/policy-connection.ts';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { Icon } from '../ui/Icon.tsx';

/** The policy, for every part of the page in which it may lock a field. By default, nothing is set. */
export const Policy = createContext<PolicyView>(policyViewOf({}));

const Lock = () => (
  <svg width="14" height="14" viewBox="0 0 14 14" fill="none" stroke="currentColor" aria-hidden="true">
    <rect x="2.5" y="6" width="9" height="6.5" rx="1.5" fill="currentColor" />
    <path d="M4.5 6V4a2.5 2.5 0 0 1 5 0v2" stroke-width="1.5" />
  </svg>
);

/** The mark beside a control that the person cannot change; the control names its id in `aria-describedby`. */
export const SetByOrganisation = ({ id, message = 'policySet' }: { id: string; message?: TextKey }) => (
  <p id={id} class="note locked">
    <Lock />
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

/** A field that the organisation sets: it can be focused and copied, but not changed. */
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
    <SetByOrganisation id={`${id}-locked`} />
  </div>
);

const sentences: Record<PolicyFieldProblem['kind'], TextKey> = {
  'service-address': 'policyWrongAddress',
  'service-address-http': 'policyWrongAddressHttp',
  'secret-id': 'policyWrongSecretId',
  'secret-id-alone': 'policyWrongSecretIdAlone',
  'secret-key': 'policyWrongSecretKey',
  'secret-key-alone': 'policyWrongSecretKeyAlone',
  'short-link-address': 'policyWrongShortLink',
  'credential-style': 'policyWrongStyle',
  path: 'policyWrongPath',
  'allowed-validities': 'policyWrongAllowed',
  'unknown-validity': 'policyWrongUnknown',
  'default-validity': 'policyWrongDefault',
  'default-not-allowed': 'policyWrongDefaultNotAllowed',
  'music-off': 'policyWrongMusicOff',
};

/** Which field of the policy is ignored, and what it must be, in one sentence for the administrator. */
const policyProblemText = (problem: PolicyFieldProblem): string =>
  text(sentences[problem.kind], 'value' in problem ? problem.value : '');

const isAnySet = ({ connection, offered, defaultValidity, musicOff }: PolicyView): boolean =>
  offered !== null ||
  defaultValidity !== null ||
  musicOff ||
  connection.address !== null ||
  connection.template !== null ||
  connection.credentials !== null ||
  Object.values(connection.paths).some((path) => path !== null);

/** Lists the fields of a policy that cannot be used, or else notes that an organisation sets some settings. */
export const PolicyNotes = () => {
  const policy = useContext(Policy);
  const { problems } = policy;
  if (problems.length > 0)
    return (
      <div class="problem policy">
        <p>{text('policyWrong')}</p>
        <ul>
          {problems.map((problem) => (
            <li key={JSON.stringify(problem)}>{policyProblemText(problem)}</li>
          ))}
        </ul>
      </div>
    );
  if (!isAnySet(policy)) return null;
  return (
    <p class="notice">
      <Icon name="info" />
      <span>{text('policyIntro')}</span>
    </p>
  );
};
