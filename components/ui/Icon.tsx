/** The icons, each with a drawing in icons/ and a class in icons.css. */
export type IconName =
  | 'alert'
  | 'back'
  | 'bell'
  | 'check'
  | 'chevron'
  | 'close'
  | 'copy'
  | 'history'
  | 'info'
  | 'keyboard'
  | 'link'
  | 'list'
  | 'more'
  | 'music'
  | 'next'
  | 'open'
  | 'pause'
  | 'play'
  | 'pulse'
  | 'qr-code'
  | 'recreate'
  | 'remove'
  | 'save'
  | 'search'
  | 'settings'
  | 'shield'
  | 'tabs';

interface IconProps {
  name: IconName;
  /** 16 instead of 20 pixels. */
  small?: boolean;
}

/** An icon in the colour of the text. Assistive technology ignores it: the control around it has a name. */
export const Icon = ({ name, small }: IconProps) => (
  <span class={`icon icon-${name}${small ? ' small' : ''}`} aria-hidden="true" />
);
