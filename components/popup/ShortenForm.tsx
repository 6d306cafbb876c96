import { useEffect, useRef } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import { remedy } from '../../lib/i18n/failure-sentence.ts';
import { completeLink } from '../../lib/url/link.ts';
import type { Choice } from '../../lib/validity/validity.ts';
import { Problem } from '../ui/Problem.tsx';
import { shortenLabel } from '../ui/action-labels.ts';
import { type LinkNotes, LinkField } from './LinkField.tsx';
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
  actions: PopupActions;
}

/** The fields Link and Validity, and the button that creates the short link. */
export const ShortenForm = ({ fields, notes, offered, isPrivate, shortening, actions }: FormProps) => {
  const button = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const { submit, remedies } = useSubmit({ fields, isPrivate, field, button, shortening, actions });
  useEffect(() => (fields.link === '' ? field : button).current?.focus(), []);
  const { failure, sending, wait } = shortening;
  const next = failure && remedy(failure);
  return (
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
        value={fields.link}
        completed={completeLink(fields.link)}
        hint={fields.cannotShorten ? text('browserPage') : null}
        onChange={fields.setLink}
        notes={notes}
      />
      <ValidityFields {...fields} offered={offered} />
      <button ref={button} class="primary" type="submit" aria-disabled={sending || wait > 0}>
        {shortenLabel(shortening)}
      </button>
      <Problem
        failure={failure}
        place="popup"
        {...(next ? { remedy: next, onRemedy: remedies[next] } : {})}
      />
    </form>
  );
};
