/** Slots of each kind that are looked at. */
const most = 100;

/** As it came: neither has been looked at. */
interface Slot {
  begin: unknown;
  end: unknown;
}

const isSlot = (each: unknown): each is Slot =>
  typeof each === 'object' && each !== null && 'begin' in each && 'end' in each;

const slotsIn = (data: object, kind: string): Slot[] => {
  const list: unknown = Reflect.get(data, kind);
  return Array.isArray(list) ? list.slice(0, most).filter(isSlot) : [];
};

/** Unix seconds: from `begin` on, until before `end`. */
const isTime = ({ begin, end }: Slot, seconds: number): boolean =>
  typeof begin === 'number' && typeof end === 'number' && begin <= seconds && seconds < end;

/** Month × 100 + day of a month and day; NaN for what is none in any year. */
const dayOf = (date: unknown): number => {
  const [month, day, ...more] = Array.isArray(date) ? (date as unknown[]) : [];
  if (typeof month !== 'number' || typeof day !== 'number' || more.length > 0) return NaN;
  // A leap year has all days.
  const real = new Date(2000, month - 1, day);
  return real.getMonth() === month - 1 && real.getDate() === day ? month * 100 + day : NaN;
};

/** Of each year, the last day included; it may begin in one year and end in the next. */
const isDay = ({ begin, end }: Slot, today: number): boolean => {
  const [first, last] = [dayOf(begin), dayOf(end)];
  if (Number.isNaN(first + last)) return false;
  return first <= last ? first <= today && today <= last : first <= today || today <= last;
};

/**
 * Whether pages are to be grey at that moment, by what Grayscale filter answered: times in Unix seconds, and days of the
 * local calendar. The popup and the player look, so it does without schemas; what is no slot is passed over.
 */
export const isGrey = (data: unknown, now: Date): boolean => {
  if (typeof data !== 'object' || data === null) return false;
  const today = (now.getMonth() + 1) * 100 + now.getDate();
  return (
    slotsIn(data, 'accurateSlot').some((slot) => isTime(slot, now.getTime() / 1000)) ||
    slotsIn(data, 'daySlot').some((slot) => isDay(slot, today))
  );
};
