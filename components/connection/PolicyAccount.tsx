import type { LockedConnection } from '../../lib/connection/policy-connection.ts';
import { text } from '../../lib/i18n/texts.ts';
import { SetByOrganisation } from '../policy/Policy.tsx';
import { Alert } from '../ui/Problem.tsx';
import type { AccessActions } from './connection-form.ts';
import { Service } from './Service.tsx';
import { useAccess } from './use-access.ts';

interface PolicyRowProps extends Pick<PolicyAccountProps, 'actions' | 'problem'> {
  address: string;
  secretId: string;
}

/** The account, and the access to its service, which a policy cannot grant. */
const PolicyRow = ({ address, secretId, actions, problem }: PolicyRowProps) => {
  const { hasAccess, isRefused, focusTarget, request } = useAccess(address, actions);
  return (
    <div class="setting account">
      <Service state={problem || hasAccess === false ? 'bad' : 'good'} address={address}>
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

interface PolicyAccountProps {
  connection: LockedConnection;
  actions: AccessActions;
  /** What the last check of the connection found wrong with it; null if nothing. */
  problem?: string | null | undefined;
}

/** The connection if the organisation sets the whole account. */
export const PolicyAccount = ({ connection, ...props }: PolicyAccountProps) => {
  const { address, secretId, template } = connection;
  if (address === null || secretId === null) return null;
  return (
    <div class="section">
      <div class="card rows connection">
        <PolicyRow key={address} address={address} secretId={secretId} {...props} />
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
