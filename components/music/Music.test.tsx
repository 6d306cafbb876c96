import { act, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { background } from '../../lib/background.ts';
import { text } from '../../lib/i18n/texts.ts';
import type { PlayerEvent, RemoteControl } from '../../lib/music/contract.ts';
import { writeVolume } from '../../lib/music/music-provider.ts';
import { findRunningPlayer } from '../../lib/music/remote.ts';
import { defaults, type Settings } from '../../lib/settings/schema.ts';
import { changeSettings } from '../../lib/settings/settings.ts';
import { initialReport } from '../player/report.ts';
import { browser } from '../testing/browser.ts';
import { alerts, changeFeed, descriptionOf, fillIn, press, said } from '../testing/dom.ts';
import { openOptionsWith } from '../testing/options.ts';
import { Music } from './Music.tsx';

vi.mock('../../lib/settings/settings.ts', { spy: true });
vi.mock('../../lib/music/music-provider.ts', { spy: true });
vi.mock('../../lib/music/remote.ts', () => ({ findRunningPlayer: vi.fn(() => Promise.resolve(null)) }));

const allSites = ['*://*/*'];
const service = ['https://s.example/*'];
const diskFull = new Error('The disk is full');

/** Opens the section with music on, unless the test says otherwise. */
const openMusic = async (test: Parameters<typeof openOptionsWith>[0] = {}) => {
  const opened = await openOptionsWith({ origins: [...service, ...allSites], ...test });
  render(<Music />);
  return opened;
};

const stored = (): Settings => browser.storage.local.values['settings'] as Settings;

const box = (name: string): HTMLInputElement => screen.getByRole('switch', { name });

describe('the settings', () => {
  it('are named, stored, and shown while music is on', async () => {
    const { grant } = await openMusic();
    expect(screen.getByRole('region', { name: 'Music' })).toBeTruthy();
    for (const name of ['Play automatically', 'Also on 410 pages']) fireEvent.click(box(name));
    expect([box('Play automatically').checked, box('Also on 410 pages').checked]).toEqual([true, true]);
    await expect.poll(stored).toEqual({ ...defaults, autoplay: true, playerOn410: true });
    grant({ origins: service });
    await waitFor(() => expect(screen.getAllByRole('switch')).toHaveLength(1));
    expect([screen.queryByRole('slider'), screen.queryByText('What Waylark sees')]).toEqual([null, null]);
  });
});

describe('the switch', () => {
  const control = (): HTMLElement => box('Music on 404 pages');
  const isOn = (): boolean => control().getAttribute('aria-checked') === 'true';

  it('requests the access once for a double click, and goes on once it is granted', async () => {
    await openMusic({ origins: service });
    fireEvent.click(control());
    fireEvent.click(control());
    expect(browser.permissions.request).toHaveBeenCalledExactlyOnceWith({ origins: allSites });
    expect(isOn()).toBe(false);
    await waitFor(() => expect(isOn()).toBe(true));
    expect(alerts()).toBe('');
  });

  it.each([
    [service, 'Without access to all sites, Waylark cannot detect 404 pages'],
    [allSites, 'The browser does not let Waylark revoke this access'],
  ])('says why it stays as it is, with access to %j', async (origins, sentence) => {
    await openMusic({ isWilling: false, origins });
    fireEvent.click(control());
    await waitFor(() => expect(alerts()).toContain(sentence));
    expect(isOn()).toBe(origins === allSites);
  });

  it('follows changes elsewhere, and says which service can no longer be reached', async () => {
    const { grant } = await openMusic({ origins: allSites });
    expect(isOn()).toBe(true);
    grant({});
    await waitFor(() => expect(isOn()).toBe(false));
    expect(alerts()).toContain('Waylark can no longer reach https://s.example/v3');
    grant({ origins: allSites });
    await waitFor(() => expect([isOn(), alerts()]).toEqual([true, '']));
    // The page knows the services: asking the background for them could take long.
    expect(background.connections).toHaveBeenCalledOnce();
  });

  it('no longer says that the access was refused once it was granted elsewhere', async () => {
    const { grant } = await openMusic({ isWilling: false, origins: service });
    fireEvent.click(control());
    await waitFor(() => expect(alerts()).not.toBe(''));
    grant({ origins: allSites });
    await waitFor(() => expect([isOn(), alerts()]).toEqual([true, '']));
  });

  it('is disabled by a policy that switches music off, which describes it', async () => {
    await openMusic({ managed: { musicOff: true } });
    expect([control().getAttribute('aria-disabled'), isOn()]).toEqual(['true', false]);
    expect(descriptionOf(control())).toContain('Set by your organization');
    expect(screen.queryByRole('slider')).toBeNull();
    fireEvent.click(control());
    expect(browser.permissions.request).not.toHaveBeenCalled();
  });
});

describe('the volume', () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));

  const slider = (): HTMLInputElement => screen.getByRole('slider', { name: 'Volume' });
  const valueText = (): string | null => slider().getAttribute('aria-valuetext');
  const change = (percent: number): void =>
    void fireEvent.input(slider(), { target: { value: String(percent) } });
  const pass = (milliseconds: number): Promise<void> =>
    act(async () => {
      await vi.advanceTimersByTimeAsync(milliseconds);
    });

  it('is shown and stored as it is changed, the latest value last', async () => {
    await openMusic();
    expect(valueText()).toBe('70%');
    for (const percent of [69, 68, 40]) change(percent);
    expect(valueText()).toBe('40%');
    await pass(500);
    const saved = vi.mocked(writeVolume).mock.calls.map(([volume]) => volume);
    expect([saved.at(-1), saved.length]).toEqual([0.4, 2]);
  });

  it('that cannot be stored is announced', async () => {
    vi.mocked(writeVolume).mockRejectedValueOnce(diskFull);
    await openMusic();
    change(40);
    await waitFor(() => expect(alerts()).toBe('The volume could not be saved. Set it again.'));
  });

  // The audio player does not store what it plays for a private window.
  it('is stored, and also set and reported by the audio player while one runs', async () => {
    const reports = changeFeed<[PlayerEvent]>();
    const reportVolume = (volume: number) =>
      act(() => reports.report({ kind: 'report', report: { ...initialReport, track: 1, volume } }));
    const remote = { command: vi.fn<RemoteControl['command']>(), listen: reports.subscribe };
    vi.mocked(findRunningPlayer).mockResolvedValueOnce(remote);
    await openMusic();
    await pass(0);
    void reportVolume(0.2);
    expect(valueText()).toBe('20%');
    change(30);
    await pass(0);
    expect(remote.command).toHaveBeenCalledWith({ type: 'volume', to: 0.3 });
    expect(writeVolume).toHaveBeenCalledExactlyOnceWith(0.3);
    // A report from before the change.
    void reportVolume(0.2);
    expect(valueText()).toBe('30%');
  });
});

describe('the sites switched off', () => {
  const openSites = (...sitesOff: string[]) => openMusic({ settings: { sitesOff } });
  const storedSites = () => stored().sitesOff;
  const field = (): HTMLInputElement => screen.getByRole('textbox', { name: 'Site' });
  const add = (site: string): void => {
    if (!screen.queryByRole('textbox')) press('Add');
    fillIn({ Site: site });
    press('Add');
  };
  const names = (): string[] =>
    screen.queryAllByRole('listitem').map((row) => row.querySelector('bdi')?.textContent ?? '');

  it('get the site of a pasted address, which is announced', async () => {
    await openSites();
    expect(screen.getByRole('group', { name: 'Never on these sites' })).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
    press('Add');
    expect(document.activeElement).toBe(field());
    add('https://www.Example.com:8443/x?y#z');
    await expect.poll(storedSites).toEqual(['www.example.com']);
    expect([names(), field().value]).toEqual([['www.example.com'], '']);
    await expect.poll(said).toBe('Music is off on www.example.com');
    expect(document.activeElement).toBe(field());
  });

  it('are stored in punycode, shown as people write them, and sorted by that', async () => {
    await openSites('www.example.com');
    add('münchen.example');
    await expect.poll(storedSites).toEqual(['www.example.com', 'xn--mnchen-3ya.example']);
    expect(names()).toEqual(['münchen.example', 'www.example.com']);
    expect(screen.getByText('xn--mnchen-3ya.example', { exact: false })).toBeTruthy();
  });

  it.each([
    ['two words', 'This is not a site'],
    ['WWW.example.com', 'www.example.com is already in the list.'],
  ])('do not get “%s”, which an alert explains until the input changes', async (typed, sentence) => {
    await openSites('www.example.com');
    add(typed);
    expect(alerts()).toContain(sentence);
    expect(descriptionOf(field())).toContain(sentence);
    expect(field().getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field());
    await expect.poll(storedSites).toEqual(['www.example.com']);
    fillIn({ Site: 'other' });
    expect([alerts(), field().getAttribute('aria-invalid')]).toEqual(['', 'false']);
  });

  it('lose one that is removed, which is announced, and the focus moves to the next or to the field', async () => {
    await openSites('a.example', 'b.example', 'c.example');
    const focused = (): string | null | undefined => document.activeElement?.getAttribute('aria-label');
    press('Remove b.example');
    expect(focused()).toBe('Remove c.example');
    await expect.poll(said).toBe('b.example was removed');
    press('Remove c.example');
    expect(focused()).toBe('Remove a.example');
    press('Remove a.example');
    expect(document.activeElement?.textContent).toBe('Add');
    await expect.poll(storedSites).toEqual([]);
  });

  it('announce nothing but the problem if the browser stores nothing', async () => {
    vi.mocked(changeSettings).mockRejectedValueOnce(diskFull).mockRejectedValueOnce(diskFull);
    await openSites('a.example');
    for (const change of [() => add('b.example'), () => press('Remove a.example')]) {
      change();
      await screen.findByText(text('musicUnsaved'));
      expect([names(), said()]).toEqual([['a.example'], '']);
    }
  });
});
