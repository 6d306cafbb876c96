import { useContext } from 'preact/hooks';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import type { PolicyFieldProblem, PolicyView } from '../../lib/connection/policy-view.ts';
import { Icon } from '../ui/Icon.tsx';
import { Policy } from './policy-context.ts';

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

/** Notes that an organisation sets some settings, and lists the fields of its policy that cannot be used. */
export const PolicyNotes = () => {
  const policy = useContext(Policy);
  const { problems } = policy;
  const isSet = isAnySet(policy);
  if (!isSet && problems.length === 0) return null;
  return (
    <div class="policy">
      {isSet && (
        <p class="notice">
          <Icon name="info" />
          <span>{text('policyIntro')}</span>
        </p>
      )}
      {problems.length > 0 && (
        <div class="problem">
          <p>{text('policyWrong')}</p>
          <ul>
            {problems.map((problem) => (
              <li key={JSON.stringify(problem)}>{policyProblemText(problem)}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
};
