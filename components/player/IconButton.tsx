import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { Icon, type IconName } from './Icon.tsx';

interface IconButtonProps {
  name: TextKey;
  icon: IconName;
  press(): void;
  class?: string;
  /** Only for buttons that stay down. */
  pressed?: boolean;
  /** Only for buttons that unfold something: the id of what they unfold. */
  unfolds?: { id: string; isOpen: boolean };
  /** Id of an element that says more. */
  describedBy?: string;
}

/** A button with a picture. Its tooltip is inside, where it is not said once more as a description. */
export const IconButton = ({
  name,
  icon,
  press,
  pressed,
  unfolds,
  describedBy,
  ...rest
}: IconButtonProps) => (
  <button
    type="button"
    class={`icon-button ${rest.class ?? ''}`}
    aria-label={text(name)}
    aria-pressed={pressed}
    aria-expanded={unfolds?.isOpen}
    aria-controls={unfolds?.isOpen ? unfolds.id : undefined}
    aria-describedby={describedBy}
    onClick={press}
  >
    <span title={text(name)} aria-hidden="true">
      <Icon name={icon} />
    </span>
  </button>
);
