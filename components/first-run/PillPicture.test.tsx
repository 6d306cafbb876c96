import { render } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { text } from '../../lib/i18n/texts.ts';
import { createPillElements } from '../pill/pill-elements.ts';
import { PillPicture } from './steps.tsx';

/** The lines and areas of all icons, in their order. */
const drawingsIn = (element: Element): (string | null)[] =>
  [...element.querySelectorAll('path')].map((path) => path.getAttribute('d'));

it('has the icons of the pill in their order', () => {
  const nothing = () => undefined;
  const { section } = createPillElements({ text, play: nothing, open: nothing, close: nothing });
  const drawings = drawingsIn(section);
  // The note has two.
  expect(drawings).toHaveLength(5);
  expect(drawingsIn(render(<PillPicture />).container)).toEqual(drawings);
});
