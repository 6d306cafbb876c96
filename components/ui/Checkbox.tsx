import { text, type TextKey } from '../../lib/i18n/texts.ts';

interface CheckboxProps {
  id: string;
  label: TextKey;
  /** A line under it. */
  hint?: TextKey;
  checked: boolean;
  change(checked: boolean): void;
}

/** A checkbox with its label. */
export const Checkbox = ({ id, label, hint, checked, change }: CheckboxProps) => (
  <div class="check">
    <input
      id={id}
      type="checkbox"
      checked={checked}
      aria-describedby={hint && `${id}-note`}
      onChange={(event) => change(event.currentTarget.checked)}
    />
    <label for={id}>{text(label)}</label>
    {hint && (
      <p id={`${id}-note`} class="note">
        {text(hint)}
      </p>
    )}
  </div>
);
