import { useLayoutEffect, useRef } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import type { ConnectionInfo } from '../../lib/settings/connection-info.ts';
import { offeredValidity, type ValiditySettings } from '../../lib/settings/schema.ts';
import { chosenConnection, type DraftOptions } from '../../lib/shortening/draft.ts';
import { ConnectionMenu, followConnection } from '../ui/ConnectionMenu.tsx';
import { useSubscription } from '../ui/use-subscription.ts';
import type { ValidityState } from '../ui/ValidityFields.tsx';
import { withOptions } from './OptionFields.tsx';
import type { PopupActions } from './popup-actions.ts';
import type { Shortening } from './use-shortening.ts';

interface ChipProps extends ValiditySettings {
  options: DraftOptions | null;
  setOptions(options: DraftOptions | null): void;
  validity: ValidityState;
  shortening: Pick<Shortening, 'continueCountdown'>;
  actions: Pick<PopupActions, 'openSettings' | 'rateLimit'>;
}

/** If there are several connections: that of this link. The next link has the default one again. */
export const ConnectionChip = (props: ChipProps) => {
  const { connections, options, setOptions, validity, shortening, actions } = props;
  const chosen = chosenConnection(connections, options);
  const choose = ({ id }: ConnectionInfo): void =>
    setOptions(withOptions(options, { connection: id === connections[0]?.id ? undefined : id }));
  const previous = useRef(chosen);
  /** The connection whose rate limit the form shows. */
  const limited = useRef(connections[0]?.id);
  useLayoutEffect(() => {
    if (previous.current?.id !== chosen?.id)
      followConnection(validity, {
        before: offeredValidity(props, previous.current),
        after: offeredValidity(props, chosen),
      });
    previous.current = chosen;
    if (!chosen || limited.current === chosen.id) return;
    limited.current = chosen.id;
    void actions.rateLimit(chosen.id).then(shortening.continueCountdown);
  }, [chosen?.id]);
  const chooseByKey = useRef<(event: KeyboardEvent) => void>(null);
  chooseByKey.current = (event) => {
    const [, digit] = /^Digit([1-9])$/.exec(event.code) ?? [];
    const next = connections[Number(digit) - 1];
    if (!event.altKey || !next || connections.length < 2) return;
    // Browsers go to the tab at this position.
    event.preventDefault();
    choose(next);
  };
  useSubscription((signal) =>
    document.addEventListener('keydown', (event) => chooseByKey.current?.(event), { signal }),
  );
  return (
    <ConnectionMenu
      connections={connections}
      chosen={chosen}
      heading={text('connectionForLink')}
      keysOf={(at) => (at < 9 ? `Alt+${at + 1}` : '')}
      choose={choose}
      openSettings={actions.openSettings}
    />
  );
};
