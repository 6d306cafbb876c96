import { act, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SiteAccess } from '../../lib/browser/types.ts';
import { policyViewOf } from '../../lib/connection/policy-connection.ts';
import { text } from '../../lib/i18n/texts.ts';
import type { PlayerEvent, RemoteControl } from '../../lib/music/contract.ts';
import { defaults, type Settings } from '../../lib/settings/schema.ts';
import { initialReport } from '../player/report.ts';
import { Policy } from '../policy/Policy.tsx';
import { alerts, changeFeed, descriptionOf, fillIn, press, status } from '../testing/dom.ts';
import { Music, type MusicActions } from './Music.tsx';

const off: SiteAccess = { all: false, lostService: null };
const on: SiteAccess = { all: true, lostService: null };

interface MusicTest {
  settings?: Partial<Settings>;
  access?: SiteAccess;
  /** Whether the browser does what is requested of it, and stores what it is given. */
  isWilling?: boolean;
  musicOff?: boolean;
  player?: RemoteControl | null;
}

/** Renders the section. Its actions change the settings and the access that they return. */
const renderMusic = ({
  settings = {},
  access = off,
  isWilling = true,
  musicOff = false,
  player = null,
}: MusicTest = {}) => {
  const current = { settings: { ...defaults, ...settings }, access };
  const accessChanges = changeFeed();
  const setAll = (all: boolean) =>
    vi.fn(() => {
      if (isWilling) current.access = { ...current.access, all };
      return Promise.resolve(isWilling);
    });
  const actions = {
    change: vi.fn<MusicActions['change']>((how) => {
      if (isWilling) current.settings = { ...current.settings, ...how(current.settings) };
      return Promise.resolve(isWilling);
    }),
    onSettingsChange: () => undefined,
    allow: setAll(true),
    revoke: setAll(false),
    readSiteAccess: vi.fn<MusicActions['readSiteAccess']>(() => Promise.resolve(current.access)),
    onPermissionChange: accessChanges.subscribe,
    findRunningPlayer: () => Promise.resolve(player),
    saveVolume: vi.fn<MusicActions['saveVolume']>(() => Promise.resolve(isWilling)),
  } satisfies MusicActions;
  const view = { access, settings: current.settings, volume: 0.7 };
  render(
    <Policy.Provider value={policyViewOf({ musicOff })}>
      <Music view={view} services={['https://s.example/v3']} actions={actions} />
    </Policy.Provider>,
  );
  return {
    actions,
    settings: () => current.settings,
    /** The access changes in the browser or on another page. */
    changeAccess(next: SiteAccess): void {
      current.access = next;
      accessChanges.report();
    },
  };
};

const box = (name: string): HTMLInputElement => screen.getByRole('switch', { name });

describe('the settings', () => {
  it('are named, and can be changed while music is off', () => {
    const { settings } = renderMusic();
    expect(screen.getByRole('region', { name: 'Music' })).toBeTruthy();
    for (const name of ['Play automatically', 'Also on 410 pages']) fireEvent.click(box(name));
    expect(settings()).toEqual({ ...defaults, autoplay: true, playerOn410: true });
    expect([box('Play automatically').checked, box('Also on 410 pages').checked]).toEqual([true, true]);
  });

  it('that cannot be stored are undone, and an alert says so', async () => {
    renderMusic({ isWilling: false });
    fireEvent.click(box('Play automatically'));
    await waitFor(() => expect(alerts()).toContain('The browser could not save this'));
    expect(box('Play automatically').checked).toBe(false);
  });
});

describe('the switch', () => {
  const control = (): HTMLElement => box('Music on 404 pages');
  const isOn = (): boolean => control().getAttribute('aria-checked') === 'true';

  it('requests the access once for a double click, and goes on once it is granted', async () => {
    const { actions } = renderMusic();
    fireEvent.click(control());
    fireEvent.click(control());
    expect(actions.allow).toHaveBeenCalledOnce();
    expect(isOn()).toBe(false);
    await waitFor(() => expect(isOn()).toBe(true));
    expect(alerts()).toBe('');
  });

  it.each([
    [off, 'Without access to all sites, Waylark cannot detect 404 pages'],
    [on, 'The browser does not let Waylark revoke this access'],
  ])('says why it stays as it is: $0.all', async (access, sentence) => {
    renderMusic({ isWilling: false, access });
    fireEvent.click(control());
    await waitFor(() => expect(alerts()).toContain(sentence));
    expect(isOn()).toBe(access.all);
  });

  it('follows changes elsewhere, and says which service can no longer be reached', async () => {
    const { actions, changeAccess } = renderMusic({ access: on });
    expect(isOn()).toBe(true);
    changeAccess({ all: false, lostService: 'https://s.example/v3' });
    // The page knows the services: asking the background for them could take long.
    expect(actions.readSiteAccess).toHaveBeenLastCalledWith(['https://s.example/v3']);
    await waitFor(() => expect(isOn()).toBe(false));
    expect(alerts()).toContain('Waylark can no longer reach https://s.example/v3');
    changeAccess(on);
    await waitFor(() => expect([isOn(), alerts()]).toEqual([true, '']));
  });

  it('no longer says that the access was refused once it was granted elsewhere', async () => {
    const { changeAccess } = renderMusic({ isWilling: false });
    fireEvent.click(control());
    await waitFor(() => expect(alerts()).not.toBe(''));
    changeAccess(on);
    await waitFor(() => expect([isOn(), alerts()]).toEqual([true, '']));
  });

  it('is disabled by a policy that switches music off, which describes it', () => {
    const { actions } = renderMusic({ musicOff: true });
    expect([control().getAttribute('aria-disabled'), isOn()]).toEqual(['true', false]);
    expect(descriptionOf(control())).toContain('Set by your organisation');
    expect(screen.queryByRole('slider')).toBeNull();
    fireEvent.click(control());
    expect(actions.allow).not.toHaveBeenCalled();
  });
});

describe('the volume', () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const slider = (): HTMLInputElement => screen.getByRole('slider', { name: 'Volume' });
  const valueText = (): string | null => slider().getAttribute('aria-valuetext');
  const change = (percent: number): void =>
    void fireEvent.input(slider(), { target: { value: String(percent) } });
  const pass = (milliseconds: number): Promise<void> =>
    act(async () => {
      await vi.advanceTimersByTimeAsync(milliseconds);
    });

  it('is shown and stored as it is changed, the latest value last', async () => {
    const { actions } = renderMusic();
    expect(valueText()).toBe('70%');
    for (const percent of [69, 68, 40]) change(percent);
    expect(valueText()).toBe('40%');
    await pass(500);
    const saved = actions.saveVolume.mock.calls.map(([volume]) => volume);
    expect([saved.at(-1), saved.length]).toEqual([0.4, 2]);
  });

  it('that cannot be stored is announced', async () => {
    renderMusic({ isWilling: false });
    change(40);
    await waitFor(() => expect(alerts()).toBe('The volume could not be saved. Set it again.'));
  });

  // The audio player does not store what it plays for a private window.
  it('is stored, and also set and reported by the audio player while one runs', async () => {
    const reports = changeFeed<[PlayerEvent]>();
    const reportVolume = (volume: number) =>
      act(() => reports.report({ kind: 'report', report: { ...initialReport, track: 1, volume } }));
    const remote = { command: vi.fn<RemoteControl['command']>(), listen: reports.subscribe };
    const { actions } = renderMusic({ player: remote });
    await pass(0);
    void reportVolume(0.2);
    expect(valueText()).toBe('20%');
    change(30);
    await pass(0);
    expect(remote.command).toHaveBeenCalledWith({ type: 'volume', to: 0.3 });
    expect(actions.saveVolume).toHaveBeenCalledExactlyOnceWith(0.3);
    // A report from before the change.
    void reportVolume(0.2);
    expect(valueText()).toBe('30%');
  });
});

describe('the sites switched off', () => {
  const renderSites = (...sitesOff: string[]) => renderMusic({ settings: { sitesOff } });
  const field = (): HTMLInputElement => screen.getByRole('textbox', { name: 'Site' });
  const add = (site: string): void => {
    if (!screen.queryByRole('textbox')) press('Add');
    fillIn({ Site: site });
    press('Add');
  };
  const names = (): string[] =>
    screen.queryAllByRole('listitem').map((row) => row.querySelector('bdi')?.textContent ?? '');

  it('get the site of a pasted address, which is announced', async () => {
    const { settings } = renderSites();
    expect(screen.getByRole('group', { name: 'Sites switched off' })).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
    press('Add');
    expect(document.activeElement).toBe(field());
    add('https://www.Example.com:8443/x?y#z');
    expect(settings().sitesOff).toEqual(['www.example.com']);
    expect([names(), field().value]).toEqual([['www.example.com'], '']);
    await waitFor(() => expect(status()).toBe('www.example.com is switched off'));
    expect(document.activeElement).toBe(field());
  });

  it('are stored in punycode, shown as people write them, and sorted by that', () => {
    const { settings } = renderSites('www.example.com');
    add('münchen.example');
    expect(settings().sitesOff).toEqual(['www.example.com', 'xn--mnchen-3ya.example']);
    expect(names()).toEqual(['münchen.example', 'www.example.com']);
    expect(screen.getByText('xn--mnchen-3ya.example', { exact: false })).toBeTruthy();
  });

  it.each([
    ['two words', 'This is not a site'],
    ['WWW.example.com', 'www.example.com is already in the list.'],
  ])('do not get “%s”, which an alert explains until the input changes', (typed, sentence) => {
    const { settings } = renderSites('www.example.com');
    add(typed);
    expect(alerts()).toContain(sentence);
    expect(descriptionOf(field())).toContain(sentence);
    expect(field().getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field());
    expect(settings().sitesOff).toEqual(['www.example.com']);
    fillIn({ Site: 'other' });
    expect([alerts(), field().getAttribute('aria-invalid')]).toEqual(['', 'false']);
  });

  it('lose one that is removed, which is announced, and the focus moves to the next or to the field', async () => {
    const { settings } = renderSites('a.example', 'b.example', 'c.example');
    const focused = (): string | null | undefined => document.activeElement?.getAttribute('aria-label');
    press('Remove b.example');
    expect(focused()).toBe('Remove c.example');
    await waitFor(() => expect(status()).toBe('b.example was removed'));
    press('Remove c.example');
    expect(focused()).toBe('Remove a.example');
    press('Remove a.example');
    expect(document.activeElement?.textContent).toBe('Add');
    expect(settings().sitesOff).toEqual([]);
  });

  it('announce nothing but the problem if the browser stores nothing', async () => {
    renderMusic({ settings: { sitesOff: ['a.example'] }, isWilling: false });
    const wasAnnounced = vi.fn();
    const observer = new MutationObserver(() => {
      if (status() !== '') wasAnnounced(status());
    });
    observer.observe(screen.getByRole('status'), { childList: true, characterData: true, subtree: true });
    for (const change of [() => add('b.example'), () => press('Remove a.example')]) {
      change();
      await screen.findByText(text('musicUnsaved'));
      expect(names()).toEqual(['a.example']);
    }
    observer.disconnect();
    expect(wasAnnounced).not.toHaveBeenCalled();
  });
});
