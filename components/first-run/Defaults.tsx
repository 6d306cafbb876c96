import { text } from '../../lib/i18n/texts.ts';
import { Checkbox } from '../ui/Checkbox.tsx';
import type { ShorteningActions, ShorteningSettings } from '../shortening/shortening-actions.ts';
import { DefaultValidity } from '../shortening/DefaultValidity.tsx';
import { useSettings } from '../ui/use-settings.ts';

interface DefaultsProps {
  first: ShorteningSettings;
  actions: ShorteningActions;
}

/** The defaults for new links. */
export const Defaults = ({ first, actions }: DefaultsProps) => {
  const { settings, saved, change } = useSettings({ first, actions });
  return (
    <section aria-labelledby="defaults-title">
      <div class="heading">
        <h2 id="defaults-title">{text('firstRunDefaultsTitle')}</h2>
        <p role="status" class="good">
          {saved === 'saved' && text('shorteningSaved')}
        </p>
      </div>
      <p class="note">{text('firstRunDefaultsIntro')}</p>
      <div class="form card">
        <DefaultValidity
          chosen={settings.defaultValidity}
          change={(defaultValidity) => change(() => ({ defaultValidity }))}
        />
        <Checkbox
          id="copy-at-once"
          label="shorteningCopy"
          checked={settings.copyAtOnce}
          change={(copyAtOnce) => change(() => ({ copyAtOnce }))}
        />
        <p role="alert" class="problem">
          {saved === 'unsaved' && text('shorteningUnsaved')}
        </p>
      </div>
    </section>
  );
};
