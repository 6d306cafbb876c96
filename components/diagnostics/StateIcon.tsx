import type { State } from '../../lib/diagnostics/verdict.ts';
import { Icon, type IconName } from '../ui/Icon.tsx';

/** Each state has its own shape, so that it does not depend on the colour. */
const icons: Record<State, IconName> = {
  good: 'check',
  notice: 'info',
  bad: 'alert',
  unchecked: 'more',
  waiting: 'more',
};

/** The icon of a row's state; the word for it is in the row's title. */
export const StateIcon = ({ state }: { state: State }) => (
  <span data-state={state}>
    <Icon name={icons[state]} />
  </span>
);
