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

/** Characters of the longest end of a short link that is never cut: a slash and an identifier. */
const longestEnd = 12;

/** A short link of which the first part gives way if there is no space for both: the end tells one link from another. */
const ShortLink = ({ attempt, open }: Pick<OutcomeProps, 'attempt' | 'open'>) => {
  const { shortLink = '' } = attempt;
  const address = withoutScheme(shortLink);
  const endAt = Math.max(address.lastIndexOf('/'), address.length - longestEnd);
  return (
    <a
      class="short"
      dir="ltr"
      href={shortLink}
      title={text('open')}
      aria-label={address}
      onClick={(event) => {
        event.preventDefault();
        open(attempt);
      }}
    >
      <span class="cut">{address.slice(0, endAt)}</span>
      <span>{address.slice(endAt)}</span>
    </a>
  );
};

/** The short link and the time that it has left, or why there is none. */
export const Outcome = ({ attempt, now, open }: OutcomeProps) => {
  if (hasProblem(attempt)) return <Problem attempt={attempt} />;
  if (attempt.state === 'sending') return <p class="why soft">{text('historySending')}</p>;
  const { end } = attempt;
  return (
    <>
      <ShortLink attempt={attempt} open={open} />
      {end !== undefined && (
        <span class="left num" title={expiryText(end)}>
          {timeLeftText(end, now)}
        </span>
      )}
    </>
  );
};
