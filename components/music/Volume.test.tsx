import { act, fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PlayerEvent, RemoteControl } from '../../lib/music/contract.ts';
import { initialReport } from '../player/report.ts';
import { renderMusic } from '../testing/render-music.tsx';

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

it('says that it could not be stored', async () => {
  renderMusic({ isWilling: false });
  change(40);
  await waitFor(() =>
    expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toContain(
      'The volume could not be saved. Set it again.',
    ),
  );
});

// The audio player does not store what it plays for a private window.
it('is stored, and also set and reported by the audio player while one runs', async () => {
  let report: (event: PlayerEvent) => void = () => undefined;
  const remote = {
    command: vi.fn<RemoteControl['command']>(),
    listen: vi.fn<RemoteControl['listen']>((listener) => void (report = listener)),
  };
  const { actions } = renderMusic({ player: remote });
  await pass(0);
  void act(() => report({ kind: 'report', report: { ...initialReport, track: 1, volume: 0.2 } }));
  expect(valueText()).toBe('20%');
  change(30);
  await pass(0);
  expect(remote.command).toHaveBeenCalledWith({ type: 'volume', to: 0.3 });
  expect(actions.saveVolume).toHaveBeenCalledExactlyOnceWith(0.3);
  // A report from before the change.
  void act(() => report({ kind: 'report', report: { ...initialReport, track: 1, volume: 0.2 } }));
  expect(valueText()).toBe('30%');
});
