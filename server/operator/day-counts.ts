import type { AnsweredRequest, Deps } from '../deps.ts';
import { createCountBuffer } from '../redirect/count-buffer.ts';
import { dayOf } from '../store/contract.ts';
import type { DayCount } from '../store/operator-contract.ts';

/** What an application asks for; only these are refused, in the words of the operator's page. */
const calls = new Set(['token', 'add', 'manage']);

/** The names of the counts that are no refusals, which have the label of their reason. */
export const dayCountNames = { created: 'created', redirects: 'redirects' } as const;

function nameOf({ operation, outcome }: AnsweredRequest): string | undefined {
  const isSuccess = outcome === 'success';
  if (calls.has(operation) && !isSuccess) return outcome;
  if (operation === 'add') return dayCountNames.created;
  if (isSuccess && (operation === 'redirect' || operation === 'open')) return dayCountNames.redirects;
  return undefined;
}

/** Counts per day, for the operator's page: links that were created, redirects, and refusals by their reason. */
export function createDayCounter({ store, now, report }: Deps) {
  const { add, close } = createCountBuffer<DayCount>({
    keyOf: ({ day, name }) => `${day} ${name}`,
    write: (counts) => store.addDayCounts(counts),
    report,
  });

  return {
    observe: (request: AnsweredRequest) => {
      const name = nameOf(request);
      if (name !== undefined) add({ name, count: 1, day: dayOf(now() / 1000) });
    },
    close,
  };
}
