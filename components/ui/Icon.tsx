import { Drawing, firstPaintShapes } from './FirstPaintIcon.tsx';
import * as otherShapes from './icon-shapes.ts';

const shapes = { ...firstPaintShapes, ...otherShapes };

export type IconName = keyof typeof shapes;

interface IconProps {
  name: IconName;
  /** 16 instead of 20 pixels. */
  small?: boolean;
}

/** An icon in the color of the text. Assistive technology ignores it: the control around it has a name. */
export const Icon = ({ name, small = false }: IconProps) => (
  <Drawing name={name} shape={shapes[name]} small={small} />
);

interface IconButtonProps extends Omit<IconProps, 'name'> {
  icon: IconName;
  name: string;
  press(): void;
}

/** A small button that is only an icon. */
export const IconButton = ({ icon, name, small = true, press }: IconButtonProps) => (
  <button class="only-icon small" type="button" aria-label={name} title={name} onClick={press}>
    <Icon name={icon} small={small} />
  </button>
);
