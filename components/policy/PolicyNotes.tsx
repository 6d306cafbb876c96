import { useContext } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import type { PolicyView } from '../../lib/connection/policy-view.ts';
import { Policy } from './policy-view.ts';
import { policyProblemText } from './words.ts';

const isAnySet = ({ connection, offered, defaultValidity, musicOff }: PolicyView): boolean =>
  offered !== null ||
  defaultValidity !== null ||
  musicOff ||
  connection.address !== null ||
  connection.template !== null ||
  connection.credentials !== null ||
  Object.values(connection.paths).some((path) => path !== null);

/** That an organisation sets some of the settings, and what of its policy cannot be used; nothing where there is none. */
export const PolicyNotes = () => {
  const policy = useContext(Policy);
  const { problems } = policy;
  const isSet = isAnySet(policy);
  if (!isSet && problems.length === 0) return null;
  return (
    <div class="policy">
      {isSet && <p class="notice">{text('policyIntro')}</p>}
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
