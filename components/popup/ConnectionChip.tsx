import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { background } from '../../lib/background.ts';
import { text } from '../../lib/i18n/texts.ts';
import type { ConnectionInfo } from '../../lib/settings/connection-info.ts';
import { offeredValidity } from '../../lib/settings/schema.ts';
import { chosenConnection } from '../../lib/shortening/draft.ts';
import { connections, settings } from '../page.ts';
import { ConnectionMenu, followConnection } from '../ui/ConnectionMenu.tsx';
import { useSubscription } from '../ui/use-subscription.ts';
import { withOptions } from './OptionFields.tsx';
import type { Form } from './use-form.ts';

/** If there are several connections: that of this link. The next link has the default one again. */
export const ConnectionChip = ({ form }: { form: Form }) => {
  const { options, setOptions, validity, shortening } = form;
  const all = connections.value;
  const chosen = chosenConnection(all, options);
  const choose = ({ id }: ConnectionInfo): void =>
    setOptions(withOptions(options, { connection: id === all[0]?.id ? undefined : id }));

  // A validity that is chosen in this popup is that of its links, whatever their connection.
  const [first] = useState(settings.value);
  const previous = useRef(chosen);
  /** The connection whose rate limit the form shows. */
  const limited = useRef(all[0]?.id);
  const showRateLimit = async (connection: string): Promise<void> => {
    const rateLimit = await background.rateLimit({ connection });
    shortening.continueCountdown(rateLimit ?? null);
  };
  useLayoutEffect(() => {
    if (previous.current?.id !== chosen?.id)
      followConnection(validity, {
        before: offeredValidity(first, previous.current),
        after: offeredValidity(first, chosen),
      });
    previous.current = chosen;
    if (!chosen || limited.current === chosen.id) return;
    limited.current = chosen.id;
    void showRateLimit(chosen.id);
  }, [chosen?.id]);

  const chooseByKey = useRef<(event: KeyboardEvent) => void>(null);
  chooseByKey.current = (event) => {
    const [, digit] = /^Digit([1-9])$/.exec(event.code) ?? [];
    const next = all[Number(digit) - 1];
    if (!event.altKey || !next || all.length < 2) return;
    // Browsers go to the tab at this position.
    event.preventDefault();
    choose(next);
  };
  useSubscription((signal) =>
    document.addEventListener('keydown', (event) => chooseByKey.current?.(event), { signal }),
  );
  return (
    <ConnectionMenu
      connections={all}
      chosen={chosen}
      heading={text('connectionForLink')}
      keysOf={(at) => (at < 9 ? `Alt+${at + 1}` : '')}
      choose={choose}
    />
  );
};
