import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { LockedConnection } from '../../lib/connection/policy-connection.ts';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { SetByOrganisation } from '../policy/Policy.tsx';
import { Icon } from '../ui/Icon.tsx';
import { type AccessActions, useReachable } from './connection-form.ts';

/** The access to the service, which a policy cannot grant. */
const Access = ({ address, actions }: { address: string; actions: AccessActions }) => {
  const may = useReachable(address, actions);
  const [isRefused, setRefused] = useState(false);
  const outcome = useRef<HTMLParagraphElement>(null);
  const isRequested = useRef(false);
  useLayoutEffect(() => {
    if (!may) return;
    setRefused(false);
    // The button is removed, so the focus moves to the result.
    if (isRequested.current) outcome.current?.focus();
  }, [may]);
  const request = (): void => {
    isRequested.current = true;
    void actions.requestAccess(new URL(address).origin).then((isGranted) => setRefused(!isGranted));
  };
  return (
    <div class="access">
      <p ref={outcome} tabIndex={-1} role={may ? undefined : 'status'} class={may ? 'good' : 'note'}>
        {may && <Icon name="check" />}
        {may !== null && text(may ? 'policyAllowed' : 'policyAllowNeeded', address)}
      </p>
      {may === false && (
        <button type="button" class="primary small" onClick={request}>
          {text('policyAllow')}
        </button>
      )}
      <p role="alert" class="problem">
        {isRefused && text('policyRefused', address)}
      </p>
    </div>
  );
};

interface PolicyAccountProps {
  connection: LockedConnection;
  actions: AccessActions;
}

/** The connection if the organisation sets the whole account. */
export const PolicyAccount = ({ connection, actions }: PolicyAccountProps) => {
  const { address, secretId, template } = connection;
  if (address === null || secretId === null) return null;
  const rows: [TextKey, string | null][] = [
    ['serviceAddressLabel', address],
    ['secretIdLabel', secretId],
    ['secretKeyLabel', '••••'],
    ['shortLinkAddressLabel', template],
  ];
  return (
    <div class="form card">
      <SetByOrganisation id="account-locked" />
      <dl class="account" aria-describedby="account-locked">
        {rows.map(
          ([label, value]) =>
            value !== null && (
              <div key={label}>
                <dt class="label">{text(label)}</dt>
                <dd dir="ltr">{value}</dd>
              </div>
            ),
        )}
      </dl>
      <Access key={address} address={address} actions={actions} />
    </div>
  );
};
