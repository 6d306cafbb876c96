import { useRef } from 'preact/hooks';
import type { PlayerActions } from './player-actions.ts';
import { isPlayingHere } from './report.ts';
import type { PlayerView } from './session.ts';

type KeyAction =
  'toggle' | 'back' | 'forward' | 'louder' | 'quieter' | 'next' | 'previous' | 'mute' | 'list' | 'collapse';

export interface KeyboardOptions {
  view: PlayerView;
  actions: PlayerActions;
  toggleList(): void;
}

/** By the lower-case `key` of a keyboard event. */
const keyActions: Record<string, KeyAction> = {
  ' ': 'toggle',
  arrowleft: 'back',
  arrowright: 'forward',
  arrowup: 'louder',
  arrowdown: 'quieter',
  n: 'next',
  p: 'previous',
  m: 'mute',
  l: 'list',
  escape: 'collapse',
};

const volumeKeyActions: Record<string, KeyAction> = {
  ...keyActions,
  arrowleft: 'quieter',
  arrowright: 'louder',
};

/** Actions that repeat while the key is held down. */
const repeatable: readonly KeyAction[] = ['back', 'forward', 'louder', 'quieter'];

/** Keys that the browser or the list handles itself. */
const nativeKeys: [selector: string, keys: readonly string[]][] = [
  ['button', [' ', 'enter']],
  ['[role=option]', [' ', 'enter', 'arrowup', 'arrowdown', 'home', 'end']],
  ['input', ['home', 'end', 'pageup', 'pagedown']],
];

/** A select element handles every key but Escape and Tab. */
const isNative = (target: Element, key: string): boolean =>
  target.matches('select')
    ? !['escape', 'tab'].includes(key)
    : nativeKeys.some(([selector, keys]) => target.matches(selector) && keys.includes(key));

/** Whether a key belongs to the control itself, to the player, or to the page (null). */
const meaningOf = (target: Element, key: string): KeyAction | 'native' | null => {
  if (isNative(target, key)) return 'native';
  const actions = target.matches('.volume input') ? volumeKeyActions : keyActions;
  return actions[key] ?? null;
};

const seekStep = 5;
const volumeStep = 0.05;

const clamp = (value: number, most: number): number => Math.min(Math.max(value, 0), most);

/** Performs the action; false if it has no meaning now, so that the page gets the key. */
const perform = (action: KeyAction, { view, actions, toggleList }: KeyboardOptions): boolean => {
  const { report, isOpen, hasSentCommand } = view;
  const { elapsed, total, volume, muted } = report;
  const seekBy = (seconds: number): void => {
    if (total !== null) actions.send({ type: 'seek', to: clamp(elapsed + seconds, total) });
  };
  const changeVolume = (by: number): void =>
    actions.send({ type: 'volume', to: clamp(Math.round((volume + by) * 100) / 100, 1) });

  // The pill only plays. It has the other keys once music was started, except those for parts of the full player.
  const needsFullPlayer = action === 'collapse' || action === 'list';
  if (action !== 'toggle' && !isOpen && (!hasSentCommand || needsFullPlayer)) return false;

  const performers: Record<KeyAction, () => void> = {
    toggle: () => actions.send(isPlayingHere(report) ? { type: 'pause' } : { type: 'play', by: 'user' }),
    back: () => seekBy(-seekStep),
    forward: () => seekBy(seekStep),
    louder: () => changeVolume(volumeStep),
    quieter: () => changeVolume(-volumeStep),
    next: () => actions.send({ type: 'next' }),
    previous: () => actions.send({ type: 'previous' }),
    mute: () => actions.send({ type: 'mute', on: !muted }),
    list: toggleList,
    collapse: actions.collapse,
  };
  performers[action]();
  return true;
};

/** Key listeners. They keep the keys that they handle from the page, and pass all others on. */
export const useKeyboard = (options: KeyboardOptions) => {
  const handledKeys = useRef(new Set<string>());
  const handle = (event: KeyboardEvent): boolean => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
    if (!(event.target instanceof Element)) return false;

    const meaning = meaningOf(event.target, event.key.toLowerCase());
    if (meaning === null) return false;
    if (meaning === 'native') return true;

    const isIgnoredRepeat = event.repeat && !repeatable.includes(meaning);
    const isHandled = isIgnoredRepeat || perform(meaning, options);
    if (isHandled) event.preventDefault();
    return isHandled;
  };
  return {
    onKeyDown(event: KeyboardEvent): void {
      if (!handle(event)) return;
      handledKeys.current.add(event.code);
      event.stopPropagation();
    },
    onKeyUp(event: KeyboardEvent): void {
      if (handledKeys.current.delete(event.code)) event.stopPropagation();
    },
  };
};
