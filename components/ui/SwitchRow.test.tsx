import { fireEvent, render, screen } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { SwitchRow } from './SwitchRow.tsx';

it('a switch is named by its label and described by its hint', () => {
  const change = vi.fn();
  render(<SwitchRow id="copy-switch" label="copy" hint="copied" checked={false} change={change} />);

  const box = screen.getByRole('switch', { name: 'Copy' });
  const hint = document.getElementById(box.getAttribute('aria-describedby') ?? '');
  expect(hint?.textContent).not.toBe('');
  fireEvent.click(screen.getByText('Copy'));
  expect(change).toHaveBeenCalledWith(true);
});
