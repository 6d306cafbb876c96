import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type AccessActions, useReachable } from './connection-form.ts';

/** The access to a service, with a button that requests it where it is missing. */
export const useAccess = (address: string, actions: AccessActions) => {
  /** Null until it is known. */
  const hasAccess = useReachable(address, actions);
  const [isRefused, setRefused] = useState(false);
  /** The element that takes the focus when access is granted, because the button is removed then. */
  const focusTarget = useRef<HTMLParagraphElement>(null);
  const isRequested = useRef(false);
  useLayoutEffect(() => {
    if (!hasAccess) return;
    setRefused(false);
    if (isRequested.current) focusTarget.current?.focus();
  }, [hasAccess]);
  const request = (): void => {
    isRequested.current = true;
    void actions.requestAccess(new URL(address).origin).then((isGranted) => setRefused(!isGranted));
  };
  return { hasAccess, isRefused, focusTarget, request };
};
