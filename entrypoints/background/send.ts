import { background } from '../../lib/background.ts';

type Background = typeof background;
type AnswerOf<Name extends keyof Background> = Exclude<Awaited<ReturnType<Background[Name]>>, undefined>;

/** As a function of `background`, but rejects if nothing answers. */
export const send = async <Name extends keyof Background>(
  name: Name,
  request: Parameters<Background[Name]>[0],
  milliseconds?: number,
): Promise<AnswerOf<Name>> => {
  const answer = await background[name](request as never, milliseconds);
  if (answer === undefined) throw new Error('No answer.');
  return answer as AnswerOf<Name>;
};
