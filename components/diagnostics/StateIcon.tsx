import type { State } from '../../lib/diagnostics/verdict.ts';

/** Drawn on a grid of 20 units. Each state has its own shape, so that it does not depend on the colour. */
const shapes: Record<State, string> = {
  good: 'M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15zM6.6 10.2l2.4 2.4 4.4-5',
  notice: 'M10 3 2.4 16.5h15.2zM10 8.2v3.9M10 14.3v.1',
  bad: 'M6.9 2.5h6.2l4.4 4.4v6.2l-4.4 4.4H6.9l-4.4-4.4V6.9zM7.4 7.4l5.2 5.2M12.6 7.4l-5.2 5.2',
  unchecked: 'M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15zM6.7 10h6.6',
  waiting: 'M5 10v.1M10 10v.1M15 10v.1',
};

/** The icon of a row's state; the word beside it has the same meaning. */
export const StateIcon = ({ state }: { state: State }) => (
  <svg data-state={state} viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
    <path d={shapes[state]} />
  </svg>
);
