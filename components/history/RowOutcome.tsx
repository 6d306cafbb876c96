import { interrupted } from '../../lib/failures/interrupted.ts';
import { type Attempt, isImported } from '../../lib/history/types.ts';
import { expiryText, timeLeftText } from '../../lib/i18n/dates.ts';
import { shortDay, shortTime } from '../../lib/i18n/past-dates.ts';
import { failureSentence } from '../../lib/i18n/failure-sentence.ts';
import { opensText } from '../../lib/i18n/opens.ts';
import { text } from '../../lib/i18n/texts.ts';
import { type ConnectionInfo, nameOf } from '../../lib/settings/connection-info.ts';
import { withoutScheme } from '../../lib/url/readable.ts';
import { connections, now } from '../page.ts';

export interface RowOutcomeProps {
  attempt: Attempt;
  /** The service counts how often links are opened, or limits it. */
  hasOpens: boolean;
}

/** The sentence about an attempt that gave no link; null if it gave one, or is being sent. */
export const problemOf = ({ state, failure }: Attempt): string | null =>
  state === 'failed' || state === 'unknown' ? failureSentence(failure ?? interrupted, 'history') : null;

/** How often the short link was opened and when last, or how often it can be opened; empty if neither is known. */
const Opens = ({ attempt }: { attempt: Attempt }) => {
  const opens = opensText(attempt, now.value * 1000);
  return (
    <span class="cut meta num opens">
      {opens?.count}
      {opens?.day && <span class="day"> · {opens.day}</span>}
    </span>
  );
};

/** The connection of a link, if there are several; a ring stands for one that was removed. */
const Dot = ({ connection }: { connection: ConnectionInfo | undefined }) => {
  const name = connection ? nameOf(connection) : text('historyConnectionRemoved');
  return <span class="dot" role="img" data-hue={connection?.hue} aria-label={name} title={name} />;
};

/** The last change of the link, for the line below the time left; null if there is nothing to add. */
const changeLine = ({ change, expiresAt = 0 }: Attempt, isExpired: boolean): string | null => {
  if (change === undefined) return null;
  if (change.state === 'sending') return text('changeSending');
  if (change.state === 'unknown') return text('changeUnknown');
  if (change.kind === 'extend') return isExpired ? null : text('changeExtended', shortDay(expiresAt * 1000));
  if (change.kind === 'address') return text('changeAddress');
  // The line above says that the person ended the link: this one says when.
  return isExpired ? shortTime(change.at) : null;
};

/** Where a link was moved; null if it was not. */
const movedLine = ({ movedTo }: Attempt): string | null =>
  movedTo?.shortLink === undefined ? null : text('movedTo', withoutScheme(movedTo.shortLink));

/** How the person ended the link; null if it expired by itself. */
const endedText = ({ change }: Attempt): string | null => {
  if (change?.state !== 'done') return null;
  if (change.kind === 'expire') return text('changeExpired');
  return change.kind === 'delete' ? text('changeDeleted') : null;
};

/** The time that the link has left, or how it ended, and what was done to it last. */
const TimeLeft = ({
  attempt,
  expiresAt,
  isConnectionRemoved,
}: {
  attempt: Attempt;
  expiresAt: number;
  isConnectionRemoved: boolean;
}) => {
  const isExpired = expiresAt <= now.value;
  const line =
    changeLine(attempt, isExpired) ??
    movedLine(attempt) ??
    (isConnectionRemoved && !isExpired ? text('historyConnectionRemoved') : null);
  const isUnsettled = attempt.change !== undefined && attempt.change.state !== 'done';
  return (
    <span class="ends">
      <span class="cut meta left num" title={expiryText(expiresAt)}>
        {(isExpired ? endedText(attempt) : null) ?? timeLeftText(expiresAt, now.value)}
      </span>
      {line !== null && (
        <span class={`cut meta num did${isUnsettled ? ' open' : ''}`} title={line}>
          {line}
        </span>
      )}
    </span>
  );
};

/** A short link without its scheme. Its host is an element of its own, which a narrow window hides. */
const ShortLink = ({ link }: { link: string }) => {
  const shown = withoutScheme(link);
  const [host] = /^[^/]+(?=\/.)/.exec(shown) ?? [''];
  return (
    <a class="cut short" tabIndex={-1} href={link}>
      <bdi dir="ltr">
        <span class="host">{host}</span>
        {shown.slice(host.length)}
      </bdi>
    </a>
  );
};

/** The short link, how often it was opened, and the time that it has left, or why there is none. */
export const RowOutcome = ({ attempt, hasOpens }: RowOutcomeProps) => {
  const problem = problemOf(attempt);
  if (problem !== null)
    return (
      <p class="why" title={problem}>
        <strong class="cut">
          {text(attempt.state === 'unknown' ? 'historyUnknownMark' : 'historyFailed')}
        </strong>{' '}
        <span class="cut meta">{problem}</span>
      </p>
    );
  if (attempt.state === 'sending') return <p class="meta">{text('historySending')}</p>;
  const { shortLink = '', expiresAt } = attempt;
  const isOneOfSeveral = connections.value.length > 1 && !isImported(attempt);
  const connection = connections.value.find(({ id }) => id === attempt.account);
  return (
    <>
      {isOneOfSeveral && <Dot connection={connection} />}
      <ShortLink link={shortLink} />
      {hasOpens && <Opens attempt={attempt} />}
      {expiresAt !== undefined && (
        <TimeLeft
          attempt={attempt}
          expiresAt={expiresAt}
          isConnectionRemoved={isOneOfSeveral && !connection}
        />
      )}
    </>
  );
};
