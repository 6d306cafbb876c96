import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { setLanguage } from '../testing/language.ts';
import { descriptionOf } from '../testing/dom.ts';
import { playing, renderFullPlayer, renderPlayer } from '../testing/render-player.tsx';

const button = (name: string): HTMLElement => screen.getByRole('button', { name });

/** The element that names this one, which is itself by default. */
const namingOf = (element: HTMLElement): HTMLElement =>
  document.getElementById(element.getAttribute('aria-labelledby') ?? '') ??
  document.querySelector<HTMLElement>(`label[for="${element.id}"]`) ??
  element;

/** The accessible names of all elements with these roles, in the order of the page. */
const namesOf = (...roles: string[]): string[] => {
  const found = roles.flatMap((role) => screen.queryAllByRole(role));
  return found
    .toSorted((one, other) =>
      one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
    )
    .map((element) => namingOf(element).textContent);
};
const controls = (): string[] => namesOf('button', 'slider', 'combobox');

const texts = {
  en: {
    region: 'Music on 404 pages',
    pill: ['Play', 'Open player', 'Close'],
    open: 'Open player',
    full: [
      'Collapse player',
      'Close',
      'Seek',
      'Shuffle',
      'Previous',
      'Pause',
      'Next',
      'Repeat',
      'Mute',
      'Volume',
    ].concat('Track list', 'Never on this site', 'Sleep timer'),
    repeat: 'Whole list',
    position: '1 minute 3 seconds of 4 minutes',
    sleep: ['Off', '15 minutes', '30 minutes', '60 minutes', 'End of track'],
  },
  zh_CN: {
    region: '404页面音乐',
    pill: ['播放', '展开播放器', '关闭'],
    open: '展开播放器',
    full: [
      '收起播放器',
      '关闭',
      '播放进度',
      '随机播放',
      '上一首',
      '暂停',
      '下一首',
      '循环播放',
      '静音',
      '音量',
    ].concat('曲目列表', '不再在此网站显示', '定时关闭'),
    repeat: '列表循环',
    position: '1分钟3秒钟，共4分钟',
    sleep: ['未开启', '15分钟', '30分钟', '60分钟', '播完本曲'],
  },
} as const;

describe.each(['en', 'zh_CN'] as const)('the player in %s', (language) => {
  const expected = texts[language];

  it('is a named region with the controls of the pill, and sends nothing by itself', () => {
    setLanguage(language);
    const { commands, actions } = renderPlayer();
    screen.getByRole('region', { name: expected.region });
    expect(controls()).toEqual(expected.pill);
    expect(commands()).toEqual([]);
    expect(actions.loadCover).not.toHaveBeenCalled();
  });

  it('names each control of the full player in the order of the page, and gives values as text', () => {
    setLanguage(language);
    const { sendTracks, report } = renderPlayer();
    fireEvent.click(button(expected.open));
    sendTracks();
    report(playing);
    screen.getByRole('region', { name: expected.region });
    const named: readonly string[] = expected.full;
    expect(controls().filter((name) => named.includes(name))).toEqual(named);
    expect(controls()).not.toContain('');
    const [seek, volume] = screen
      .getAllByRole('slider')
      .map((slider) => slider.getAttribute('aria-valuetext'));
    expect([seek, volume]).toEqual([expected.position, '70%']);
    expect(descriptionOf(button(expected.full[7] ?? ''))).toBe(expected.repeat);
    expect(screen.getAllByRole('option').map((option) => option.getAttribute('label'))).toEqual(
      expected.sleep,
    );
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

it('the tooltip of a button follows its label under the pointer', async () => {
  const { report } = renderPlayer();
  const play = button('Play');
  fireEvent.pointerEnter(play);
  expect(play.title).toBe('Play');
  report(playing);
  await expect.poll(() => button('Pause').title).toBe('Pause');
  fireEvent.pointerLeave(button('Pause'));
  expect(button('Pause').title).toBe('');
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

it.each([
  ['en', 'None of the tracks could be played'],
  ['zh_CN', '没有一首曲目能够播放'],
] as const)('says what went wrong, in %s', (language, sentence) => {
  setLanguage(language);
  const { report } = renderPlayer();
  report({ phase: 'paused', problem: 'nothing-plays' });
  expect(status()).toContain(sentence);
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

it.each([
  ['en', 'Never on this site', 'only lasts until the browser closes. Free some disk space'],
  ['zh_CN', '不再在此网站显示', '最多只在浏览器关闭之前有效。请清理磁盘空间'],
] as const)(
  'says that a site could not be switched off for good, in %s',
  async (language, never, sentence) => {
    const { actions, report } = renderFullPlayer();
    setLanguage(language);
    report({});
    actions.disableSite.mockResolvedValueOnce(false);
    fireEvent.click(button(never));
    await waitFor(() => expect(status()).toContain(sentence));
    expect(screen.getByRole('status').className).toBe('problem');
    fireEvent.click(button(never));
    await waitFor(() => expect(status()).not.toContain(sentence));
  },
);

it('says that the music did not begin if the audio player closes without an answer', () => {
  const { close } = renderPlayer();
  fireEvent.click(button('Play'));
  close();
  expect(status()).toContain('The browser blocked the music');
  button('Play');
});
