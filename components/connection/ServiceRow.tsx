import { useState } from 'preact/hooks';
import type { ConnectionView } from '../../lib/connection/connect.ts';
import { text } from '../../lib/i18n/texts.ts';
import type { AccessActions } from '../policy/PolicyAccount.tsx';
import { Icon } from '../ui/Icon.tsx';
import { useSubscription } from '../ui/use-subscription.ts';

/** Whether the browser lets the extension reach the service that was connected when the page opened. */
export const useReachable = (
  view: ConnectionView | null,
  actions: Pick<AccessActions, 'mayReach' | 'onPermissionChange'>,
): boolean => {
  const [isReachable, setReachable] = useState(true);
  const origin = view && new URL(view.address).origin;
  useSubscription((signal) => {
    if (origin === null) return;
    const refresh = (): void => void actions.mayReach(origin).then(setReachable);
    refresh();
    actions.onPermissionChange(refresh, signal);
  });
  return isReachable;
};

interface ServiceRowProps {
  view: ConnectionView;
  isReachable: boolean;
  /** Whether the form is shown. */
  isOpen: boolean;
  toggle(): void;
}

/** The connected service in one row, with a button that shows its form. */
export const ServiceRow = ({ view, isReachable, isOpen, toggle }: ServiceRowProps) => (
  <div class="setting">
    <span class={isReachable ? 'good' : 'warn'}>
      <Icon name={isReachable ? 'check' : 'alert'} />
    </span>
    <div class="grow">
      <p class="cut">
        <bdi dir="ltr">{view.address.replace(/^https:\/\//, '')}</bdi>
      </p>
      <p class="note">{isReachable ? text('connectedAs', view.secretId) : text('connectedUnreachable')}</p>
    </div>
    <button
      type="button"
      class="small"
      aria-expanded={isOpen}
      aria-controls={isOpen ? 'connection-form' : undefined}
      onClick={toggle}
    >
      {text('connectionChange')}
    </button>
  </div>
);
