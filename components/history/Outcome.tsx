import type { Attempt } from '../../lib/history/contract.ts';
import { expiryText, timeLeftText } from '../../lib/i18n/dates.ts';
import { text } from '../../lib/i18n/texts.ts';
import { withoutScheme } from '../../lib/url/readable.ts';
import { hasProblem, problemOf } from './entry-texts.ts';

interface OutcomeProps {
  attempt: Attempt;
  /** Unix seconds. */
  now: number;
  open(attempt: Attempt): void;
}

const Problem = ({ attempt }: { attempt: Attempt }) => (
  <p class="why" title={problemOf(attempt)}>
    <strong>{text(attempt.state === 'unknown' ? 'historyUnknownMark' : 'historyFailedMark')}</strong>{' '}
    {problemOf(attempt)}
  </p>
);

/** The short link and the time that it has left, or why there is none. */
export const Outcome = ({ attempt, now, open }: OutcomeProps) => {
  if (hasProblem(attempt)) return <Problem attempt={attempt} />;
  if (attempt.state === 'sending') return <p class="why soft">{text('historySending')}</p>;
  const { shortLink = '', expiresAt } = attempt;
  return (
    <>
      <a
        class="cut short"
        href={shortLink}
        title={text('open')}
        onClick={(event) => {
          event.preventDefault();
          open(attempt);
        }}
      >
        <bdi dir="ltr">{withoutScheme(shortLink)}</bdi>
      </a>
      {expiresAt !== undefined && (
        <span class="left num" title={expiryText(expiresAt)}>
          {timeLeftText(expiresAt, now)}
        </span>
      )}
    </>
  );
};
