import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { Icon, type IconName } from './Icon.tsx';

interface IconButtonProps {
  label: TextKey;
  icon: IconName;
  onPress(): void;
  class?: string;
  /** Only for toggle buttons. */
  pressed?: boolean;
  /** Only for buttons that expand an element with this id. */
  expands?: { id: string; isOpen: boolean };
  /** Id of an element with a description. */
  describedBy?: string;
}

/** A button with an icon. Its tooltip is on a hidden inner element, so that it is not announced as a second description. */
export const IconButton = (props: IconButtonProps) => {
  const { icon, onPress, pressed, expands, describedBy } = props;
  const label = text(props.label);
  return (
    <button
      type="button"
      class={`icon-button ${props.class ?? ''}`}
      aria-label={label}
      aria-pressed={pressed}
      aria-expanded={expands?.isOpen}
      aria-controls={expands?.isOpen ? expands.id : undefined}
      aria-describedby={describedBy}
      onClick={onPress}
    >
      <span title={label} aria-hidden="true">
        <Icon name={icon} />
      </span>
    </button>
  );
};
