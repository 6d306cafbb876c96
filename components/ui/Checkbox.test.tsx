import { fireEvent, render, screen } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { setLanguage } from '../testing/language.ts';
import { Checkbox } from './Checkbox.tsx';

it.each([
  ['en', 'Copy'],
  ['zh_CN', '复制'],
] as const)('a checkbox is named by its label and described by its hint, in %s', (language, name) => {
  setLanguage(language);
  const change = vi.fn();
  render(<Checkbox id="copy-box" label="copy" hint="copied" checked={false} change={change} />);

  const box = screen.getByRole('checkbox', { name });
  const hint = document.getElementById(box.getAttribute('aria-describedby') ?? '');
  expect(hint?.textContent).not.toBe('');
  fireEvent.click(screen.getByText(name));
  expect(change).toHaveBeenCalledWith(true);
});
