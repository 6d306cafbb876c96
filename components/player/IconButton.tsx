import { useEffect, useRef } from 'preact/hooks';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import type { IconShape } from '../ui/icon-shapes.ts';
import { GeneratedText } from './GeneratedText.tsx';

/** Hidden from assistive technology: the control around it has the accessible name. */
export const Icon = ({ shape: { fill, line } }: { shape: IconShape }) => (
  <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
    {fill && <path d={fill} class="fill" />}
    {line && <path d={line} />}
  </svg>
);

export interface ButtonLook {
  label: TextKey;
  icon: IconShape;
  class?: string;
  /** Only for toggle buttons. */
  pressed?: boolean;
  /** Id of an element with a description. */
  describedBy?: string;
}

interface IconButtonProps extends ButtonLook {
  onPress(): void;
  /** Only for buttons that expand an element with this id. */
  expands?: { id: string; isOpen: boolean };
}

/** A button with an icon. Only while the pointer is over it, it has its tooltip. */
export const IconButton = (props: IconButtonProps) => {
  const { icon, onPress, pressed, expands, describedBy } = props;
  const label = text(props.label);
  const button = useRef<HTMLButtonElement>(null);
  // The label may change while the pointer is over the button.
  useEffect(() => {
    if (button.current?.title) button.current.title = label;
  }, [label]);
  return (
    <button
      ref={button}
      type="button"
      class={`icon-button ${props.class ?? ''}`}
      aria-pressed={pressed}
      aria-expanded={expands?.isOpen}
      aria-controls={expands?.isOpen ? expands.id : undefined}
      aria-describedby={describedBy}
      onClick={onPress}
      onPointerEnter={({ currentTarget }) => (currentTarget.title = label)}
      onPointerLeave={({ currentTarget }) => (currentTarget.title = '')}
    >
      <GeneratedText class="unseen" text={label} />
      <Icon shape={icon} />
    </button>
  );
};
