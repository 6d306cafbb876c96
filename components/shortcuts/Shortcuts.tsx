import { openShortcutSettings, readShortcuts } from '../../lib/browser/shortcuts.ts';
import { logAndReturn } from '../../lib/errors/error-log.ts';
import { text } from '../../lib/i18n/texts.ts';
import { shortcuts } from '../options/options-state.ts';
import { Icon } from '../ui/Icon.tsx';
import { Alert } from '../ui/Problem.tsx';
import { useAction } from '../ui/use-action.ts';
import { useSubscription } from '../ui/use-subscription.ts';

/** The keys of a shortcut as the browser writes them, such as "Alt+G", or "⌃⇧G" if it writes signs. */
const Keys = ({ keys }: { keys: string }) => (
  <kbd>
    {keys.split('+').map((key, index) => (
      <>
        {index > 0 && <span class="unseen">+</span>}
        <kbd translate={false}>{key}</kbd>
      </>
    ))}
  </kbd>
);

/** The keyboard shortcuts, and a way to change them. */
export const Shortcuts = () => {
  const { run: change, failure } = useAction(() =>
    openShortcutSettings().then(() => null, logAndReturn(text('shorteningKeyRefused'))),
  );

  // Such as after the browser's page for shortcuts.
  useSubscription((signal) => {
    const refresh = async (): Promise<void> => {
      shortcuts.value = (await readShortcuts()) ?? [];
    };
    addEventListener('focus', () => void refresh(), { signal });
  });

  return (
    <section class="section form" aria-labelledby="keys-title">
      <div class="heading">
        <h2 id="keys-title">{text('optionsShortcuts')}</h2>
        <button type="button" class="quiet small" aria-describedby="keys-title" onClick={() => void change()}>
          {text('shorteningKeyChange')}
          <Icon name="open" small />
        </button>
      </div>
      <dl class="card rows">
        {shortcuts.value?.map(({ name, keys }) => (
          <div key={name} class="setting">
            <dt class="grow">
              {text(name === 'shorten-page' ? 'commandShortenPage' : 'shorteningKeyPopup')}
            </dt>
            <dd>{keys === '' ? text('shorteningKeyNone') : <Keys keys={keys} />}</dd>
          </div>
        ))}
      </dl>
      <Alert>{failure}</Alert>
    </section>
  );
};
