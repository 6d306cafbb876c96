import { useEffect, useState } from 'preact/hooks';
import { requestNotifications } from '../../lib/browser/permissions.ts';
import { sourceOf } from '../../lib/formats/formats.ts';
import { formats } from '../../lib/formats/names.ts';
import { placeholders, templateProblem } from '../../lib/formats/template.ts';
import { formattedLink } from '../../lib/i18n/copied-link.ts';
import { text, type TextKey, validityTextKey } from '../../lib/i18n/texts.ts';
import { presets } from '../../lib/validity/validity.ts';
import { mayNotify, policy, readGranted } from '../options/options-state.ts';
import { SetByOrganization } from '../policy/Policy.tsx';
import { Alert } from '../ui/Problem.tsx';
import { Select } from '../ui/Select.tsx';
import { SettingSwitch, SwitchRow } from '../ui/SwitchRow.tsx';
import { useAction } from '../ui/use-action.ts';
import { type SettingsState, useSettings } from '../ui/use-settings.ts';

/** Milliseconds without a key press after which the template is stored. */
const pause = 400;

const week = 7 * 86_400;

/** A link as the preview of the template shows it. */
const exampleLink = () =>
  formattedLink({
    shortLink: 'https://go.team.example/k3Vd8qXw',
    link: 'https://en.wikipedia.org/wiki/Eurasian_skylark',
    title: 'Eurasian skylark - Wikipedia',
    note: text('copyExampleNote'),
    expiresAt: Math.floor(Date.now() / 1000) + week,
  });

const problemSentence = (template: string): string => {
  const problem = templateProblem(template);
  if (problem === null) return '';
  switch (problem.reason) {
    case 'no-short-link':
      return text('copyTemplateNoShortLink');
    case 'too-long':
      return text('copyTemplateTooLong');
    case 'unknown':
      return text('copyTemplateUnknown', problem.placeholder);
  }
};

/** The person's own format: stored while it is typed, unless it cannot be used. */
const Template = ({ state: { settings, change } }: { state: SettingsState }) => {
  const [typed, setTyped] = useState<string | null>(null);
  const template = typed ?? settings.copyTemplate;
  const problem = problemSentence(template);
  useEffect(() => {
    if (typed === null || problem !== '') return undefined;
    const store = (): void =>
      change(
        () => ({ copyTemplate: typed }),
        () => setTyped((now) => (now === typed ? null : now)),
      );
    const timer = setTimeout(store, pause);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <div class="setting template">
      <div class="field grow">
        <textarea
          id="copy-template"
          aria-label={text('format_template')}
          rows={2}
          dir="auto"
          spellcheck={false}
          autocomplete="off"
          value={template}
          aria-invalid={problem !== ''}
          aria-describedby="copy-template-note copy-template-problem copy-template-preview"
          // The browser itself scrolls only its first line into view.
          onFocus={({ currentTarget }) => currentTarget.scrollIntoView({ block: 'nearest' })}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <p id="copy-template-note" class="note">
          {placeholders.map((name) => `{${name}}`).join(' ')}
        </p>
        <div id="copy-template-problem">
          <Alert>{problem}</Alert>
        </div>
        {problem === '' && (
          <p id="copy-template-preview" class="note preview" dir="auto">
            {sourceOf([exampleLink()], 'template', template)}
          </p>
        )}
      </div>
    </div>
  );
};

/** What the clipboard gets of short links, and the person's own format while that is chosen, or another page leads to it. */
const CopyFormat = ({ state }: { state: SettingsState }) => {
  const { settings, change } = state;
  const nameOf = (format: (typeof formats)[number]): string => text(`format_${format}`);
  const { copyFormat, lastCopyFormat } = settings;
  const chosen = copyFormat === 'last' ? lastCopyFormat : copyFormat;
  return (
    <>
      <div class="setting">
        <label class="grow" for="copy-format">
          {text('copyAs')}
        </label>
        <Select
          id="copy-format"
          value={copyFormat}
          options={['last', ...formats]}
          nameOf={(choice) =>
            choice === 'last' ? text('shorteningLast', nameOf(lastCopyFormat)) : nameOf(choice)
          }
          choose={(next) => change(() => ({ copyFormat: next }))}
        />
      </div>
      {(chosen === 'template' || location.hash === '#copy-template') && <Template state={state} />}
    </>
  );
};

/** The validity that is offered first, and that the menu and the shortcut use. */
export const DefaultValidity = ({
  state: { settings, change },
  hint,
}: {
  state: SettingsState;
  /** A line under its words. */
  hint?: TextKey;
}) => {
  const { offered, defaultValidity: locked } = policy.value;
  if (locked !== null)
    return (
      <div class="setting">
        <div class="grow">
          <p>{text('shorteningValidity')}</p>
          <SetByOrganization />
        </div>
        <p class="soft">{text(validityTextKey(locked))}</p>
      </div>
    );

  const choices = presets.filter((each) => offered === null || offered.includes(each));
  return (
    <div class="setting">
      <div class="grow">
        <label for="default-validity">{text('shorteningValidity')}</label>
        {hint && <p class="note">{text(hint)}</p>}
        {offered && <SetByOrganization id="default-validity-locked" message="policyValidities" />}
      </div>
      <Select
        id="default-validity"
        value={settings.defaultValidity}
        options={['last', ...choices]}
        nameOf={(choice) =>
          choice === 'last'
            ? text('shorteningLast', text(validityTextKey(settings.lastValidity)))
            : text(validityTextKey(choice))
        }
        choose={(defaultValidity) => change(() => ({ defaultValidity }))}
        aria-describedby={offered ? 'default-validity-locked' : undefined}
      />
    </div>
  );
};

/** The setting for expiry reminders. The click also requests the permission for notifications. */
const ReminderSwitch = ({ state: { settings, change } }: { state: SettingsState }) => {
  const store = (expiryReminders: boolean): void => change(() => ({ expiryReminders }));
  const turnOn = useAction(async () => {
    const isGranted = await requestNotifications();
    await readGranted();
    if (isGranted) store(true);
    return isGranted ? null : text('shorteningNoticeRefused');
  });
  const toggle = (isOn: boolean): void => {
    if (isOn) {
      void turnOn.run();
      return;
    }
    turnOn.setFailure(null);
    store(false);
  };
  return (
    <SwitchRow
      id="expiry-reminders"
      label="shorteningNotice"
      hint="shorteningNoticeHint"
      checked={turnOn.isRunning || (settings.expiryReminders && mayNotify.value)}
      problem={turnOn.failure ?? ''}
      change={toggle}
    />
  );
};

/** The settings for creating short links, and for reminders of them. */
export const Shortening = () => {
  const state = useSettings();
  const { saveState } = state;
  return (
    <section class="section form shortening" aria-labelledby="shortening-title">
      <div class="heading">
        <h2 id="shortening-title">{text('shorteningTitle')}</h2>
        <p role="status" class="note good">
          {saveState === 'saved' && text('shorteningSaved')}
        </p>
      </div>
      <div class="card rows">
        <DefaultValidity state={state} />
        <SettingSwitch setting="copyAtOnce" label="shorteningCopy" state={state} />
        <CopyFormat state={state} />
        <SettingSwitch setting="openAtOnce" label="shorteningOpen" state={state} />
        <SettingSwitch
          setting="removeTracking"
          label="shorteningTracking"
          hint="shorteningTrackingHint"
          state={state}
        />
        <SettingSwitch setting="menuValidities" label="shorteningMenu" state={state} />
        <ReminderSwitch state={state} />
      </div>
      <Alert>{saveState === 'failed' && text('shorteningUnsaved')}</Alert>
    </section>
  );
};
