import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type AccessActions, useReachable } from './connection-form.ts';

/** The access to a service, with a button that requests it where it is missing. */
export const useAccess = (address: string, actions: AccessActions) => {
  const may = useReachable(address, actions);
  const [isRefused, setRefused] = useState(false);
  /** The element to which the focus moves from the button, which is removed. */
  const outcome = useRef<HTMLParagraphElement>(null);
  const isRequested = useRef(false);
  useLayoutEffect(() => {
    if (!may) return;
    setRefused(false);
    if (isRequested.current) outcome.current?.focus();
  }, [may]);
  const request = (): void => {
    isRequested.current = true;
    void actions.requestAccess(new URL(address).origin).then((isGranted) => setRefused(!isGranted));
  };
  return { may, isRefused, outcome, request };
};
