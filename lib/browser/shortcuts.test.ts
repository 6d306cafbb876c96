import { beforeEach, expect, it, vi } from 'vitest';
import { onShortenPage } from './shortcuts.ts';

type Listener = (command: string, tab: { id: number; url?: string }) => void;

const { listeners } = vi.hoisted(() => ({ listeners: [] as Listener[] }));
vi.mock('../webextension/browser.ts', () => ({
  browser: {
    runtime: { getURL: (path: string) => `chrome-extension://own${path}` },
    commands: { onCommand: { addListener: (listener: Listener) => listeners.push(listener) } },
  },
}));

beforeEach(() => void vi.useFakeTimers());

const page = { id: 1, url: 'https://a.example/' };
const outcome = { id: 2, url: 'chrome-extension://own/outcome.html#1' };

type Press = [pause: number, tab?: { id: number; url?: string }, command?: string];

/** How often something is shortened by commands, each after a pause in milliseconds, in a tab. */
const shortenedAfter = (presses: Press[]): number => {
  const pressed = vi.fn();
  onShortenPage(pressed);
  for (const [pause, tab = page, command = 'shorten-page'] of presses) {
    vi.advanceTimersByTime(pause);
    listeners.at(-1)?.(command, tab);
  }
  return pressed.mock.calls.length;
};

const repetitions = (tab = page): Press[] => Array.from({ length: 60 }, () => [40, tab]);

it.each<[string, Press[], number]>([
  ['once while its keys are held for 3 s', [[0], [660], ...repetitions()], 1],
  ['once while they are held where keys are repeated slowly', [[0], [1_000], [500], [500]], 1],
  ['once while they are held and the outcome opens in a tab', [[0], [660], ...repetitions(outcome)], 1],
  ['again if they are pressed later', [[0], [1_500]], 2],
  ['again if they are pressed in another tab', [[0], [200, { id: 3 }]], 2],
  ['nothing for another command', [[0, page, 'another']], 0],
])('the shortcut shortens %s', (_, presses, times) => expect(shortenedAfter(presses)).toBe(times));
