import { text, type TextKey } from '../../lib/i18n/texts.ts';

export interface TextFieldProps {
  id: string;
  label: TextKey;
  value: string;
  /** What an empty field stands for, shown in its place. */
  usual?: string;
  /** One line under the field while nothing is wrong with it. */
  hint?: string | undefined;
  /** What is wrong with this very field. */
  problem?: string | undefined;
  secret?: boolean;
  change(value: string): void;
  /** The focus leaves the box. */
  leave?(): void;
}

/** A labelled text box with its hint, or its own error in the hint's place. */
export const TextField = ({ id, label, hint, problem, secret = false, ...box }: TextFieldProps) => (
  <div class="field">
    <label for={id}>{text(label)}</label>
    <input
      id={id}
      {...(secret ? { type: 'password' } : { type: 'text' })}
      dir="ltr"
      spellcheck={false}
      autocomplete="off"
      autocapitalize="off"
      value={box.value}
      placeholder={box.usual}
      aria-invalid={problem !== undefined}
      aria-describedby={`${id}-note`}
      onInput={(event) => box.change(event.currentTarget.value)}
      onBlur={box.leave}
    />
    <p
      id={`${id}-note`}
      class={problem === undefined ? 'note' : 'note warn'}
      role={problem === undefined ? undefined : 'alert'}
    >
      {problem ?? hint}
    </p>
  </div>
);
