import { onShortenPage } from '../../lib/browser/commands.ts';
import { startMenus } from '../../lib/browser/menus.ts';
import { readLink } from '../../lib/address/address.ts';
import {
  changeSettings,
  offeredValidity,
  onSettingsChange,
  readSettingsAnyhow,
} from '../../lib/settings/settings.ts';
import type { Asked } from '../../lib/telling/contract.ts';
import type { Validity } from '../../lib/validity/contract.ts';
import { type LastingChoice, lastingChoices, lastingValidity } from '../../lib/validity/validity.ts';

/** The default first. */
const choices = async () => {
  const settings = await readSettingsAnyhow();
  if (!settings.menuValidities) return [];
  const offered = lastingChoices.filter((each) => settings.offered.includes(each));
  return [...new Set([offeredValidity(settings), ...offered])];
};

const validityOf = async (choice: LastingChoice | null): Promise<Validity> =>
  lastingValidity(choice ?? offeredValidity(await readSettingsAnyhow()));

/** Menu and shortcut. Registers its listeners at once. */
export const startAsking = (ask: (asked: Asked, validity: Promise<Validity>) => Promise<void>): void => {
  const asks = (asked: Asked, choice: LastingChoice | null): void => {
    void ask(asked, validityOf(choice));
    // Of a private window nothing stays, its choice of validity neither.
    if (choice && !asked.private) void changeSettings({ lastValidity: choice });
  };
  onShortenPage((asked) => asks(asked, null));
  onSettingsChange(startMenus({ choices, isAddress: (selected) => readLink(selected).ok, clicked: asks }));
};
