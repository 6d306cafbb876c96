/** One line of the report: what was measured, and what it had to be. */
export interface Figure {
  name: string;
  value: number;
  unit: 'ms' | 'kB' | '×' | '';
  limit?: { at: 'most' | 'least'; value: number };
  /** How the value came about, e.g. the two medians of a ratio. */
  from?: string;
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = NaN, high = NaN] =
    sorted.length % 2 === 1 ? [sorted[middle], sorted[middle]] : sorted.slice(middle - 1);
  return (low + high) / 2;
};

/**
 * What each of `measures` returned in each round, after `warmUps` rounds that are not counted. Every other round has the reverse
 * order, so that the effects of one measurement on the next are shared evenly.
 */
export const inTurn = async <Name extends string, Value>(
  measures: Record<Name, () => Promise<Value>>,
  { rounds, warmUps = 1 }: { rounds: number; warmUps?: number },
): Promise<Record<Name, Value[]>> => {
  const names = Object.keys(measures) as Name[];
  const taken = Object.fromEntries(names.map((name) => [name, [] as Value[]])) as Record<Name, Value[]>;
  for (let round = 0; round < warmUps + rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const value = await measures[name]();
      if (round >= warmUps) taken[name].push(value);
    }
  }
  return taken;
};

/** The median of ours beside that of the other, in milliseconds, as a ratio that may be `most`. */
export const ratio = (name: string, parts: { ours: number[]; other: number[]; most: number }): Figure => {
  const [ours, other] = [median(parts.ours), median(parts.other)];
  const from = `${ours.toFixed(1)} ms beside ${other.toFixed(1)} ms, medians of ${parts.ours.length}`;
  return { name, value: ours / other, unit: '×', from, limit: { at: 'most', value: parts.most } };
};

const show = (value: number, unit: Figure['unit']): string => {
  const digits = unit === '×' ? 2 : unit === '' ? 0 : 1;
  return `${value.toFixed(digits)}${unit === '' ? '' : ` ${unit}`}`;
};

export const holds = ({ value, limit }: Figure): boolean =>
  !limit || (limit.at === 'most' ? value <= limit.value : value >= limit.value);

const line = (figure: Figure): string => {
  const { name, value, unit, limit, from } = figure;
  const mark = limit ? (holds(figure) ? '✓' : '✗') : ' ';
  const bound = limit ? `at ${limit.at} ${show(limit.value, unit)}` : '';
  return `${mark} ${name.padEnd(46)} ${show(value, unit).padStart(12)}  ${bound.padEnd(18)} ${from ?? ''}`.trimEnd();
};

export const tableOf = (figures: readonly Figure[]): string => figures.map(line).join('\n');

/** Prints figures beside their limits; returns whether all limits hold. */
export const report = (title: string, figures: readonly Figure[]): boolean => {
  console.log(`\n${title}\n${tableOf(figures)}`);
  return figures.every(holds);
};
