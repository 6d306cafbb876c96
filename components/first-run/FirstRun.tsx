import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { closeTab } from '../../lib/browser/close-tab.ts';
import { logAndReturn } from '../../lib/errors/error-log.ts';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { Connection, LockedConnections } from '../connection/Connection.tsx';
import { TestLink } from '../link-test/TestLink.tsx';
import { MusicSwitch } from '../music/MusicSwitch.tsx';
import {
  doneStep,
  goToStep,
  hasFirstForm,
  isConnected,
  isReset,
  listed,
  policy,
  shortcuts,
  type Step,
  type StepName,
  steps,
} from '../options/options-state.ts';
import { Keys } from '../shortcuts/Shortcuts.tsx';
import { DefaultValidity } from '../shortening/Shortening.tsx';
import { LiveRegion } from '../ui/announce.tsx';
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

interface StepTexts {
  name: TextKey;
  title: TextKey;
  /** The sentence below the title. */
  lead?: TextKey;
}

const stepTexts: Record<StepName, StepTexts> = {
  'first-run': { name: 'firstRunConnect', title: 'firstRunConnectTitle', lead: 'notConnected' },
  'first-run-2': { name: 'firstRunDefaults', title: 'firstRunDefaultsTitle', lead: 'firstRunDefaultsIntro' },
  'first-run-3': { name: 'firstRunMusic', title: 'firstRunMusicTitle', lead: 'firstRunMusicLead' },
};

/** All steps, with the current one marked. A first step that was skipped is not marked as done. */
const Steps = ({ current }: { current: Step }) => {
  const at = steps.value.findIndex((each) => each === current);
  const reached = at === -1 ? steps.value.length : at;
  const isPast = (index: number): boolean => index < reached && (index > 0 || isConnected.value);
  return (
    <nav aria-label={text('firstRunSteps')}>
      <ol class="steps">
        {steps.value.map((each, index) => (
          <li key={each} class={isPast(index) ? 'past' : ''}>
            <a href={`#${each}`} aria-current={each === current ? 'step' : undefined}>
              {isPast(index) && <Icon name="check" small />}
              {text(stepTexts[each].name)}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
};

/**
 * Focuses the first field of a new step if it has the form, else its title. When the form of the same step goes away, because
 * the service was connected, it focuses Next.
 */
const useStepFocus = (step: Step, hasForm: boolean) => {
  const element = useRef<HTMLElement>(null);
  const focused = useRef<Step | null>(null);
  useLayoutEffect(() => {
    const find = (selector: string) => element.current?.querySelector<HTMLElement>(selector);
    const isSame = focused.current === step;
    focused.current = step;
    const start = hasForm ? 'input:not([readonly])' : 'h1';
    find(isSame ? ':scope > footer > .next' : start)?.focus({ preventScroll: true });
    if (!isSame) scrollTo(0, 0);
  }, [step, hasForm]);
  return element;
};

const textsOf = (step: Step): Omit<StepTexts, 'name'> => {
  if (step === 'first-run' && !hasFirstForm.value) return { title: 'firstRunConnectedTitle' };
  if (step !== doneStep) return stepTexts[step];
  return isConnected.value
    ? { title: 'firstRunReady', lead: 'firstRunReadyNote' }
    : { title: 'firstRunNotYet', lead: 'firstRunNotYetNote' };
};

const contents: Record<Step, () => ComponentChildren> = {
  'first-run': () => (
    <>
      <Connection />
      <LockedConnections />
    </>
  ),
  'first-run-2': () => <Defaults />,
  'first-run-3': () => (
    <div class="music">
      <PillPicture />
      <div class="card rows">
        <MusicSwitch />
      </div>
    </div>
  ),
  'first-run-done': () => <Ready />,
};

/** The first steps after installation, one at a time; each can be skipped. */
export const FirstRun = ({ step }: { step: Step }) => {
  // The form has its own buttons where the other steps have theirs.
  const hasForm = hasFirstForm.value;
  const element = useStepFocus(step, hasForm);
  const at = steps.value.findIndex((each) => each === step);
  const before = steps.value[at - 1];
  const after = steps.value[at + 1] ?? doneStep;
  const { title, lead } = textsOf(step);
  // The sentence of this step says that the person can choose the validity, which is wrong if a policy sets it.
  const isLeadTrue = step !== 'first-run-2' || policy.value.defaultValidity === null;
  return (
    <main ref={element} class="page first-run">
      <header>
        <img src="/icons/96.png" width="28" height="28" alt="" />
        <strong class="grow">{text('extensionName')}</strong>
        <Steps current={step} />
      </header>
      <p role="status" class="notice">
        {isReset.value && text('firstRunReset')}
      </p>
      <div class="step" key={step}>
        <h1 tabIndex={-1} aria-describedby={at < 0 ? undefined : 'step-count'}>
          {text(title)}
        </h1>
        {isLeadTrue && lead && <p class="soft">{text(lead)}</p>}
        {at >= 0 && (
          <p id="step-count" class="unseen">
            {text('firstRunStep', String(at + 1), String(steps.value.length))}
          </p>
        )}
        {contents[step]()}
      </div>
      {at >= 0 && !hasForm && (
        <footer class="buttons">
          {before && (
            <button type="button" class="plain" onClick={() => goToStep(before)}>
              {text('firstRunBack')}
            </button>
          )}
          <button type="button" class="primary next" onClick={() => goToStep(after)}>
            {text('firstRunNext')}
          </button>
        </footer>
      )}
      <LiveRegion />
    </main>
  );
};
