import { beforeEach, expect, it, vi } from 'vitest';

/** In Safari, which refuses to answer about permissions that it does not know. */
const contains = vi.fn(() => Promise.reject(new Error("'notifications' is not a valid permission")));
const create = vi.fn();

beforeEach(() => {
  vi.stubEnv('SAFARI', '1');
  vi.stubGlobal('browser', { permissions: { contains, request: contains }, tabs: { create }, commands: {} });
  vi.resetModules();
});

it('opens no page of Chromium for the shortcuts', async () => {
  const { shortcutSettings } = await import('./shortcuts.ts');
  expect(shortcutSettings()).toBeNull();
});

it('has no notifications, and asks the browser for none', async () => {
  const { hasNotifyAndCopyPermission, requestNotifications, requestNotifyAndCopy } =
    await import('./permissions.ts');
  const { mayNotify } = await import('./notifications.ts');
  for (const ask of [mayNotify, hasNotifyAndCopyPermission, requestNotifications, requestNotifyAndCopy])
    expect(await ask()).toBe(false);
  expect(contains).not.toHaveBeenCalled();
});
