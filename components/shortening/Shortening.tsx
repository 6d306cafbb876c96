import { useSettings } from '../ui/use-settings.ts';
import { Checkbox } from '../ui/Checkbox.tsx';
import { text } from '../../lib/i18n/texts.ts';
import type { ShorteningActions, ShorteningSettings, ShorteningView } from './shortening-actions.ts';
import { DefaultValidity } from './DefaultValidity.tsx';
import { NoticeBox } from './NoticeBox.tsx';

interface ShorteningProps {
  view: ShorteningView;
  actions: ShorteningActions;
}

interface BoxesProps {
  settings: ShorteningSettings;
  set(fields: Partial<ShorteningSettings>): void;
}

const boxes = [
  { setting: 'copyAtOnce', id: 'copy-at-once', label: 'shorteningCopy' },
  { setting: 'openAtOnce', id: 'open-at-once', label: 'shorteningOpen', hint: 'shorteningOpenHint' },
  { setting: 'menuValidities', id: 'menu-validities', label: 'shorteningMenu', hint: 'shorteningMenuHint' },
  {
    setting: 'removeTracking',
    id: 'remove-tracking',
    label: 'shorteningTracking',
    hint: 'shorteningTrackingHint',
  },
] as const;

const Boxes = ({ settings, set }: BoxesProps) => (
  <>
    {boxes.map(({ setting, ...box }) => (
      <Checkbox
        key={setting}
        {...box}
        checked={settings[setting]}
        change={(isOn) => set({ [setting]: isOn })}
      />
    ))}
  </>
);

/** The settings for creating short links, and for reminders of them. */
export const Shortening = ({ view, actions }: ShorteningProps) => {
  const { settings, saved, change } = useSettings({ first: view.settings, actions });
  const set = (fields: Partial<ShorteningSettings>): void => change(() => fields);
  return (
    <section class="shortening" aria-labelledby="shortening-title">
      <div class="heading">
        <h2 id="shortening-title">{text('shorteningTitle')}</h2>
        <p role="status" class="good">
          {saved === 'saved' && text('shorteningSaved')}
        </p>
      </div>
      <div class="form card">
        <DefaultValidity
          chosen={settings.defaultValidity}
          change={(defaultValidity) => set({ defaultValidity })}
        />
        <Boxes settings={settings} set={set} />
        <NoticeBox
          isWanted={settings.noticeBeforeEnd}
          isInitiallyGranted={view.mayNotify}
          change={(noticeBeforeEnd) => set({ noticeBeforeEnd })}
          actions={actions}
        />
        <p role="alert" class="problem">
          {saved === 'unsaved' && text('shorteningUnsaved')}
        </p>
      </div>
    </section>
  );
};
