import { act, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { background } from '../../lib/background.ts';
import type { CurrentPage } from '../../lib/browser/pages.ts';
import type { Attempt } from '../../lib/history/types.ts';
import type { PlayerEvent, PlayerReport, RemoteControl } from '../../lib/music/contract.ts';
import * as remotes from '../../lib/music/remote.ts';
import { initialReport } from '../player/report.ts';
import { passTime } from '../testing/dom.ts';
import { answerPopup, attempt, pageLink, setSettings } from '../testing/popup.tsx';
import { browser } from '../testing/browser.ts';
import { Extras, TabsButton } from './Extras.tsx';

const playing = { phase: 'playing', owner: 'other-tab', tabId: 9, track: 2 } as const;
const report: PlayerReport = { ...initialReport, ...playing, elapsed: 1, total: 100 };
const tracks = [{ id: 2, name: 'Harbour', artist: 'Lighthouse, Gull' }];

interface ShowOptions {
  isMusicOff?: boolean;
  page?: Partial<CurrentPage>;
  answers?: Parameters<typeof answerPopup>[0];
  player?: Promise<RemoteControl>;
}

let close = vi.spyOn(window, 'close');
beforeEach(() => {
  close = vi.spyOn(window, 'close');
  vi.spyOn(browser.permissions, 'contains').mockResolvedValue(true);
});

const show = ({ isMusicOff = false, page, answers, player }: ShowOptions = {}) => {
  answerPopup(answers);
  setSettings({ musicOff: isMusicOff });
  if (player) vi.mocked(remotes.findRunningPlayer).mockReturnValue(player);
  const shown = { tabId: 1, link: pageLink, title: '', private: false, ...page };
  const { unmount, rerender } = render(<Extras page={shown} shownLink={undefined} />);
  const setShown = (link: string) => rerender(<Extras page={shown} shownLink={link} />);
  return { unmount, setShown };
};

/** The same, once the parts have appeared. */
const shown = async (options: ShowOptions = {}) => {
  const extras = show(options);
  await screen.findByRole('contentinfo');
  return extras;
};

/** A player that runs: its commands, and a function that sends an event of it. */
const runningPlayer = () => {
  let listener: (event: PlayerEvent | null) => void = () => undefined;
  const command = vi.fn<RemoteControl['command']>();
  const remote: RemoteControl = { command, listen: (next) => (listener = next) };
  return {
    command,
    player: Promise.resolve(remote),
    send: (event: PlayerEvent | null): void => void act(() => listener(event)),
  };
};

const playHere = () => screen.queryByRole('button', { name: 'Play music here' });

describe('the button for music on the active page', () => {
  it('puts the player there once, and closes the popup', async () => {
    await shown();
    playHere()?.click();
    playHere()?.click();
    await waitFor(() => expect(close).toHaveBeenCalledOnce());
    expect(background.playHere).toHaveBeenCalledExactlyOnceWith({ tabId: 1 });
  });

  it.each([
    [false, 'The browser does not allow extensions on this page'],
    [undefined, 'The browser interrupted Waylark before the music started'],
  ])('announces for the answer %s: %s', async (answer, sentence) => {
    await shown({ answers: { playHere: () => Promise.resolve(answer) } });
    expect(screen.getByRole('alert').textContent).toBe('');
    fireEvent.click(screen.getByRole('button'));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(sentence));
    expect(close).not.toHaveBeenCalled();
  });

  it.each([
    ['on a page of the browser', { page: { link: 'about:blank' } }],
    ['if no tab is known', { page: { tabId: null } }],
    ['if the organization switches music off', { isMusicOff: true }],
    ['while music is off', { isMusicAllowed: false }],
  ])(
    'is absent %s',
    async (_, { isMusicAllowed = true, ...options }: ShowOptions & { isMusicAllowed?: boolean }) => {
      vi.spyOn(browser.permissions, 'contains').mockResolvedValue(isMusicAllowed);
      await shown(options);
      expect(playHere()).toBeNull();
    },
  );
});

describe('the track that plays', () => {
  it('is named, and controlled', async () => {
    vi.useFakeTimers();
    const { player, send, command } = runningPlayer();
    show({ player });
    await act(() => Promise.resolve());
    send({ kind: 'tracks', tracks });
    // The recent links are there, and the track is not yet.
    await passTime(999);
    expect(screen.queryByRole('contentinfo')).toBeNull();
    send({ kind: 'report', report });
    const section = screen.getByRole('region', { name: 'Now playing' });
    expect(section.textContent).toContain('HarbourLighthouse, Gull');
    for (const name of [/^Go to tab Harbour/, 'Pause', 'Next'])
      fireEvent.click(screen.getByRole('button', { name }));
    expect(command.mock.calls).toEqual([[{ type: 'pause' }], [{ type: 'next' }]]);
    expect(browser.tabs.update).toHaveBeenCalledExactlyOnceWith(9, { active: true });
  });

  it('has the button Play while paused, no button to its own tab, and no second player', async () => {
    const { player, send, command } = runningPlayer();
    show({ player });
    await act(() => Promise.resolve());
    send({ kind: 'report', report: { ...report, phase: 'paused', tabId: 1 } });
    expect(await screen.findByText('Music on 404 pages')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Play' }));
    expect(command).toHaveBeenCalledExactlyOnceWith({ type: 'play', by: 'user' });
    expect(screen.queryByRole('button', { name: /^Go to tab/ })).toBeNull();
    expect(playHere()).toBeNull();
  });

  it('disappears when the player has closed; the remote control ends with the popup', async () => {
    const { player, send } = runningPlayer();
    const { unmount } = show({ player });
    await act(() => Promise.resolve());
    send({ kind: 'report', report });
    await screen.findByRole('region');
    send(null);
    expect(screen.queryByRole('region')).toBeNull();
    unmount();
    await waitFor(() => expect(vi.mocked(remotes.findRunningPlayer).mock.calls[0]?.[0].aborted).toBe(true));
  });
});

/** The names of all buttons, in their order. */
const buttons = () =>
  screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent);

describe('the parts below the form', () => {
  it('appear together, and without what does not answer in time, which is added below the others when it answers', async () => {
    vi.useFakeTimers();
    const late = Promise.withResolvers<Attempt[]>();
    const never = new Promise<never>(() => undefined);
    show({ answers: { recent: () => late.promise }, player: never });
    await passTime(999);
    expect(screen.queryByRole('contentinfo')).toBeNull();
    await passTime(1);
    expect(playHere()).toBeTruthy();
    late.resolve([attempt({ title: 'Late' })]);
    await passTime(0);
    expect(buttons()).toEqual(['Play music here', expect.stringMatching(/^Copy Late/), 'More']);
  });

  it('do not move when a player answers late', async () => {
    vi.useFakeTimers();
    const { player, send } = runningPlayer();
    show({ player });
    await passTime(1000);
    send({ kind: 'report', report: { ...report, tabId: 1 } });
    expect(buttons()).toEqual(['Pause', 'Next']);
    // Its place stays.
    expect(screen.getByText('Play music here')).toBeTruthy();
  });

  it('keep the links that were read last, although an earlier answer arrives after them', async () => {
    vi.useFakeTimers();
    const first = Promise.withResolvers<Attempt[]>();
    const { setShown } = show({ answers: { recent: () => first.promise } });
    await passTime(0);
    vi.mocked(background.recent).mockResolvedValue([attempt({ title: 'Newest' })]);
    setShown('https://s.example/1');
    await passTime(1000);
    first.resolve([attempt({ title: 'Late' })]);
    await passTime(0);
    expect(screen.getByRole('button', { name: /^Copy Newest/ })).toBeTruthy();
  });

  it('list the recent links again when a short link is shown, without that one', async () => {
    const { setShown } = await shown({ page: { private: true } });
    expect(screen.queryByRole('region')).toBeNull();
    const shortLink = 'https://s.example/1';
    vi.mocked(background.recent).mockResolvedValue([
      attempt({ title: 'Shown', shortLink }),
      attempt({ title: 'Other' }),
    ]);
    setShown(shortLink);
    await screen.findByRole('button', { name: /^Copy Other/ });
    expect(screen.queryByRole('button', { name: /^Copy Shown/ })).toBeNull();
    expect(background.recent).toHaveBeenLastCalledWith({ private: true });
    expect(background.expiringCount).not.toHaveBeenCalled();
  });
});

describe('a running job', () => {
  const jobs = (isRunning: boolean) => () =>
    Promise.resolve([{ id: 'a', kind: 'shorten' as const, isRunning }]);

  it('leads to the history, in the place of music', async () => {
    vi.useFakeTimers();
    const answer = Promise.withResolvers<undefined>();
    show({ answers: { jobs: () => answer.promise.then(jobs(true)) } });
    await passTime(999);
    expect(screen.queryByRole('contentinfo')).toBeNull();
    answer.resolve(undefined);
    await passTime(0);
    fireEvent.click(screen.getByRole('button'));
    expect(browser.tabs.create).toHaveBeenCalledExactlyOnceWith({ url: '/history.html' });
    expect(buttons()).toEqual(['Links in progress']);
  });

  it('is added below music if it is known late', async () => {
    vi.useFakeTimers();
    const answer = Promise.withResolvers<undefined>();
    show({ answers: { jobs: () => answer.promise.then(jobs(true)) } });
    await passTime(1000);
    answer.resolve(undefined);
    await passTime(0);
    expect(buttons()).toEqual(['Play music here', 'Links in progress']);
  });

  it.each([
    ['once it has ended', false, false],
    ['in a private window', true, true],
  ])('is not named %s', async (_, isRunning, isPrivate) => {
    await shown({ page: { private: isPrivate }, answers: { jobs: jobs(isRunning) } });
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(buttons()).toEqual(['Play music here']);
  });
});

describe('the button for all tabs', () => {
  it.each([
    [[1], false, 'All tabs', 'Shorten all tabs in this window', 'window=7'],
    [[4, 5], true, '2 selected tabs', 'Shorten 2 selected tabs', 'tabs=4,5&private=1'],
  ])('opens the page for the selected tabs %j, private: %s', (...row) => {
    const [selected, isPrivate, label, name, query] = row;
    render(<TabsButton tabs={{ windowId: 7, selected }} isPrivate={isPrivate} />);
    const button = screen.getByRole('button', { name });
    expect(button.textContent).toBe(label);
    fireEvent.click(button);
    expect(browser.tabs.create).toHaveBeenCalledExactlyOnceWith({ url: `/batch.html?${query}` });
  });

  it('is absent while the tabs are unknown', () => {
    render(<TabsButton tabs={null} isPrivate={false} />);
    expect(screen.queryByRole('button')).toBeNull();
  });
});
