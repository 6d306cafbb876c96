import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { logAndReturn } from '../../lib/errors/error-log.ts';
import { percentText } from '../../lib/i18n/numbers.ts';
import { language, text, type TextKey } from '../../lib/i18n/texts.ts';
import type { PlayerEvent, RemoteControl } from '../../lib/music/contract.ts';
import { writeVolume } from '../../lib/music/music-provider.ts';
import { findRunningPlayer } from '../../lib/music/remote.ts';
import { readSite, type SiteProblem } from '../../lib/not-found/sites.ts';
import { readableHost } from '../../lib/url/readable.ts';
import { siteAccess, volume } from '../options/options-state.ts';
import { Icon } from '../ui/Icon.tsx';
import { Alert } from '../ui/Problem.tsx';
import { SettingSwitch } from '../ui/SwitchRow.tsx';
import { announce } from '../ui/announce.tsx';
import { type SettingsState, useSettings } from '../ui/use-settings.ts';
import { MusicSwitch } from './MusicSwitch.tsx';

const problems: Record<SiteProblem, TextKey> = {
  empty: 'musicSiteEmpty',
  'not-a-site': 'musicSiteUnclear',
  'not-web': 'musicSiteNotWeb',
};

/** The field for a site, which also accepts a pasted address. It has the focus when it appears. */
const AddSite = ({ sites, add }: { sites: readonly string[]; add(site: string): void }) => {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);

  const submit = (event: Event): void => {
    event.preventDefault();
    const read = readSite(typed);
    if (!read.ok) setProblem(text(problems[read.problem]));
    else if (sites.includes(read.site)) setProblem(text('musicSiteThere', readableHost(read.site)));
    else {
      add(read.site);
      setTyped('');
      setProblem(null);
    }
    field.current?.focus();
  };

  return (
    <form class="field" noValidate autocomplete="off" onSubmit={submit}>
      <div class="row line wrap">
        <input
          ref={field}
          class="grow"
          aria-label={text('musicSite')}
          placeholder="www.example.com"
          type="text"
          inputMode="url"
          dir="ltr"
          spellcheck={false}
          autocapitalize="off"
          value={typed}
          aria-invalid={problem !== null}
          aria-describedby="site-problem"
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            setProblem(null);
          }}
        />
        <button type="submit">{text('musicSiteAdd')}</button>
      </div>
      <p id="site-problem" class="note warn" role="alert">
        {problem}
      </p>
    </form>
  );
};

/** A removed row loses the focus: it moves to the next row, or to the button or the field that adds one. */
const useFocusAfterRemoval = (count: number) => {
  const element = useRef<HTMLDivElement>(null);
  const removed = useRef<number | null>(null);
  useEffect(() => {
    if (removed.current === null) return;
    const buttons = element.current?.querySelectorAll<HTMLElement>('li button');
    const next = buttons?.[Math.min(removed.current, buttons.length - 1)];
    (next ?? element.current?.querySelector<HTMLElement>('input, button'))?.focus();
    removed.current = null;
  }, [count]);
  return { element, removed };
};

/** The list of sites without a player: sites can be added and removed. */
const SitesOff = ({ state: { settings, change } }: { state: SettingsState }) => {
  const sites = settings.sitesOff;
  const [isAdding, setAdding] = useState(false);
  const { element, removed } = useFocusAfterRemoval(sites.length);

  /** Announces the change once it is stored. */
  const changeAndAnnounce = (update: (sites: string[]) => string[], announcement: string): void => {
    announce('');
    change(
      (now) => ({ sitesOff: update(now.sitesOff) }),
      () => announce(announcement),
    );
  };
  const add = (site: string): void => {
    const withSite = (now: string[]): string[] => (now.includes(site) ? now : [...now, site]);
    changeAndAnnounce(withSite, text('musicSiteAdded', readableHost(site)));
  };
  const remove = (site: string, index: number): void => {
    removed.current = index;
    const withoutSite = (now: string[]): string[] => now.filter((each) => each !== site);
    changeAndAnnounce(withoutSite, text('musicSiteRemoved', readableHost(site)));
  };
  const { compare } = new Intl.Collator(language(), { numeric: true });
  const rows = sites
    .map((site) => ({ site, name: readableHost(site) }))
    .sort((one, other) => compare(one.name, other.name));
  return (
    <div ref={element} class="setting sites" role="group" aria-labelledby="sites-title">
      <h3 id="sites-title" class="grow">
        {text('musicSites')}
      </h3>
      {isAdding ? (
        <AddSite sites={sites} add={add} />
      ) : (
        <button type="button" class="small" onClick={() => setAdding(true)}>
          {text('musicSiteAdd')}
        </button>
      )}
      {sites.length > 0 && (
        <ul class="tags line wrap">
          {rows.map(({ site, name }, index) => (
            <li key={site} class="line">
              <span class="cut" dir="ltr" title={site}>
                <bdi>{name}</bdi>
                {name !== site && <span class="meta"> {site}</span>}
              </span>
              <button
                class="only-icon small"
                type="button"
                aria-label={text('musicSiteRemoveNamed', name)}
                title={text('musicSiteRemove')}
                onClick={() => remove(site, index)}
              >
                <Icon name="close" small />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};

/** Milliseconds between two commands while the slider moves. */
const commandInterval = 100;

/** Milliseconds for which reports are ignored after a change: they may still show the volume before it. */
const pendingTime = 400;

/** Calls `act` at most once per interval, and in the end with the latest value. */
const createThrottle = (act: (value: number) => void) => {
  let waiting: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = (): void => {
    timer = undefined;
    if (waiting === null) return;
    act(waiting);
    waiting = null;
    timer = setTimeout(run, commandInterval);
  };
  return (value: number): void => {
    waiting = value;
    if (timer === undefined) run();
  };
};

/**
 * Returns a function that resolves with the running audio player, once that has loaded its settings: before, it neither
 * reports nor saves the volume. It looks for one when the component mounts and then at each call, if there is none.
 */
const usePlayer = (changed: (volume: number) => void) => {
  const remote = useRef<RemoteControl | null>(null);
  const isReady = useRef(false);
  const unmount = useRef(new AbortController());

  const handleEvent = (event: PlayerEvent | null): void => {
    if (event?.kind === 'tracks') return;
    if (event === null) remote.current = null;
    // Without a track it has not loaded its settings yet.
    isReady.current = event !== null && event.report.track !== null;
    if (event !== null && isReady.current) changed(event.report.volume);
  };

  const find = async (): Promise<RemoteControl | null> => {
    if (!remote.current) {
      const { signal } = unmount.current;
      remote.current = await findRunningPlayer(signal);
      remote.current?.listen(handleEvent, signal);
    }
    return isReady.current ? remote.current : null;
  };

  useEffect(() => {
    void find();
    // The throttle may still send the latest value.
    return () => void setTimeout(() => unmount.current.abort(), 2 * commandInterval);
  }, []);
  return find;
};

/** The volume. A change is stored at once and applies to music that plays. It starts no audio player. */
const Volume = () => {
  const [isUnsaved, setUnsaved] = useState(false);
  const pendingUntil = useRef(0);
  const findPlayer = usePlayer((reported) => {
    if (Date.now() > pendingUntil.current) volume.value = reported;
  });

  /** A running audio player would overwrite the stored value with its own, and stores none for a private window. */
  const apply = async (to: number): Promise<void> => {
    const player = await findPlayer();
    player?.command({ type: 'volume', to });
    const isSaved = await writeVolume(to).then(() => true, logAndReturn(false));
    setUnsaved(!isSaved);
  };
  const [applyThrottled] = useState(() => createThrottle((to) => void apply(to)));

  const change = (to: number): void => {
    pendingUntil.current = Date.now() + pendingTime;
    volume.value = to;
    applyThrottled(to);
  };
  return (
    <div class="setting">
      <div class="grow">
        <label for="volume">{text('musicVolume')}</label>
        <p role="alert" class="note warn">
          {isUnsaved && text('musicVolumeUnsaved')}
        </p>
      </div>
      <div class="range line">
        <input
          id="volume"
          type="range"
          min="0"
          max="100"
          value={Math.round(volume.value * 100)}
          aria-valuetext={percentText(volume.value)}
          onInput={(event) => change(event.currentTarget.valueAsNumber / 100)}
        />
        <output for="volume" class="meta num" aria-hidden="true">
          {percentText(volume.value)}
        </output>
      </div>
    </div>
  );
};

/** Music on 404 pages: its switch, and while it is on its settings and what the extension sees then. */
export const Music = () => {
  const state = useSettings();
  const { settings, saveState } = state;
  return (
    <section class="section form music" aria-labelledby="music-heading">
      <h2 id="music-heading">{text('optionsMusic')}</h2>
      <div class="card rows">
        <MusicSwitch />
        {siteAccess.value.all && !settings.musicOff && (
          <>
            <SettingSwitch state={state} setting="autoplay" label="musicAutoplay" hint="musicAutoplayHint" />
            <SettingSwitch state={state} setting="playerOn410" label="musicPlayerOn410" />
            <Volume />
            <SitesOff state={state} />
            <details class="setting">
              <summary>{text('musicSees')}</summary>
              <p class="soft">{text('musicSeesWhat')}</p>
            </details>
          </>
        )}
      </div>
      <Alert>{saveState === 'failed' && text('musicUnsaved')}</Alert>
    </section>
  );
};
