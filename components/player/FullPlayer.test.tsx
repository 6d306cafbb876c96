import { fireEvent, screen } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { descriptionOf } from '../testing/dom.ts';
import { renderFullPlayer } from '../testing/render-player.tsx';

const button = (name: string): HTMLElement => screen.getByRole('button', { name });

it('the controls keep their names and expose their states', () => {
  const { commands, report } = renderFullPlayer();
  const pressed = (name: string): string | null => button(name).getAttribute('aria-pressed');
  expect([pressed('Shuffle'), pressed('Mute'), pressed('Repeat')]).toEqual(['true', 'false', null]);

  const descriptions: (string | null)[] = [];
  for (const repeat of ['one', 'off', 'list'] as const) {
    fireEvent.click(button('Repeat'));
    report({ repeat });
    descriptions.push(button('Repeat').getAttribute('aria-description'));
  }
  expect(descriptions).toEqual(['One track', 'Off', 'Whole list']);
  fireEvent.click(button('Mute'));
  fireEvent.click(button('Shuffle'));
  report({ muted: true, shuffle: false });
  expect([pressed('Shuffle'), pressed('Mute')]).toEqual(['false', 'true']);
  expect(commands()).toEqual([
    { type: 'repeat', mode: 'one' },
    { type: 'repeat', mode: 'off' },
    { type: 'repeat', mode: 'list' },
    { type: 'mute', on: true },
    { type: 'shuffle', on: false },
  ]);
});

it('Next, Previous, Close and Never on this site go from track to track, close the player and disable the site', () => {
  const { commands, actions } = renderFullPlayer();
  fireEvent.click(button('Next'));
  fireEvent.click(button('Previous'));
  expect(commands()).toEqual([{ type: 'next' }, { type: 'previous' }]);
  fireEvent.click(button('Never on this site'));
  fireEvent.click(button('Close'));
  expect(actions.disableSite).toHaveBeenCalledOnce();
  expect(actions.close).toHaveBeenCalledOnce();
});

it('the sleep timer is set, and described with the time that is left', () => {
  const { commands, report } = renderFullPlayer();
  const timer = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Sleep timer' });
  for (const value of ['15', 'track-end', 'off']) fireEvent.change(timer, { target: { value } });
  expect(commands()).toEqual([
    { type: 'sleep', after: 15 },
    { type: 'sleep', after: 'track-end' },
    { type: 'sleep', after: null },
  ]);
  report({ sleep: { after: 30, end: Date.now() + 11.5 * 60_000 } });
  expect([timer.value, descriptionOf(timer)]).toEqual(['30', '12 min left']);
});

describe('Never on this site', () => {
  it('pauses the music, says so, and offers Undo', async () => {
    const { commands } = renderFullPlayer();
    fireEvent.click(button('Never on this site'));
    await expect.poll(() => screen.getByRole('status').textContent).toBe('Music is off on this site.');
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Undo', 'Close']);
    expect(document.activeElement).toBe(button('Undo'));
    expect(commands()).toEqual([{ type: 'pause' }]);
  });

  it('pauses no music of another tab', async () => {
    const { commands, report } = renderFullPlayer();
    report({ owner: 'other-tab' });
    fireEvent.click(button('Never on this site'));
    await screen.findByRole('button', { name: 'Undo' });
    expect(commands()).toEqual([]);
  });

  it('shows the player again once it is undone, or says that it could not be undone', async () => {
    const { actions, report } = renderFullPlayer();
    fireEvent.click(button('Never on this site'));
    report({ phase: 'paused' });
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    const play = await screen.findByRole('button', { name: 'Play' });
    expect(document.activeElement).toBe(play);
    expect(screen.getByRole('slider', { name: 'Seek' })).toBeTruthy();
    expect(screen.getByRole('status').className).toBe('unseen');

    fireEvent.click(button('Never on this site'));
    actions.undoDisableSite.mockResolvedValueOnce(false);
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await expect.poll(() => screen.getByRole('status').textContent).toContain('Settings → Music');
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    expect(document.activeElement).toBe(button('Close'));
  });

  it('closes the player after 10 s unless a person uses the notice', async () => {
    const { actions } = renderFullPlayer();
    vi.useFakeTimers();
    const used = vi.spyOn(HTMLDivElement.prototype, 'matches').mockReturnValue(true);
    fireEvent.click(button('Never on this site'));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(actions.close).not.toHaveBeenCalled();
    used.mockReturnValue(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(actions.close).toHaveBeenCalledOnce();
  });
});
