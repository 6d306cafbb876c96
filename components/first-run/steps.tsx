import type { ComponentChildren } from 'preact';
import { closeTab } from '../../lib/browser/close-tab.ts';
import { logAndReturn } from '../../lib/errors/error-log.ts';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { TestLink } from '../link-test/TestLink.tsx';
import { listed, shortcuts } from '../options/options-state.ts';
import { DefaultValidity } from '../shortening/Shortening.tsx';
import { Keys } from '../shortcuts/Shortcuts.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Alert } from '../ui/Problem.tsx';
import { SettingSwitch } from '../ui/SwitchRow.tsx';
import { useSettings } from '../ui/use-settings.ts';

/** The defaults for new links. */
export const Defaults = () => {
  const state = useSettings();
  const { saveState } = state;
  return (
    <div class="section">
      <div class="card rows">
        <DefaultValidity state={state} />
        <SettingSwitch state={state} setting="copyAtOnce" label="shorteningCopy" hint="shorteningCopyHint" />
        <SettingSwitch
          state={state}
          setting="removeTracking"
          label="shorteningTracking"
          hint="shorteningTrackingHint"
        />
      </div>
      <p role="status" class="note good">
        {saveState === 'saved' && text('shorteningSaved')}
      </p>
      <Alert>{saveState === 'failed' && text('shorteningUnsaved')}</Alert>
    </div>
  );
};

/** A drawing of the pill as it stands on a 404 page, in the colours of the page around it. */
export const PillPicture = () => (
  <div class="pill-picture" aria-hidden="true">
    <div>
      <Icon name="music" />
      <span class="play">
        <Icon name="play" />
      </span>
      <span>
        <Icon name="up" />
      </span>
      <span>
        <Icon name="close" />
      </span>
    </div>
  </div>
);

interface WayProps {
  icon: ComponentChildren;
  title: TextKey;
  /** The keys that stand beside the title. */
  keys?: string | undefined;
  note: TextKey;
}

/** One way to use the extension. */
const Way = ({ icon, title, keys = '', note }: WayProps) => (
  <li>
    <span class="tile">{icon}</span>
    <div class="grow">
      <h2>
        {text(title)} {keys !== '' && <Keys keys={keys} />}
      </h2>
      <p class="soft">{text(note)}</p>
    </div>
  </li>
);

const toolbarNote = (isPhone: boolean): TextKey => {
  if (isPhone) return 'firstRunToolbarPhone';
  return import.meta.env.FIREFOX ? 'firstRunToolbarFirefox' : 'firstRunToolbarChromium';
};

/** The end of the first run: where the functions of the extension are. */
export const Ready = () => {
  const connection = listed.value?.[0];
  // Phones have neither shortcuts nor a context menu.
  const keys = shortcuts.value;
  return (
    <>
      <ul class="ways">
        <Way
          icon={<img src="/icons/48.png" width="24" height="24" alt="" />}
          title="firstRunToolbar"
          note={toolbarNote(keys === null)}
        />
        {keys && (
          <>
            <Way
              icon={<Icon name="keyboard" />}
              title="firstRunKeys"
              keys={keys.find(({ name }) => name === 'shorten-page')?.keys}
              note="firstRunKeysNote"
            />
            <Way icon={<Icon name="list" />} title="firstRunMenu" note="firstRunMenuNote" />
          </>
        )}
      </ul>
      {connection && <TestLink connection={connection} />}
      <footer class="buttons">
        <a class="button plain" href="#connection">
          {text('firstRunAllSettings')}
        </a>
        {connection ? (
          <button
            type="button"
            class="primary next"
            onClick={() => void closeTab().catch(logAndReturn(undefined))}
          >
            {text('firstRunDone')}
          </button>
        ) : (
          <a class="button primary next" href="#first-run">
            {text('firstRunConnectNow')}
          </a>
        )}
      </footer>
    </>
  );
};
