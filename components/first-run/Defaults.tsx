import { text } from '../../lib/i18n/texts.ts';
import { SwitchRow } from '../ui/SwitchRow.tsx';
import type { ShorteningActions, ShorteningSettings } from '../shortening/shortening-actions.ts';
import { DefaultValidity } from '../shortening/DefaultValidity.tsx';
import { useSettings } from '../ui/use-settings.ts';

interface DefaultsProps {
  initial: ShorteningSettings;
  actions: ShorteningActions;
}

/** The defaults for new links. */
export const Defaults = ({ initial, actions }: DefaultsProps) => {
  const { settings, saveState, change } = useSettings({ initial, actions });
  return (
    <div class="section">
      <div class="card rows">
        <DefaultValidity
          chosen={settings.defaultValidity}
          change={(defaultValidity) => change(() => ({ defaultValidity }))}
        />
        <SwitchRow
          id="copy-at-once"
          label="shorteningCopy"
          hint="shorteningCopyHint"
          checked={settings.copyAtOnce}
          change={(copyAtOnce) => change(() => ({ copyAtOnce }))}
        />
        <SwitchRow
          id="remove-tracking"
          label="shorteningTracking"
          hint="shorteningTrackingHint"
          checked={settings.removeTracking}
          change={(removeTracking) => change(() => ({ removeTracking }))}
        />
      </div>
      <p role="status" class="note good">
        {saveState === 'saved' && text('shorteningSaved')}
      </p>
      <p role="alert" class="problem">
        {saveState === 'failed' && text('shorteningUnsaved')}
      </p>
    </div>
  );
};
