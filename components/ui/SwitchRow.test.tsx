import { fireEvent, render, screen } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { setLanguage } from '../testing/language.ts';
import { SwitchRow } from './SwitchRow.tsx';

it.each([
  ['en', 'Copy'],
  ['zh_CN', '复制'],
] as const)('a switch is named by its label and described by its hint, in %s', (language, name) => {
  setLanguage(language);
  const change = vi.fn();
  render(<SwitchRow id="copy-switch" label="copy" hint="copied" checked={false} change={change} />);

  const box = screen.getByRole('switch', { name });
  const hint = document.getElementById(box.getAttribute('aria-describedby') ?? '');
  expect(hint?.textContent).not.toBe('');
  fireEvent.click(screen.getByText(name));
  expect(change).toHaveBeenCalledWith(true);
});
