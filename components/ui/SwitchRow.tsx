import { text, type TextKey } from '../../lib/i18n/texts.ts';

interface SwitchRowProps {
  id: string;
  label: TextKey;
  /** A line under it. */
  hint?: TextKey;
  checked: boolean;
  /** What went wrong, which is announced; absent if nothing can. */
  problem?: string | false;
  change(checked: boolean): void;
}

/** A setting that is on or off: its words, and a switch at the end of the row. */
export const SwitchRow = ({ id, label, hint, checked, problem, change }: SwitchRowProps) => (
  <div class="setting">
    <div class="grow">
      <label for={id}>{text(label)}</label>
      {hint && (
        <p id={`${id}-note`} class="note">
          {text(hint)}
        </p>
      )}
      {problem !== undefined && (
        <p role="alert" class="note warn">
          {problem}
        </p>
      )}
    </div>
    <input
      id={id}
      type="checkbox"
      role="switch"
      checked={checked}
      aria-describedby={hint && `${id}-note`}
      onChange={(event) => change(event.currentTarget.checked)}
    />
  </div>
);
