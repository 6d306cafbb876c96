import { text, type TextKey } from '../../lib/i18n/texts.ts';
import type { IconShape } from '../ui/icon-shapes.ts';

/** Hidden from assistive technology: the control around it has the accessible name. */
export const Icon = ({ shape: { fill, line } }: { shape: IconShape }) => (
  <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
    {fill && <path d={fill} fill="currentColor" stroke="none" />}
    {line && <path d={line} />}
  </svg>
);

export interface ButtonLook {
  label: TextKey;
  icon: IconShape;
  class?: string;
  /** Only for toggle buttons. */
  pressed?: boolean;
  description?: string;
}

interface IconButtonProps extends ButtonLook {
  onPress(): void;
  /** Only for buttons that expand an element with this id. */
  expands?: { id: string; isOpen: boolean };
}

export const IconButton = ({ icon, onPress, pressed, expands, description, ...look }: IconButtonProps) => {
  const label = text(look.label);
  return (
    <button
      type="button"
      class={`icon-button ${look.class ?? ''}`}
      title={label}
      aria-pressed={pressed}
      aria-expanded={expands?.isOpen}
      aria-controls={expands?.isOpen ? expands.id : undefined}
      aria-description={description}
      onClick={onPress}
    >
      <span class="unseen">{label}</span>
      <Icon shape={icon} />
    </button>
  );
};
