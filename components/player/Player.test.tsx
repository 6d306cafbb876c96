import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { beforeEach, describe, expect, it } from 'vitest';
import { text } from '../../lib/i18n/texts.ts';
import { setLanguage } from '../../lib/i18n/test-helpers/language.ts';
import { playing, renderFullPlayer, renderPlayer } from '../testing/render-player.tsx';

const button = (name: string): HTMLElement => screen.getByRole('button', { name });

const nameOf = (element: HTMLElement): string =>
  element.ariaLabel ??
  (document.querySelector<HTMLElement>(`label[for="${element.id}"]`) ?? element).textContent;

/** The accessible names of all elements with these roles, in the order of the page. */
const namesOf = (...roles: string[]): string[] => {
  const found = roles.flatMap((role) => screen.queryAllByRole(role));
  return found
    .toSorted((one, other) =>
      one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
    )
    .map(nameOf);
};
const controls = (): string[] => namesOf('button', 'slider', 'combobox');

const keysOfPill = ['playerPlay', 'playerOpen', 'playerClose'] as const;
const keysOfPlayer = [
  ...([
    'playerCollapse',
    'playerClose',
    'playerSeek',
    'playerShuffle',
    'playerPrevious',
    'playerPause',
  ] as const),
  ...(['playerNext', 'playerRepeat', 'playerMute', 'playerVolume', 'playerTracks', 'playerNever'] as const),
  'playerSleep' as const,
];

describe.each([
  ['en', '1 minute 3 seconds of 4 minutes', ['15 minutes', '30 minutes', '60 minutes']],
  ['zh_CN', '1分钟3秒钟，共4分钟', ['15分钟', '30分钟', '60分钟']],
] as const)('the player in %s', (language, position, minutes) => {
  beforeEach(() => setLanguage(language));

  it('is a named region with the controls of the pill, and sends nothing by itself', () => {
    const { commands, actions } = renderPlayer();
    screen.getByRole('region', { name: text('playerRegion') });
    expect(controls()).toEqual(keysOfPill.map((key) => text(key)));
    expect(commands()).toEqual([]);
    expect(actions.loadCover).not.toHaveBeenCalled();
  });

  it('names each control of the full player in the order of the page, and gives values as text', () => {
    const { sendTracks, report } = renderPlayer();
    fireEvent.click(button(text('playerOpen')));
    sendTracks();
    report(playing);
    screen.getByRole('region', { name: text('playerRegion') });
    const names = keysOfPlayer.map((key) => text(key));
    expect(controls().filter((name) => names.includes(name))).toEqual(names);
    expect(controls()).not.toContain('');
    const values = screen.getAllByRole('slider').map((slider) => slider.getAttribute('aria-valuetext'));
    expect(values).toEqual([position, '70%']);
    expect(button(text('playerRepeat')).getAttribute('aria-description')).toBe(text('playerRepeatList'));
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      text('playerSleepOff'),
      ...minutes,
      text('playerSleepTrackEnd'),
    ]);
  });
});

it('the pill plays and pauses, and shows which track plays', () => {
  const { commands, report, sendTracks } = renderPlayer();
  fireEvent.click(button('Play'));
  expect(commands()).toEqual([{ type: 'play', by: 'user' }]);
  sendTracks();
  report(playing);
  const title = screen.getByText('Returning Dusk');
  // The pill is anchored at its end: a title behind the button would move it.
  expect(title.compareDocumentPosition(button('Pause'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  commands();
  fireEvent.click(button('Pause'));
  expect(commands()).toEqual([{ type: 'pause' }]);
  report({ phase: 'paused' });
  button('Play');
});

it('the pill offers Play and says so while another tab plays', () => {
  const { report, commands } = renderPlayer();
  report({ ...playing, owner: 'other-tab' });
  screen.getByText('Playing in another tab');
  fireEvent.click(button('Play'));
  expect(commands()).toEqual([{ type: 'play', by: 'user' }]);
});

it('moves the focus to Play when the player opens, and to Open player when it is collapsed', () => {
  renderPlayer();
  button('Open player').focus();
  fireEvent.click(button('Open player'));
  expect(document.activeElement).toBe(button('Play'));
  fireEvent.click(button('Collapse player'));
  expect(document.activeElement).toBe(button('Open player'));
});

const status = (): string => screen.getByRole('status').textContent;

it('announces only new tracks, and not the first one of a paused player or those of another tab', () => {
  const { report, sendTracks } = renderPlayer();
  sendTracks();
  report({ track: 3 });
  report({ ...playing, track: 2, owner: 'other-tab' });
  expect(status()).toBe('');
  report(playing);
  expect(status()).toBe('Returning Dusk by Waylark');
  report({ elapsed: 64, volume: 0.2, shuffle: false });
  expect(status()).toBe('Returning Dusk by Waylark');
  report({ track: 3 });
  expect(status()).toBe('Lantern');
});

it('says what went wrong', () => {
  const { report } = renderPlayer();
  report({ phase: 'paused', problem: 'nothing-plays' });
  expect(status()).toContain('None of the tracks could be played');
});

it('offers Try again where there is nothing but a problem to show', () => {
  const { commands, report, sendTracks } = renderPlayer();
  fireEvent.click(button('Open player'));
  report({ phase: 'paused', problem: 'unreachable' });
  fireEvent.click(button('Try again'));
  expect(commands()).toContainEqual({ type: 'play', by: 'user' });
  report({ phase: 'paused', problem: 'unreachable' });
  sendTracks();
  button('Play');
});

it('says that a site could not be switched off for good', async () => {
  const { actions } = renderFullPlayer();
  actions.disableSite.mockResolvedValueOnce(false);
  fireEvent.click(button('Never on this site'));
  await waitFor(() =>
    expect(status()).toContain('only lasts until the browser closes. Free some disk space'),
  );
  expect(screen.getByRole('status').className).toBe('problem');
  fireEvent.click(button('Never on this site'));
  await waitFor(() => expect(status()).not.toContain('only lasts'));
});

it('says that the music did not begin if the audio player closes without an answer', () => {
  const { close } = renderPlayer();
  fireEvent.click(button('Play'));
  close();
  expect(status()).toContain('The browser blocked the music');
  button('Play');
});
