import { isSounding } from './report.ts';
import type { View } from './session.ts';
import type { Acts } from './acts.ts';

export type KeyAct =
  'toggle' | 'back' | 'forward' | 'louder' | 'quieter' | 'next' | 'previous' | 'mute' | 'list' | 'fold';

const keys: Record<string, KeyAct> = {
  ' ': 'toggle',
  arrowleft: 'back',
  arrowright: 'forward',
  arrowup: 'louder',
  arrowdown: 'quieter',
  n: 'next',
  p: 'previous',
  m: 'mute',
  l: 'list',
  escape: 'fold',
};

const onVolume: Record<string, KeyAct> = { ...keys, arrowleft: 'quieter', arrowright: 'louder' };

/** Keys that a control understands by itself; a select understands all but Escape. */
const own: [selector: string, keys: readonly string[]][] = [
  ['button', [' ', 'enter']],
  ['[role=option]', [' ', 'enter', 'arrowup', 'arrowdown', 'home', 'end']],
  ['input', ['home', 'end', 'pageup', 'pagedown']],
];

const isOwn = (target: Element, key: string): boolean =>
  target.matches('select')
    ? !['escape', 'tab'].includes(key)
    : own.some(([selector, each]) => target.matches(selector) && each.includes(key));

/** Whether a key is the control's own, an act of the player, or the page's (null). */
export const meaningOf = (target: Element, key: string): KeyAct | 'own' | null => {
  if (isOwn(target, key)) return 'own';
  return (target.matches('.volume input') ? onVolume : keys)[key] ?? null;
};

/** Seconds, and a share of the volume. */
const steps = { seek: 5, volume: 0.05 };

const between = (value: number, most: number): number => Math.min(Math.max(value, 0), most);

/** Does what a key stands for; false where it means nothing now, so that the page may have it. */
export const performKey = (act: KeyAct, { view, acts, toggleList }: KeyParts): boolean => {
  const { report, isOpen, isAwake } = view;
  const { elapsed, total, volume, muted } = report;
  const seek = (by: number): void => {
    if (total !== null) acts.give({ do: 'seek', to: between(elapsed + by, total) });
  };
  const turn = (by: number): void =>
    acts.give({ do: 'volume', to: between(Math.round((volume + by) * 100) / 100, 1) });
  // Before anything has been started, or opened, there is nothing to steer.
  if (act !== 'toggle' && !isOpen && (!isAwake || act === 'fold' || act === 'list')) return false;
  const perform: Record<KeyAct, () => void> = {
    toggle: () => acts.give(isSounding(report) ? { do: 'pause' } : { do: 'play', by: 'person' }),
    back: () => seek(-steps.seek),
    forward: () => seek(steps.seek),
    louder: () => turn(steps.volume),
    quieter: () => turn(-steps.volume),
    next: () => acts.give({ do: 'next' }),
    previous: () => acts.give({ do: 'previous' }),
    mute: () => acts.give({ do: 'mute', on: !muted }),
    list: toggleList,
    fold: acts.fold,
  };
  perform[act]();
  return true;
};

export interface KeyParts {
  view: View;
  acts: Acts;
  toggleList(): void;
}
