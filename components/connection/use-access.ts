import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { hasHostPermission, onPermissionChange, requestAccess } from '../../lib/browser/permissions.ts';
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
export const useAccess = (address: string) => {
  /** Null until it is known. */
  const hasAccess = useReachable(address);
  const [isRefused, setRefused] = useState(false);
  /** The element that takes the focus when access is granted, because the button is removed then. */
  const focusTarget = useRef<HTMLParagraphElement>(null);
  const isRequested = useRef(false);
  useLayoutEffect(() => {
    if (!hasAccess) return;
    setRefused(false);
    if (isRequested.current) focusTarget.current?.focus();
  }, [hasAccess]);
  const request = async (): Promise<void> => {
    isRequested.current = true;
    setRefused(!(await requestAccess(new URL(address).origin)));
  };
  return { hasAccess, isRefused, focusTarget, request: (): void => void request() };
};
