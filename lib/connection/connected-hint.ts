import { changeSettings, readOwnSettings } from '../settings/settings.ts';
import type { Vault } from './account.ts';

/** Whether an account was saved that the browser has lost since: it replaces a damaged database by an empty one without an error. */
export const isAccountLost = async (vault: Pick<Vault, 'read'>): Promise<boolean> => {
  const { connected } = await readOwnSettings();
  return connected && (await vault.read()) === null;
};

/** Stores the hint for pages again if the browser has lost it with the other settings, but not the account. */
export const restoreConnectedHint = async (vault: Pick<Vault, 'read'>): Promise<void> => {
  const { connected } = await readOwnSettings();
  if (!connected && (await vault.read())) await changeSettings({ connected: true });
};
