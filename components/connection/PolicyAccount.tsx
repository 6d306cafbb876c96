import { text } from '../../lib/i18n/texts.ts';
import { connectionProblem, policy } from '../options/options-state.ts';
import { SetByOrganisation } from '../policy/Policy.tsx';
import { Alert } from '../ui/Problem.tsx';
import { Service } from './Service.tsx';
import { useAccess } from './use-access.ts';

/** The account, and the access to its service, which a policy cannot grant. */
const PolicyRow = ({ address, secretId }: { address: string; secretId: string }) => {
  const { hasAccess, isRefused, focusTarget, request } = useAccess(address);
  const problem = connectionProblem.value;
  return (
    <div class="setting account">
      <Service state={problem !== null || hasAccess === false ? 'bad' : 'good'} address={address}>
        <p ref={focusTarget} tabIndex={-1} role={hasAccess ? undefined : 'status'} class="note">
          {hasAccess === false && text('policyAllowNeeded')}
          {hasAccess && (problem ?? text('connectedAs', secretId))}
        </p>
      </Service>
      {hasAccess === false && (
        <button type="button" class="small" onClick={request}>
          {text('policyAllow')}
        </button>
      )}
      <Alert>{isRefused && text('policyRefused')}</Alert>
    </div>
  );
};

/** The connection if the organisation sets the whole account. */
export const PolicyAccount = () => {
  const { address, secretId, template } = policy.value.connection;
  if (address === null || secretId === null) return null;
  return (
    <div class="section">
      <div class="card rows connection">
        <PolicyRow key={address} address={address} secretId={secretId} />
        {template !== null && (
          <dl class="setting">
            <dt class="grow">{text('shortLinkAddressLabel')}</dt>
            <dd class="soft" dir="ltr">
              {template}
            </dd>
          </dl>
        )}
      </div>
      <SetByOrganisation />
    </div>
  );
};
