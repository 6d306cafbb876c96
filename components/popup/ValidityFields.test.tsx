import { fireEvent, render, screen } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { choices } from '../../lib/validity/validity.ts';
import { setLanguage } from '../testing/language.ts';
import { ValidityFields } from './ValidityFields.tsx';

const fields = { chosen: 'month' as const, customExpiry: '', setCustomExpiry: vi.fn() };

it.each([
  ['en', 'Validity', '1 week'],
  ['zh_CN', '有效期', '1周'],
] as const)('offers each validity by its name, in %s', (language, label, week) => {
  setLanguage(language);
  const setChosen = vi.fn();
  render(<ValidityFields {...fields} setChosen={setChosen} offered={choices} />);

  const select = screen.getByRole('combobox', { name: label });
  expect(screen.getAllByRole('option')).toHaveLength(choices.length);
  expect(screen.getByRole('option', { name: week }).getAttribute('value')).toBe('week');
  fireEvent.change(select, { target: { value: 'week' } });
  expect(setChosen).toHaveBeenCalledWith('week');
});

it('describes the select with the expiry time, and has none while a custom one is missing', () => {
  const { rerender } = render(<ValidityFields {...fields} setChosen={vi.fn()} offered={choices} />);
  const description = (): string => {
    const id = screen.getByRole('combobox').getAttribute('aria-describedby') ?? '';
    return document.getElementById(id)?.textContent ?? '';
  };
  expect(description()).toMatch(/\d/);
  rerender(<ValidityFields {...fields} chosen="custom" setChosen={vi.fn()} offered={choices} />);
  expect(description()).toBe('');
  expect(screen.getByLabelText('Expires at')).toBeTruthy();
});

it('offers only what the organisation allows', () => {
  render(<ValidityFields {...fields} setChosen={vi.fn()} offered={['day', 'month']} />);
  expect(screen.getAllByRole('option').map((option) => option.getAttribute('value'))).toEqual([
    'day',
    'month',
  ]);
});
