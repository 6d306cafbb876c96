import { fireEvent, render, screen } from '@testing-library/preact';
import { vi } from 'vitest';
import type { ConnectResult, ConnectionView } from '../../lib/connection/connect.ts';
import { policyViewOf } from '../../lib/connection/policy-view.ts';
import type { ManagedPolicy } from '../../lib/settings/policy.ts';
import { Policy } from '../policy/Policy.tsx';
import { Connection } from '../connection/Connection.tsx';
import type { ConnectionActions } from '../connection/connection-form.ts';

export const savedView: ConnectionView = { address: 'https://s.example/v3', secretId: 'me', template: '' };

/** The values of a form that can be sent. */
export const typed = { 'Service address': 's.example', SecretID: 'me', SecretKey: 'k:ey' };

interface ConnectionTest {
  view?: ConnectionView | null;
  isUnreadable?: boolean;
  managed?: ManagedPolicy;
  isGranted?: boolean;
  /** Whether the connected service can be reached. */
  isReachable?: boolean;
  result?: ConnectResult | null | Promise<ConnectResult | null>;
}

/** Renders the section with actions that grant access and connect, unless the test says otherwise. */
export const renderConnection = ({
  view = null,
  isUnreadable = false,
  managed = {},
  isGranted = true,
  isReachable = true,
  result = { ok: true, view: savedView, clockDifference: 0 },
}: ConnectionTest = {}) => {
  const current = { isReachable };
  const listeners: (() => void)[] = [];
  const mayReach = vi.fn<ConnectionActions['mayReach']>(() => Promise.resolve(current.isReachable));
  const requestAccess = vi.fn<ConnectionActions['requestAccess']>(() => Promise.resolve(isGranted));
  const connect = vi.fn<ConnectionActions['connect']>(() => Promise.resolve(result));
  const actions: ConnectionActions = {
    requestAccess,
    connect,
    mayReach,
    onPermissionChange: (changed) => void listeners.push(changed),
  };
  const { container } = render(
    <Policy.Provider value={policyViewOf(managed)}>
      <Connection view={view} isUnreadable={isUnreadable} prefill={{}} actions={actions} />
    </Policy.Provider>,
  );
  const setReachable = (value: boolean): void => {
    current.isReachable = value;
    for (const changed of listeners) changed();
  };
  return { requestAccess, mayReach, connect, container, setReachable };
};

export const fieldOf = (name: string): HTMLInputElement => screen.getByLabelText(name, { selector: 'input' });

export const fillIn = (values: Record<string, string>): void => {
  for (const [name, value] of Object.entries(values)) fireEvent.input(fieldOf(name), { target: { value } });
};

/** Presses the button that saves, and returns it. */
export const submit = (name = 'Save and connect'): HTMLElement => {
  const button = screen.getByRole('button', { name });
  fireEvent.click(button);
  return button;
};
