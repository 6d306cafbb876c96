import { logAndReturn } from '../../lib/errors/error-log.ts';
import type { Validity } from '../../lib/validity/schema.ts';
import { offeredValidity } from '../../lib/settings/schema.ts';
import { onShortenPage } from '../../lib/browser/shortcuts.ts';
import { passClickToPage } from '../../lib/browser/injection.ts';
import { beginReplacing } from '../../lib/browser/replace-selection.ts';
import { openPage } from '../../lib/browser/pages.ts';
import { readMenuTabs } from '../../lib/browser/tabs.ts';
import { batchPath } from '../../lib/batch/plan.ts';
import {
  type MenuChoice,
  type MenuClick,
  type MenuItem,
  startContextMenu,
} from '../../lib/browser/context-menu.ts';
import {
  addressInSelection,
  type Trigger,
  triggerIn,
  type TriggerName,
  triggers,
} from '../../lib/delivery/trigger.ts';
import type { Delivery } from '../../lib/delivery/delivery.ts';
import { createEventCopy } from './event-copy.ts';
import { plural, text, validityTextKey, withSpaces } from '../../lib/i18n/texts.ts';
import { changeSettings, onSettingsChange, readSettingsOrDefaults } from '../../lib/settings/settings.ts';
import { nameOf } from '../../lib/settings/connection-info.ts';
import { type Preset, presets, presetValidity } from '../../lib/validity/validity.ts';

/** In titles, browsers read `&` as the mark of a key, and put the selected text in for `%s`. */
const asTitle = (name: string): string => name.replaceAll('&', '&&').replaceAll('%s', '%\u2060s');

/**
 * The submenu of each item, empty if it has none: the validities if the setting says so, with the default one first, and the
 * connections if there are several. They share a submenu, since a browser puts two or more items of an extension below its name.
 */
const readChoices = async (): Promise<MenuChoice[]> => {
  const settings = await readSettingsOrDefaults();
  const { menuValidities, offered, connections } = settings;
  const validities = menuValidities
    ? [...new Set([offeredValidity(settings), ...presets.filter((each) => offered.includes(each))])]
    : [];
  // A validity in the submenu is for the default connection, so this one is listed only if there are no validities.
  const [, ...others] = connections;
  const shown = others.length > 0 && !menuValidities ? connections : others;
  return [
    ...validities.map((id) => ({ id, title: withSpaces(text(validityTextKey(id))) })),
    ...(menuValidities && shown.length > 0 ? [{ id: 'line' }] : []),
    ...shown.map((each) => ({ id: each.id, title: asTitle(text('menuConnection', nameOf(each))) })),
  ];
};

/** The triggers that have an item in a menu; the most specific one first. */
const itemNames = (Object.keys(triggers) as TriggerName[]).filter((name) => 'item' in triggers[name]);

const menuItems = async (): Promise<MenuItem[]> => {
  const choices = await readChoices();
  return itemNames.flatMap((id): MenuItem[] => {
    const row = triggers[id];
    if (!('item' in row)) return [];
    const { title, contexts, onWeb } = row.item;
    return [{ id, title: text(title), contexts: [...contexts], onWeb, choices }];
  });
};

/** The title of the item of a tab for all selected ones. */
const titleForTabs = (count: number): string =>
  count > 1 ? withSpaces(plural('batchTitleSelected', count)) : text(triggers.tab.item.title);

/** The trigger of a click; undefined for an item of the extension that shortens nothing. */
const clickedTrigger = ({ id, info }: MenuClick): TriggerName | undefined => {
  const name = itemNames.find((each) => each === id);
  // Chromium: the item of a field without a selection.
  return name === 'selection' && !info.selectionText ? 'page' : name;
};

/** The most specific item. The item of a selection counts only if the selected text, if Firefox gives it, is an address. */
const pickItem = (shown: readonly string[], selected: string | undefined): string | undefined =>
  itemNames.find(
    (id) =>
      id !== 'tab' &&
      shown.includes(id) &&
      (id !== 'selection' || selected === undefined || addressInSelection(selected) !== undefined),
  );

/** The chosen validity; for null, the one that is offered first for this connection, or for the default one without an id. */
export const requestedValidity = async (choice: Preset | null, connection?: string): Promise<Validity> => {
  if (choice) return presetValidity(choice);
  const settings = await readSettingsOrDefaults();
  return presetValidity(
    offeredValidity(
      settings,
      settings.connections.find(({ id }) => id === connection),
    ),
  );
};

/** A function that replaces the selected address in an editable field with its short link; undefined without such a selection. */
const replacementOf = ({ id, info, tab }: MenuClick): Trigger['replace'] => {
  const address = addressInSelection(info.selectionText ?? '');
  const isInField = id === 'selection' && info.editable && address !== undefined;
  if (!isInField || tab?.id === undefined) return undefined;
  return beginReplacing({ tabId: tab.id, frameId: info.frameId ?? 0 }, address);
};

/** Context menu and keyboard shortcut. Registers its listeners at once. */
export const startTriggers = (delivery: Pick<Delivery, 'shorten'>): void => {
  const shorten = delivery.shorten.bind(delivery);
  onShortenPage((tab) => {
    void shorten(triggerIn('shortcut', { tab }), requestedValidity(null));
  });
  const eventCopy = createEventCopy();
  const shortenTab = async (
    tab: NonNullable<MenuClick['tab']>,
    chosen: Preset | null,
    connection?: string,
  ): Promise<void> => {
    if (tab.active && tab.id !== undefined) passClickToPage(tab.id);
    // To Firefox, a click on a tab is none on its page, so the page could not copy. Of private windows, only pages copy: Firefox
    // keeps that out of the clipboard's history on Windows.
    const copy = tab.incognito ? undefined : eventCopy.begin();
    const { tabs, inFront } = await readMenuTabs(tab);
    if (tabs.length > 1) {
      void copy?.(null);
      return openPage(
        batchPath({ window: null, tabs, private: tab.incognito, validity: chosen, connection }),
      );
    }
    const trigger = triggerIn('tab', { tab }, inFront);
    await shorten({ ...trigger, connection, copy }, requestedValidity(chosen, connection));
  };
  const rebuild = startContextMenu({
    ids: itemNames,
    tabItem: { id: 'tab', title: titleForTabs },
    items: menuItems,
    pick(shown, selected) {
      if (shown.includes('tab')) void eventCopy.prepare();
      const picked = pickItem(shown, selected);
      return shown.filter((id) => id === picked || id === 'tab');
    },
    onClick(click) {
      const { choice, info, tab } = click;
      // The id of a choice is a validity or the id of a connection.
      const chosen = presets.find((each) => each === choice) ?? null;
      const connection = chosen === null && choice !== null ? choice : undefined;
      const name = clickedTrigger(click);
      if (name === 'tab' && tab) void shortenTab(tab, chosen, connection);
      else if (name) {
        const replace = replacementOf(click);
        const trigger = triggerIn(name, { tab, info });
        void shorten({ ...trigger, connection, replace }, requestedValidity(chosen, connection));
      }
      // Nothing of a private window is stored, not even its choice of validity.
      if (chosen && tab?.incognito === false)
        void changeSettings({ lastValidity: chosen }).catch(logAndReturn(undefined));
    },
  });
  onSettingsChange(rebuild);
};
