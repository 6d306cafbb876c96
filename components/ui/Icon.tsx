import { Drawing, firstShapes } from './FirstIcon.tsx';
import * as otherShapes from './icon-shapes.ts';

const shapes = { ...firstShapes, ...otherShapes };

export type IconName = keyof typeof shapes;

interface IconProps {
  name: IconName;
  /** 16 instead of 20 pixels. */
  small?: boolean;
}

/** An icon in the colour of the text. Assistive technology ignores it: the control around it has a name. */
export const Icon = ({ name, small = false }: IconProps) => (
  <Drawing name={name} shape={shapes[name]} small={small} />
);
