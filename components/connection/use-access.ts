import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { hasHostPermission, onPermissionChange, requestAccess } from '../../lib/browser/permissions.ts';
import { text } from '../../lib/i18n/texts.ts';
import { useAction } from '../ui/use-action.ts';
import { useSubscription } from '../ui/use-subscription.ts';

/** Whether the browser lets the extension reach a service; null until it has answered, and without a service. */
export const useReachable = (address: string | null): boolean | null => {
  const [isReachable, setReachable] = useState<boolean | null>(null);
  const origin = address === null ? null : new URL(address).origin;
  useSubscription(
    (signal) => {
      if (origin === null) return;
      const refresh = async (): Promise<void> => {
        const may = await hasHostPermission(origin);
        if (!signal.aborted) setReachable(may);
      };
      void refresh();
      onPermissionChange(() => void refresh(), signal);
    },
    [origin],
  );
  return isReachable;
};

/** The access to a service, with a button that requests it where it is missing. */
export const useAccess = (address: string | null) => {
  /** Null until it is known. */
  const hasAccess = useReachable(address);
  /** The element that takes the focus when access is granted, because the button is removed then. */
  const focusTarget = useRef<HTMLParagraphElement>(null);
  const isRequested = useRef(false);
  const request = useAction(async () => {
    isRequested.current = true;
    if (address === null || (await requestAccess(new URL(address).origin))) return null;
    return text('policyRefused');
  });
  useLayoutEffect(() => {
    if (!hasAccess) return;
    request.setFailure(null);
    if (isRequested.current) focusTarget.current?.focus();
  }, [hasAccess]);
  return { hasAccess, focusTarget, request };
};
