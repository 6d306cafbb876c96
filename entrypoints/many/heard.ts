import type { Outcome, ShortenRequest } from '../../lib/shortening/request.ts';
import type { Attempt } from '../../lib/history/contract.ts';
import { send } from '../../lib/messaging/send.ts';

/** The page tells every outcome that it hears of, so that no popup tells it again. */
const told = (id: string, isPrivate: boolean): void =>
  void send('show', { id, private: isPrivate }).catch(() => null);

export const hearShortened = async (wish: ShortenRequest): Promise<Outcome> => {
  const outcome = await send('shorten', wish);
  told(outcome.id, wish.private);
  return outcome;
};

export const hearAttempt = async (id: string, isPrivate: boolean): Promise<Attempt | null> => {
  const attempt = await send('attempt', { id, private: isPrivate });
  if (attempt && attempt.state !== 'sending') told(id, isPrivate);
  return attempt;
};
