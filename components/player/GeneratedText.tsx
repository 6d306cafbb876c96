import { useLayoutEffect, useRef } from 'preact/hooks';
import { setText } from '../overlay/generated-text.ts';

interface GeneratedTextProps {
  text: string;
  class?: string;
  /** For the `aria-labelledby` or `aria-describedby` of another element. */
  id?: string;
}

/** A text of the player, which the page can neither search nor read. */
export const GeneratedText = ({ text, ...attributes }: GeneratedTextProps) => {
  const element = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (element.current) setText(element.current, text);
  }, [text]);
  return <span ref={element} {...attributes} />;
};
