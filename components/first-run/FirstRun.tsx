import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { copy } from '../../lib/browser/clipboard.ts';
import { closeTab } from '../../lib/browser/close-tab.ts';
import { followPin } from '../../lib/browser/pages.ts';
import { logAndReturn } from '../../lib/errors/error-log.ts';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { Connection } from '../connection/Connection.tsx';
import { ConnectionForm } from '../connection/ConnectionForm.tsx';
import { hostOf } from '../connection/texts.ts';
import { linkVerdict } from '../diagnostics/checks.ts';
import { Created, useLinkTest } from '../link-test/TestLink.tsx';
import { MusicSwitch } from '../music/MusicSwitch.tsx';
import {
  goToStep,
  hasFirstForm,
  isConnected,
  isMemoryOnly,
  isReset,
  listed,
  policy,
  shortcuts,
  siteAccess,
} from '../options/options-state.ts';
import { DefaultValidity } from '../shortening/Shortening.tsx';
import { LiveRegion } from '../ui/announce.tsx';
import { useCopy } from '../ui/CopyButton.tsx';
import { Icon, IconButton } from '../ui/Icon.tsx';
import { Alert } from '../ui/Problem.tsx';
import { useSettings } from '../ui/use-settings.ts';

const command = 'npm start';

/** For people without an account: the service of the repository, for themselves or for a team. */
export const WithoutAccount = () => {
  const { copied, copyNow } = useCopy(() => copy(command));
  return (
    <div class="without-account">
      <details name="without-account">
        <summary>
          <Icon name="computer" />
          <span class="grow">{text('firstRunNoAccount')}</span>
        </summary>
        <p class="note">{text('firstRunNoAccountHow')}</p>
        <div class="command line">
          <code class="grow" dir="ltr" translate={false}>
            {command}
          </code>
          <IconButton icon={copied ? 'check' : 'copy'} name={text('firstRunCommandCopy')} press={copyNow} />
        </div>
        {copied === false && <p class="note warn">{text('notCopied')}</p>}
      </details>
      <details name="without-account">
        <summary>
          <Icon name="server" />
          <span class="grow">{text('firstRunTeam')}</span>
        </summary>
        <p class="note">{text('firstRunTeamHow')}</p>
      </details>
    </div>
  );
};

/** The first step: the form of the first connection. */
const Connect = () => (
  <>
    {isMemoryOnly.value && <p class="note">{text('connectionMemoryOnly')}</p>}
    <Alert>{listed.value === undefined && text('connectionUnreadable')}</Alert>
    <ConnectionForm
      view={null}
      saved={() => goToStep('first-run-done')}
      buttons={
        <button type="button" class="plain" onClick={() => goToStep('first-run-done')}>
          {text('firstRunSkip')}
        </button>
      }
    >
      <WithoutAccount />
    </ConnectionForm>
  </>
);

/** How to reach the extension: in Chromium its button is hidden until it is pinned; phones have neither buttons nor shortcuts. */
const Toolbar = () => {
  const isPhone = shortcuts.value === null;
  const keys = shortcuts.value?.find(({ name }) => name === 'shorten-page')?.keys;
  const [isPinned, setPinned] = useState(import.meta.env.FIREFOX);
  useEffect(() => {
    if (import.meta.env.FIREFOX) return;
    const unmount = new AbortController();
    followPin(setPinned, unmount.signal);
    return () => unmount.abort();
  }, []);
  const place: TextKey = isPinned ? 'firstRunToolbarPinned' : 'firstRunToolbarUnpinned';
  const use = keys ? text('firstRunUseKeys', keys) : text('firstRunUse');
  return (
    <div class="setting">
      <div class="grow">
        <p>{text(isPhone ? 'firstRunToolbarPhone' : place)}</p>
        <p class="note">{isPhone ? text('firstRunUsePhone') : use}</p>
      </div>
      {!isPhone && !isPinned && (
        <span class="toolbar line" aria-hidden="true">
          <Icon name="puzzle" />
          <img src="/icons/16.png" width="16" height="16" alt="" />
          <Icon name="pin" small />
        </span>
      )}
    </div>
  );
};

/** Whether the organization has connected the service. */
const isLocked = (): boolean => listed.value?.[0]?.isLocked === true || policy.value.connection.hasKey;

/** Whether the browser does not let the extension reach that service yet. */
const isBlocked = (): boolean => isLocked() && siteAccess.value.lostService === listed.value?.[0]?.address;

/** The end of the first run: a link to try, and what most people set. */
const Ready = () => {
  const connection = listed.value?.[0];
  const state = useSettings();
  const { link, start, answer } = useLinkTest();
  const verdict = linkVerdict(link, connection);
  const { copied, copyNow } = useCopy(copy);
  // While the person is asked where it led, another tab has the focus, and nothing can be copied.
  const created = link?.state === 'arrived' ? link.shortLink : null;
  const isDone = created !== null;
  const hasLink = link !== undefined && 'shortLink' in link;
  const result = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // The button that had the focus may have been removed.
    if (hasLink && document.activeElement === document.body) result.current?.focus();
  }, [hasLink]);
  useLayoutEffect(() => {
    if (created !== null) copyNow(created);
  }, [created]);
  const isBad = verdict.state === 'bad';
  const box = isBad ? 'problem' : 'notice';
  const sentence = isDone && copied ? text('firstRunCopied') : verdict.sentence;
  return (
    <>
      <div ref={result} class={link ? box : 'unseen'} tabIndex={-1}>
        {link && !isBad && <Icon name={isDone ? 'check' : 'link'} />}
        <div class="grow">
          <p role="status" class="say">
            {link && !isBad && sentence}
          </p>
          <p role="alert">{isBad && sentence}</p>
          <Created link={link} answer={answer} />
        </div>
      </div>
      {isLocked() && <Connection />}
      <div class="card rows">
        <DefaultValidity state={state} hint="firstRunValidityHint" />
        <Toolbar />
      </div>
      <Alert>{state.saveState === 'failed' && text('shorteningUnsaved')}</Alert>
      {!policy.value.musicOff && (
        <div class="card rows">
          <MusicSwitch isFirstRun />
        </div>
      )}
      <footer class="buttons">
        <a class="button plain" href="#connection">
          {text('firstRunAllSettings')}
        </a>
        <button
          type="button"
          class={hasLink ? 'primary' : undefined}
          onClick={() => void closeTab().catch(logAndReturn(undefined))}
        >
          {text('done')}
        </button>
        {connection && !isBlocked() && !isDone && link?.state !== 'asking' && (
          <button
            type="button"
            class={hasLink ? undefined : 'primary'}
            aria-disabled={link?.state === 'running'}
            onClick={() => void start(connection)}
          >
            {text('diagnosticsTryAdd')}
          </button>
        )}
        {!connection && !isLocked() && (
          <a class="button primary" href="#first-run">
            {text('connect')}
          </a>
        )}
      </footer>
    </>
  );
};

const Done = ({ small = false }: { small?: boolean }) => (
  <span class="line good">
    <Icon name="check" small={small} />
  </span>
);

/** Both steps, with the current one marked. A first step that was left for later is open. */
const Steps = () => {
  const isEnd = !hasFirstForm.value;
  return (
    <ol class="steps line note" aria-label={text('firstRunSteps')}>
      <li class="line" aria-current={isEnd ? undefined : 'step'}>
        {isConnected.value && !isBlocked() ? <Done small /> : <Icon name={isEnd ? 'ring' : 'dot'} small />}
        {text('connect')}
      </li>
      <li class="line" aria-current={isEnd ? 'step' : undefined}>
        {isEnd && <Icon name="dot" small />}
        {text('firstRunReady')}
      </li>
    </ol>
  );
};

/** Focuses the first field of a new step if it has one to type into, else its title. */
const useStepFocus = () => {
  const element = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const start = hasFirstForm.value ? 'input:not([readonly])' : 'h1';
    element.current?.querySelector<HTMLElement>(start)?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [hasFirstForm.value]);
  return element;
};

/** The title of a step, and the sentence below it. */
const headOf = (): { title: TextKey; lead: ComponentChildren } => {
  if (hasFirstForm.value) return { title: 'firstRunConnectTitle', lead: text('notConnected') };
  const [connection] = listed.value ?? [];
  if (!connection) return { title: 'firstRunNotYet', lead: text('firstRunNotYetNote') };
  // Its row says the rest.
  if (isLocked()) return { title: isBlocked() ? 'firstRunNotYet' : 'firstRunReady', lead: null };
  const { address, secretId } = connection;
  const sentence = text('firstRunReadyNote', hostOf(address), secretId);
  return {
    title: 'firstRunReady',
    lead: (
      <>
        <Done /> {sentence}
      </>
    ),
  };
};

/** The two steps after installation: connecting, which can be left for later, and what comes after it. */
export const FirstRun = () => {
  const element = useStepFocus();
  const { title, lead } = headOf();
  const isConnecting = hasFirstForm.value;
  return (
    <main ref={element} class="page first-run">
      <header class="line wrap">
        <img src="/icons/96.png" width="28" height="28" alt="" />
        <strong class="grow">{text('extensionName')}</strong>
        <Steps />
      </header>
      <p role="status" class="notice">
        {isReset.value && text('firstRunReset')}
      </p>
      <div class="step" key={String(isConnecting)}>
        <div>
          <h1 tabIndex={-1} aria-describedby="step-count">
            {text(title)}
          </h1>
          {lead !== null && <p class="soft lead">{lead}</p>}
          <p id="step-count" class="unseen">
            {text('firstRunStep', isConnecting ? '1' : '2', '2')}
          </p>
        </div>
        {isConnecting ? <Connect /> : <Ready />}
      </div>
      <LiveRegion />
    </main>
  );
};
