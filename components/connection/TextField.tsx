import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { LockedField } from '../policy/Policy.tsx';
import { Icon } from '../ui/Icon.tsx';

interface TextFieldProps {
  id: string;
  label: TextKey;
  value: string;
  /** The value that an empty field stands for, or an example. */
  placeholder?: string;
  /** One line under the field while nothing is wrong with it. */
  hint?: string | undefined;
  problem?: string | undefined;
  isSecret?: boolean;
  /** Whether it is marked without a sentence of its own. */
  isInvalid?: boolean;
  change(value: string): void;
  /** Is called with each text before it is put into the field. If it returns true, it has used the text, and the field stays as it is. */
  divert?: ((text: string) => boolean) | undefined;
}

/** A labelled text field with its hint, or with its problem in place of the hint. */
export const TextField = ({
  id,
  label,
  hint,
  problem,
  isSecret = false,
  isInvalid = false,
  ...input
}: TextFieldProps) => (
  <div class="field">
    <label for={id}>{text(label)}</label>
    <input
      id={id}
      {...(isSecret ? { type: 'password' } : { type: 'text' })}
      dir="ltr"
      spellcheck={false}
      autocomplete="off"
      autocapitalize="off"
      value={input.value}
      placeholder={input.placeholder}
      aria-invalid={isInvalid || problem !== undefined}
      aria-describedby={`${id}-note`}
      onPaste={(event) => {
        // Prevented, so that the text is not in the field's undo history either.
        if (input.divert?.(event.clipboardData?.getData('text/plain') ?? '')) event.preventDefault();
      }}
      onInput={({ currentTarget }) => {
        if (input.divert?.(currentTarget.value)) currentTarget.value = input.value;
        else input.change(currentTarget.value);
      }}
    />
    {problem === undefined ? (
      <p id={`${id}-note`} class="note">
        {hint}
      </p>
    ) : (
      <p id={`${id}-note`} class="note warn" role="alert">
        <Icon name="alert" small />
        {problem}
      </p>
    )}
  </div>
);

interface FieldProps extends TextFieldProps {
  /** The value that the organisation sets; null if it sets none. */
  locked: string | null;
}

/** A field that can be typed into unless the organisation sets it. */
export const Field = ({ locked, ...field }: FieldProps) =>
  locked === null ? (
    <TextField {...field} />
  ) : (
    <LockedField id={field.id} label={field.label} value={locked} isLeftToRight />
  );
