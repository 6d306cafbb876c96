import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { SetByOrganisation } from './SetByOrganisation.tsx';

interface LockedFieldProps {
  id: string;
  label: TextKey;
  value: string;
  /** An address or a name, which reads from left to right in any language. */
  isLeftToRight?: boolean;
}

/** A field that the organisation sets: it can be focused and copied, but not changed. */
export const LockedField = ({ id, label, value, isLeftToRight = false }: LockedFieldProps) => (
  <div class="field">
    <label for={id}>{text(label)}</label>
    <input
      id={id}
      type="text"
      readonly
      {...(isLeftToRight && { dir: 'ltr' as const })}
      value={value}
      aria-describedby={`${id}-locked`}
    />
    <SetByOrganisation id={`${id}-locked`} />
  </div>
);
