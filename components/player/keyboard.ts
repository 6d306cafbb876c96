import { useRef } from 'preact/hooks';
import { buttons } from './command-buttons.tsx';
import type { PlayerActions, PlayerView } from './session.ts';

export interface KeyboardOptions {
  view: PlayerView;
  actions: PlayerActions;
  toggleList(): void;
}

interface KeyAction {
  act(options: KeyboardOptions): void;
  /** Whether it repeats while the key is held down. */
  repeats?: boolean;
  /**
   * Where it acts: `every-form` is the full player and the pill. By default it acts in the full player, and in the pill after the
   * first command.
   */
  in?: 'every-form' | 'full-player';
}

const clamp = (value: number, most: number): number => Math.min(Math.max(value, 0), most);

const press = (name: keyof typeof buttons): KeyAction => ({
  act: ({ view, actions }) => actions.send(buttons[name](view.report).command),
});

const seekBy = (seconds: number): KeyAction => ({
  act({ view: { report }, actions: { send } }) {
    const { elapsed, total } = report;
    if (total !== null) send({ type: 'seek', to: clamp(elapsed + seconds, total) });
  },
  repeats: true,
});

const changeVolume = (by: number): KeyAction => ({
  act({ view: { report }, actions: { send } }) {
    send({ type: 'volume', to: clamp(Math.round((report.volume + by) * 100) / 100, 1) });
  },
  repeats: true,
});

const louder = changeVolume(0.05);
const quieter = changeVolume(-0.05);

/** By the lower-case `key` of a keyboard event. */
type KeyActions = Partial<Record<string, KeyAction>>;

const keyActions: KeyActions = {
  ' ': { ...press('play'), in: 'every-form' },
  arrowleft: seekBy(-5),
  arrowright: seekBy(5),
  arrowup: louder,
  arrowdown: quieter,
  n: press('next'),
  p: press('previous'),
  m: press('mute'),
  l: { act: ({ toggleList }) => toggleList(), in: 'full-player' },
  escape: { act: ({ actions }) => actions.collapse(), in: 'full-player' },
};

const volumeKeyActions: KeyActions = { ...keyActions, arrowleft: quieter, arrowright: louder };

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

/** Whether the action has a meaning now; if not, the page gets the key. */
const isAvailable = (action: KeyAction, { isOpen, hasSentCommand }: PlayerView): boolean =>
  isOpen || action.in === 'every-form' || (hasSentCommand && action.in !== 'full-player');

/** Key listeners. They keep the keys that they handle from the page, and pass all others on. */
export const useKeyboard = (options: KeyboardOptions) => {
  const handledKeys = useRef(new Set<string>());
  /** Acts on a key. Returns whether the page must not get the event: also if the element itself handles the key. */
  const handle = (event: KeyboardEvent): boolean => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
    if (!(event.target instanceof Element)) return false;

    const key = event.key.toLowerCase();
    if (isNative(event.target, key)) return true;

    const action = (event.target.matches('.volume input') ? volumeKeyActions : keyActions)[key];
    if (!action) return false;

    // A repeat that has no effect does not reach the page either.
    const isIgnoredRepeat = event.repeat && !action.repeats;
    if (!isIgnoredRepeat) {
      if (!isAvailable(action, options.view)) return false;
      action.act(options);
    }
    event.preventDefault();
    return true;
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
