import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { setLanguage } from '../testing/language.ts';
import { playing, renderFullPlayer, renderPlayer } from '../testing/render-player.tsx';

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

it.each([
  ['en', 'Never on this site', 'only lasts until the browser closes. Free some disk space'],
  ['zh_CN', '不再在此网站显示', '最多只在浏览器关闭之前有效。请清理磁盘空间'],
] as const)(
  'says that a site could not be switched off for good, in %s',
  async (language, button, sentence) => {
    const { actions, report } = renderFullPlayer();
    setLanguage(language);
    report({});
    actions.disableSite.mockResolvedValueOnce(false);
    fireEvent.click(screen.getByRole('button', { name: button }));
    await waitFor(() => expect(status()).toContain(sentence));
    expect(screen.getByRole('status').className).toBe('problem');
    fireEvent.click(screen.getByRole('button', { name: button }));
    await waitFor(() => expect(status()).not.toContain(sentence));
  },
);

it('says that the music did not begin if the audio player closes without an answer', () => {
  const { close } = renderPlayer();
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  close();
  expect(status()).toContain('The browser blocked the music');
  screen.getByRole('button', { name: 'Play' });
});
