import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import { Icon } from '../ui/Icon.tsx';
import { useSubscription } from '../ui/use-subscription.ts';
import { LockedField } from './LockedField.tsx';
import type { LockedConnection } from '../../lib/connection/policy-view.ts';
import { SetByOrganisation } from './SetByOrganisation.tsx';

/** The actions on the access to a service. Nothing rejects. */
export interface AccessActions {
  /** Requests access to an origin; call it before anything is awaited. */
  requestAccess(origin: string): Promise<boolean>;
  mayReach(origin: string): Promise<boolean>;
  onPermissionChange(changed: () => void, signal?: AbortSignal): void;
}

interface AccessProps {
  address: string;
  actions: AccessActions;
}

/** Whether the service may be reached; null until the browser has answered. */
const useAccess = ({ address, actions }: AccessProps) => {
  const { origin } = new URL(address);
  const [may, setMay] = useState<boolean | null>(null);
  const [isRefused, setRefused] = useState(false);
  const refresh = (): void =>
    void actions.mayReach(origin).then((now) => {
      setMay(now);
      if (now) setRefused(false);
    });
  useSubscription((signal) => {
    refresh();
    actions.onPermissionChange(refresh, signal);
  });
  /** Call it inside the click. */
  const allow = (): void =>
    void actions.requestAccess(origin).then((isGranted) => {
      setRefused(!isGranted);
      refresh();
    });
  return { may, isRefused, allow };
};

/** The access to the service, which a policy cannot grant. */
const Access = (props: AccessProps) => {
  const { may, isRefused, allow } = useAccess(props);
  const { address } = props;
  const outcome = useRef<HTMLParagraphElement>(null);
  const isRequested = useRef(false);
  // The button is removed, so the focus moves to the result.
  useLayoutEffect(() => {
    if (may && isRequested.current) outcome.current?.focus();
  }, [may]);
  const request = (): void => {
    isRequested.current = true;
    allow();
  };
  return (
    <div class="access">
      <p ref={outcome} tabIndex={-1} role={may ? undefined : 'status'} class={may ? 'good' : 'note'}>
        {may && <Icon name="check" />}
        {may !== null && text(may ? 'policyAllowed' : 'policyAllowNeeded', address)}
      </p>
      {may === false && (
        <button type="button" class="primary" onClick={request}>
          {text('policyAllow')}
        </button>
      )}
      <p role="alert" class="problem">
        {isRefused && text('policyRefused', address)}
      </p>
    </div>
  );
};

/** The connection if the organisation sets the whole account. */
export const PolicyAccount = ({
  connection,
  actions,
}: {
  connection: LockedConnection;
  actions: AccessActions;
}) => {
  const { address, secretId, template } = connection;
  if (address === null || secretId === null) return null;
  return (
    <div class="form card">
      <LockedField id="address" label="serviceAddressLabel" value={address} isLeftToRight />
      <LockedField id="secretId" label="secretIdLabel" value={secretId} isLeftToRight />
      <div class="field">
        <span class="label">{text('secretKeyLabel')}</span>
        <SetByOrganisation id="secretKey-locked" />
      </div>
      {template !== null && (
        <LockedField id="template" label="shortLinkAddressLabel" value={template} isLeftToRight />
      )}
      <Access key={address} address={address} actions={actions} />
    </div>
  );
};
