import { useLayoutEffect, useState } from 'preact/hooks';
import type { ConnectionView } from '../../lib/connection/connect.ts';
import { text } from '../../lib/i18n/texts.ts';
import type { AccessActions } from '../policy/PolicyAccount.tsx';
import { Icon } from '../ui/Icon.tsx';

/** Whether the browser lets the extension reach the connected service. */
export const useReachable = (
  view: ConnectionView | null,
  actions: Pick<AccessActions, 'mayReach' | 'onPermissionChange'>,
): boolean => {
  const [isReachable, setReachable] = useState(true);
  const origin = view && new URL(view.address).origin;
  useLayoutEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const refresh = async (): Promise<void> => {
      if (origin === null) return;
      const may = await actions.mayReach(origin);
      if (!signal.aborted) setReachable(may);
    };
    void refresh();
    actions.onPermissionChange(() => void refresh(), signal);
    return () => controller.abort();
  }, [origin]);
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
