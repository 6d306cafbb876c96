import { notedAs } from '../../lib/errors/noted-errors.ts';
import type { Validity } from '../../lib/validity/schema.ts';
import { offeredValidity } from '../../lib/settings/schema.ts';
import { onShortenPage } from '../../lib/browser/shortcuts.ts';
import { type MenuItem, startContextMenu } from '../../lib/browser/context-menu.ts';
import { type Target, targetNames, targets, type Trigger, triggerIn } from '../../lib/delivery/trigger.ts';
import { text, validityTextKey, withSpaces } from '../../lib/i18n/texts.ts';
import { changeSettings, onSettingsChange, readSettingsOrDefaults } from '../../lib/settings/settings.ts';
import { readLink } from '../../lib/url/link.ts';
import { type Preset, presets, presetValidity } from '../../lib/validity/validity.ts';

/** The validities in the submenu of each item, the default first; empty for items without a submenu. */
const readChoices = async (): Promise<Preset[]> => {
  const settings = await readSettingsOrDefaults();
  if (!settings.menuValidities) return [];
  const offered = presets.filter((each) => settings.offered.includes(each));
  return [...new Set([offeredValidity(settings), ...offered])];
};

const menuItems = async (): Promise<MenuItem[]> => {
  const choices = (await readChoices()).map((id) => ({ id, title: withSpaces(text(validityTextKey(id))) }));
  return targetNames.map((id) => {
    const { title, contexts, onWeb } = targets[id];
    return { id, title: text(title), contexts: [...contexts], onWeb, choices };
  });
};

/** The most specific item. The item of a selection counts only if the selected text, if Firefox gives it, is an address. */
const pickItem = (shown: readonly string[], selected: string | undefined): string | undefined =>
  shown.find((id) => id !== 'selection' || selected === undefined || readLink(selected).ok);

const validityOf = async (choice: Preset | null): Promise<Validity> =>
  presetValidity(choice ?? offeredValidity(await readSettingsOrDefaults()));

const isTarget = (id: string): id is Target => targetNames.some((each) => each === id);

type Shorten = (trigger: Trigger, validity: Promise<Validity>) => Promise<void>;

/** Context menu and keyboard shortcut. Registers its listeners at once. */
export const startTriggers = (shorten: Shorten): void => {
  onShortenPage((tab) => {
    void shorten(triggerIn(tab, { target: 'page', address: tab?.url }), validityOf(null));
  });
  const rebuild = startContextMenu({
    ids: targetNames,
    items: menuItems,
    pick: pickItem,
    onClick({ id, choice, info, tab }) {
      if (!isTarget(id)) return;
      const trigger = triggerIn(tab, { target: id, address: targets[id].addressOf(info, tab) });
      const chosen = presets.find((each) => each === choice) ?? null;
      void shorten(trigger, validityOf(chosen));
      // Nothing of a private window is stored, not even its choice of validity.
      if (chosen && !trigger.private) void changeSettings({ lastValidity: chosen }).catch(notedAs(undefined));
    },
  });
  onSettingsChange(rebuild);
};
