import type { Answer } from '../../lib/delivery/types.ts';

/** Where a short link leads. */
export const AnswerLines = ({ head, link, notes }: Answer) => (
  <div role="status">
    <p>{head}</p>
    {link !== '' && (
      <p dir="ltr" style={{ overflowWrap: 'anywhere' }}>
        {link}
      </p>
    )}
    {notes.map((note) => (
      <p key={note} class="note">
        {note}
      </p>
    ))}
  </div>
);
