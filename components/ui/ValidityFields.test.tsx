import { fireEvent, render, screen } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { type Choice, choices } from '../../lib/validity/validity.ts';
import { useValidity, ValidityFields } from './ValidityFields.tsx';
import { descriptionOf } from '../testing/dom.ts';

const Fields = ({ offered = choices }: { offered?: readonly Choice[] }) => (
  <ValidityFields validity={useValidity('month')} offered={offered} />
);
const select = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Expires' });
const choose = (value: Choice) => fireEvent.change(select(), { target: { value } });

it('offers each validity by its name', () => {
  render(<Fields />);
  expect(screen.getAllByRole('option')).toHaveLength(choices.length);
  expect(screen.getByRole('option', { name: 'in 1 week' }).getAttribute('value')).toBe('week');
  choose('week');
  expect(select().value).toBe('week');
});

it('describes the select with the expiry time, which no word repeats, and has none while a custom one is missing', () => {
  vi.setSystemTime(new Date(2026, 10, 28, 10, 29));
  render(<Fields />);
  expect(descriptionOf(select())).toMatch(/^Dec.28,.10:29.AM$/);
  choose('day');
  expect(descriptionOf(select())).toMatch(/^Tomorrow, 10:29.AM$/);
  choose('never');
  expect(descriptionOf(select())).toBe('');
  choose('custom');
  fireEvent.input(screen.getByLabelText('Expires at'), { target: { value: '' } });
  expect(descriptionOf(select())).toBe('');
});

it('offers only what the organization allows', () => {
  render(<Fields offered={['day', 'month']} />);
  expect(screen.getAllByRole<HTMLOptionElement>('option').map(({ value }) => value)).toEqual([
    'day',
    'month',
  ]);
});
