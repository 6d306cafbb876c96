import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { StartError, systemCode } from '../config/errors.ts';

/** Texts of a slot for people; the extension does not use them. */
const texts = { description: z._default(z.string(), ''), object: z._default(z.string(), '') };

const accurateSlot = z
  .strictObject({ ...texts, begin: z.number(), end: z.number() })
  .check(z.refine(({ begin, end }) => begin < end, 'begin must be before end'));

/** A day that exists in some year, such as 29 February. */
const monthAndDay = z.tuple([z.int(), z.int()]).check(
  z.refine(([month, day]) => {
    const date = new Date(Date.UTC(2000, month - 1, day));
    return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  }, 'must be a month and a day of it, such as [2, 29]'),
);

const daySlot = z.strictObject({ ...texts, begin: monthAndDay, end: monthAndDay });

const grayscaleTimes = z.strictObject({
  accurateSlot: z._default(z.array(accurateSlot), []),
  daySlot: z._default(z.array(daySlot), []),
});

/** `data` of Grayscale filter: times in Unix seconds, and days of every year with the last one included. */
export type GrayscaleTimes = z.infer<typeof grayscaleTimes>;

export const noGrayscale: GrayscaleTimes = { accurateSlot: [], daySlot: [] };

/**
 * Reads a file that has the form of the answer.
 *
 * @throws StartError with a sentence that says what is wrong with the file
 */
export function readGrayscaleFile(file: string): GrayscaleTimes {
  const parsed = grayscaleTimes.safeParse(readJson(file), { error: z.locales.en().localeError });
  if (parsed.success) return parsed.data;

  const [issue] = parsed.error.issues;
  const position = issue?.path.join('.') || 'the file';
  throw new StartError(`The grayscale days in ${file} cannot be used: ${position}: ${issue?.message ?? ''}.`);
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) {
      throw new StartError(`${file} is not valid JSON; server/README.md shows the form.`);
    }
    throw new StartError(`The grayscale days in ${file} cannot be read (${systemCode(error)}).`, {
      cause: error,
    });
  }
}
