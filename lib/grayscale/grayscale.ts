import { readLocal } from '../storage/storage.ts';
import type { StoredGrayscale } from './refresh.ts';

/** The number of slots of each kind that are examined. */
const maxSlots = 100;

/** A slot as the service sent it; neither field is parsed. */
interface Slot {
  begin: unknown;
  end: unknown;
}

const isSlot = (each: unknown): each is Slot =>
  typeof each === 'object' && each !== null && 'begin' in each && 'end' in each;

const slotsIn = (data: object, kind: string): Slot[] => {
  const list: unknown = Reflect.get(data, kind);
  return Array.isArray(list) ? list.slice(0, maxSlots).filter(isSlot) : [];
};

/** Compares Unix seconds: `begin` is inside the slot, `end` is not. */
const containsTime = ({ begin, end }: Slot, seconds: number): boolean =>
  typeof begin === 'number' && typeof end === 'number' && begin <= seconds && seconds < end;

/** Month × 100 + day of an array `[month, day]`; NaN for a value that is no day in any year. */
const dayNumber = (date: unknown): number => {
  const [month, day, ...more] = Array.isArray(date) ? (date as unknown[]) : [];
  if (typeof month !== 'number' || typeof day !== 'number' || more.length > 0) return NaN;
  // 2000 is a leap year, which has all days.
  const real = new Date(2000, month - 1, day);
  return real.getMonth() === month - 1 && real.getDate() === day ? month * 100 + day : NaN;
};

/** Compares days of any year, the last day included; a slot may begin in one year and end in the next. */
const containsDay = ({ begin, end }: Slot, today: number): boolean => {
  const first = dayNumber(begin);
  const last = dayNumber(end);
  if (Number.isNaN(first + last)) return false;
  const hasBegun = first <= today;
  const isNotOver = today <= last;
  return first <= last ? hasBegun && isNotOver : hasBegun || isNotOver;
};

/**
 * Whether pages are shown in grayscale at that time, by the answer of the operation Grayscale filter: times in Unix seconds,
 * and days of the local calendar. The popup calls this, so it uses no schemas; it skips invalid slots.
 */
export const isGrayscale = (data: unknown, now: Date): boolean => {
  if (typeof data !== 'object' || data === null) return false;
  const today = (now.getMonth() + 1) * 100 + now.getDate();
  return (
    slotsIn(data, 'accurateSlot').some((slot) => containsTime(slot, now.getTime() / 1000)) ||
    slotsIn(data, 'daySlot').some((slot) => containsDay(slot, today))
  );
};

/** The slots as the service sent them: not parsed, since schemas would make the popup larger. May reject. */
export const readGrayscale = async (): Promise<unknown> =>
  ((await readLocal('grayscale')) as Partial<StoredGrayscale> | undefined)?.data;
