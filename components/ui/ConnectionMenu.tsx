import { text } from '../../lib/i18n/texts.ts';
import { type ConnectionInfo, nameOf } from '../../lib/settings/connection-info.ts';
import type { Preset } from '../../lib/validity/validity.ts';
import { goToSettings } from '../page.ts';
import { Menu, type MenuItem } from './Menu.tsx';
import type { ValidityState } from './ValidityFields.tsx';

/** Offers the validity of another connection; one that the person has chosen stays. */
export const followConnection = (
  { chosen, setChosen }: Pick<ValidityState, 'chosen' | 'setChosen'>,
  { before, after }: Record<'before' | 'after', Preset>,
): void => {
  if (chosen === before) setChosen(after);
};

interface ConnectionMenuProps {
  connections: readonly ConnectionInfo[];
  chosen: ConnectionInfo | undefined;
  /** Stands above them. */
  heading: string;
  /** The keys that choose the connection at this position. */
  keysOf?(at: number): string;
  choose(connection: ConnectionInfo): void;
}

/** If there are several connections: the one that is used, and a menu with all of them. */
export const ConnectionMenu = (props: ConnectionMenuProps) => {
  const { connections, chosen, heading, keysOf, choose } = props;
  if (!chosen || connections.length < 2) return null;
  const items = connections.map((each, at): MenuItem => ({
    icon: 'check',
    hue: each.hue,
    name: nameOf(each),
    isSelected: each.id === chosen.id,
    keys: keysOf?.(at) || undefined,
    choose: () => choose(each),
  }));
  const name = text('connectionsOpen');
  items.push({ icon: 'settings', name, startsGroup: true, choose: goToSettings });
  return (
    <Menu
      small
      name={text('connectionTitle')}
      heading={heading}
      label={nameOf(chosen)}
      hue={chosen.hue}
      items={items}
    />
  );
};
