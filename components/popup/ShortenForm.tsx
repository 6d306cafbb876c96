import { useEffect, useRef } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import { readLink } from '../../lib/url/link.ts';
import type { Choice } from '../../lib/validity/validity.ts';
import { shortenLabel } from '../ui/action-labels.ts';
import { type LinkNotes, LinkField } from './LinkField.tsx';
import type { Parts } from './parts.ts';
import type { PopupActions } from './popup-actions.ts';
import type { Fields } from './use-fields.ts';
import type { Shortening } from './use-shortening.ts';
import { useSubmit } from './use-submit.ts';
import { ValidityFields } from './ValidityFields.tsx';

interface FormProps {
  fields: Fields;
  notes: LinkNotes;
  /** The validities to choose from. */
  offered: readonly Choice[];
  isPrivate: boolean;
  shortening: Shortening;
  /** Null until they are loaded. */
  parts: Parts | null;
  actions: PopupActions;
}

/** The look of the button: how much is left of a countdown, and no hint of its key if it cannot be pressed. */
const lookOf = ({ failure, sending, wait }: Shortening) =>
  wait > 0
    ? { class: 'wait', style: { '--left': wait / (failure?.retryAfter ?? wait) } }
    : { class: sending || failure ? 'primary' : 'primary enter', style: {} };

/** The fields Link and Validity, and the button that creates the short link. */
export const ShortenForm = ({ notes, offered, parts, ...props }: FormProps) => {
  const { fields, shortening } = props;
  const button = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const { submit, remedies } = useSubmit({ ...props, prepare: notes.tracking.prepare, field, button });
  useEffect(() => (fields.link === '' ? field : button).current?.focus(), []);
  const read = readLink(fields.link);
  const { failure, sending, wait } = shortening;
  const next = failure && parts?.remedy(failure);
  const action = next && next !== 'try-again' && { remedy: next, onRemedy: remedies[next] };
  const isRepeated = next === 'try-again' || failure?.retryAfter !== undefined;
  return (
    <>
      {parts && <parts.Problem failure={failure} place="popup" {...action} />}
      <form
        class="form"
        noValidate
        onInput={shortening.clearRefusal}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <LinkField
          field={field}
          notes={notes}
          parts={parts}
          value={fields.link}
          completed={read.ok ? read.link : null}
          hint={fields.hint}
          onChange={fields.setLink}
        />
        <ValidityFields {...fields} offered={offered} />
        <button ref={button} type="submit" aria-disabled={sending || wait > 0} {...lookOf(shortening)}>
          {isRepeated && wait === 0 ? text('tryAgain') : shortenLabel(shortening)}
        </button>
      </form>
    </>
  );
};
