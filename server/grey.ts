import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { StartError, systemCode } from './start-error.ts';

const forPeople = { description: z._default(z.string(), ''), object: z._default(z.string(), '') };

const accurateSlot = z
  .strictObject({ ...forPeople, begin: z.number(), end: z.number() })
  .check(z.refine(({ begin, end }) => begin < end, 'begin is before end'));

/** A day that there is in some year: 29 February is one. */
const monthAndDay = z.tuple([z.int(), z.int()]).check(
  z.refine(([month, day]) => {
    const date = new Date(Date.UTC(2000, month - 1, day));
    return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  }, 'this is no month and day'),
);

const greyDays = z.strictObject({
  accurateSlot: z._default(z.array(accurateSlot), []),
  daySlot: z._default(z.array(z.strictObject({ ...forPeople, begin: monthAndDay, end: monthAndDay })), []),
});

/** `data` of Grayscale filter: spans in Unix seconds, and days of every year with the last one included. */
export type GreyDays = z.infer<typeof greyDays>;

/** Pages are never grey, unless whoever runs the service says so. */
export const noGreyDays: GreyDays = { accurateSlot: [], daySlot: [] };

/** Reads a file in the form of the answer. Throws StartError with a sentence that says what is wrong with it. */
export function readGreyDays(file: string): GreyDays {
  const read = greyDays.safeParse(parse(file), { error: z.locales.en().localeError });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const where = issue?.path.join('.') || 'the file';
  throw new StartError(`The grey days in ${file} cannot be used: ${where}: ${issue?.message ?? ''}.`);
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new StartError(`${file} holds no JSON; CONTRIBUTING.md shows the form.`);
    throw new StartError(`The grey days in ${file} cannot be read (${systemCode(error)}).`, { cause: error });
  }
}
