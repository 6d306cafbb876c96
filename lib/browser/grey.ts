import { browser } from '@wxt-dev/webextension-polyfill/browser';
import type { KeptGrey } from '../grey/contract.ts';

/** Where the background keeps what the service wants grey, in `storage.local`. */
export const greyKey = 'grey';

/** What the service said of grey days, as yet unread: without a schema, which would cost the popup. May reject. */
export const readGrey = async (): Promise<unknown> => {
  const stored = await browser.storage.local.get(greyKey);
  return (stored[greyKey] as Partial<KeptGrey> | undefined)?.data;
};
