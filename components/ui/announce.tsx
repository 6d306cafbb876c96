import { signal } from '@preact/signals';

/** What was said last. */
export const announced = signal('');

/** Says a text to assistive technology. The same text is said again only after another one, such as an empty one. */
export const announce = (text: string): void => {
  announced.value = text;
};

/**
 * The live region of a page, there before its texts: otherwise screen readers would not announce them. A modal dialog has its
 * own, since what is outside of it is inert.
 */
export const LiveRegion = () => (
  <p role="status" class="unseen">
    {announced.value}
  </p>
);
