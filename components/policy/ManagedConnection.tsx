import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import { LockedField } from './LockedField.tsx';
import type { LockedConnection } from '../../lib/connection/policy-view.ts';
import { SetByOrganisation } from './SetByOrganisation.tsx';

/** What an account by policy can have done. Nothing rejects. */
export interface AccessActions {
  /** Asks for the origin's permission; must be called before anything is awaited. */
  askToReach(origin: string): Promise<boolean>;
  mayReach(origin: string): Promise<boolean>;
  /** Gives what stops the calls. */
  onReachChange(changed: () => void): void;
}

interface AccessProps {
  address: string;
  actions: AccessActions;
}

/** Whether the service may be reached; null until the browser has told. */
const useAccess = ({ address, actions }: AccessProps) => {
  const { origin } = new URL(address);
  const [may, setMay] = useState<boolean | null>(null);
  const [isRefused, setRefused] = useState(false);
  const look = (): void =>
    void actions.mayReach(origin).then((now) => {
      setMay(now);
      if (now) setRefused(false);
    });
  useLayoutEffect(() => {
    look();
    actions.onReachChange(look);
  }, []);
  /** Call it inside the click. */
  const allow = (): void =>
    void actions.askToReach(origin).then((isGranted) => {
      setRefused(!isGranted);
      look();
    });
  return { may, isRefused, allow };
};

/** The one thing that a policy cannot give. */
const Access = (props: AccessProps) => {
  const { may, isRefused, allow } = useAccess(props);
  const { address } = props;
  const outcome = useRef<HTMLParagraphElement>(null);
  const isAsked = useRef(false);
  // The button goes, and would take the focus along: what it came to is said where the focus is then.
  useLayoutEffect(() => {
    if (may && isAsked.current) outcome.current?.focus();
  }, [may]);
  const ask = (): void => {
    isAsked.current = true;
    allow();
  };
  return (
    <div class="access">
      <p ref={outcome} tabIndex={-1} role={may ? undefined : 'status'} class={may ? 'good' : 'note'}>
        {may !== null && text(may ? 'policyAllowed' : 'policyAllowNeeded', address)}
      </p>
      {may === false && (
        <button type="button" class="primary" onClick={ask}>
          {text('policyAllow')}
        </button>
      )}
      <p role="alert" class="problem">
        {isRefused && text('policyRefused', address)}
      </p>
    </div>
  );
};

/** The connection where the organisation sets the whole account. */
export const ManagedConnection = ({
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
      <LockedField id="address" label="serviceAddressLabel" value={address} isCode />
      <LockedField id="secretId" label="secretIdLabel" value={secretId} isCode />
      <div class="field">
        <span class="label">{text('secretKeyLabel')}</span>
        <SetByOrganisation id="secretKey-locked" />
      </div>
      {template !== null && (
        <LockedField id="template" label="shortLinkAddressLabel" value={template} isCode />
      )}
      <Access key={address} address={address} actions={actions} />
    </div>
  );
};
