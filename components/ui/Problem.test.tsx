import { fireEvent, render, screen } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import type { Failure } from '../../lib/failures/schema.ts';
import { Problem } from './Problem.tsx';

const timeout: Failure = { reason: 'timeout', hadEffect: 'maybe', service: 'https://s.example/v3' };

it('announces a failure, offers its remedy and folds the details', () => {
  const onRemedy = vi.fn();
  const failure = { ...timeout, code: 807, requestId: 'r-1' };
  render(<Problem failure={failure} place="popup" remedies={{ 'try-again': onRemedy }} />);

  expect(screen.getByRole('alert').textContent).not.toBe('');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRemedy).toHaveBeenCalledOnce();
  const folded = screen.getByText('Details').closest('details');
  expect(folded?.open).toBe(false);
  expect(folded?.textContent).toContain('807');
});

it('has an empty alert while nothing has failed, so that the first failure is announced', () => {
  render(<Problem failure={null} place="popup" />);
  expect(screen.getByRole('alert').textContent).toBe('');
  expect(screen.queryByRole('button')).toBeNull();
});

it('has no details that the keyboard reaches while it is only announced', () => {
  const failure = { reason: 'too-many-requests', hadEffect: 'no', code: 429, requestId: 'r-1' } as const;
  render(<Problem failure={failure} place="popup" isUnseen />);
  expect(screen.getByRole('alert').textContent).not.toBe('');
  expect(screen.queryByText('Details')).toBeNull();
});

it('says of a connection that it could not be tested, and nothing of links', () => {
  render(<Problem failure={{ ...timeout, hadEffect: 'no' }} place="settings" />);
  expect(screen.getByRole('alert').textContent).not.toMatch(/link/i);
});
