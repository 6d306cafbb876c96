import { say } from '../say.ts';

/** Does a step and says that it is done, with what came of it. A step that fails says nothing here: it throws. */
export async function tick<T>(
  what: string,
  step: () => Promise<T>,
  outcome: (result: T) => string = () => '',
): Promise<T> {
  const result = await step();
  const detail = outcome(result);
  say(`✓ ${what}${detail === '' ? '' : `: ${detail}`}`);
  return result;
}
