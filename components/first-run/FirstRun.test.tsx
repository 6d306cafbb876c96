import { fireEvent, render, screen, within } from '@testing-library/preact';
import { expect, it } from 'vitest';
import type { ManagedPolicy } from '../../lib/settings/policy.ts';
import { step, type Step } from '../options/options-state.ts';
import { OptionsPage } from '../options/OptionsPage.tsx';
import { listedConnection } from '../testing/connections.ts';
import { descriptionOf, press } from '../testing/dom.ts';
import { openOptionsWith } from '../testing/options.ts';

interface FirstRunTest {
  at: Step;
  isConnected?: boolean;
  managed?: ManagedPolicy;
}

const renderStep = async ({ at, isConnected = true, managed = {} }: FirstRunTest): Promise<void> => {
  location.hash = at;
  await openOptionsWith({ managed, connections: isConnected ? [listedConnection()] : [] });
  render(<OptionsPage />);
};

it('names its steps and marks the current one', async () => {
  await renderStep({ at: 'first-run-2' });
  const links = within(screen.getByRole('navigation', { name: 'First steps' })).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(['Connect', 'Defaults', 'Music']);
  expect(links.map((link) => [link.getAttribute('href'), link.getAttribute('aria-current')])).toEqual([
    ['#first-run', null],
    ['#first-run-2', 'step'],
    ['#first-run-3', null],
  ]);
  expect(descriptionOf(screen.getByRole('heading', { level: 1 }))).toBe('Step 2 of 3');
});

it.each<{ at: Step; isConnected: boolean; back: Step | null; next: Step }>([
  { at: 'first-run', isConnected: true, back: null, next: 'first-run-2' },
  { at: 'first-run-2', isConnected: false, back: 'first-run', next: 'first-run-3' },
  { at: 'first-run-3', isConnected: true, back: 'first-run-2', next: 'first-run-done' },
])('leads from $at (connected: $isConnected) to the steps beside it', async ({ back, next, ...test }) => {
  await renderStep(test);
  press('Next');
  expect(location.hash).toBe(`#${next}`);
  const button = screen.queryByRole('button', { name: 'Back' });
  if (button) fireEvent.click(button);
  expect(location.hash).toBe(`#${back ?? next}`);
});

it('marks no step as done that was skipped', async () => {
  await renderStep({ at: 'first-run-3', isConnected: false });
  const list = within(screen.getByRole('navigation')).getAllByRole('listitem');
  expect(list.map((item) => item.className)).toEqual(['', 'past', '']);
});

it('has no further step at its end', async () => {
  await renderStep({ at: 'first-run-done' });
  for (const name of ['Next', 'Back']) expect(screen.queryByRole('button', { name })).toBeNull();
  expect(document.querySelector('[aria-current]')).toBeNull();
  expect(descriptionOf(screen.getByRole('heading', { level: 1 }))).toBe('');
});

it('has no step for music that the organisation turns off', async () => {
  const managed = { musicOff: true };
  await renderStep({ at: 'first-run-2', managed });
  expect(descriptionOf(screen.getByRole('heading', { level: 1 }))).toBe('Step 2 of 2');
  press('Next');
  expect(location.hash).toBe('#first-run-done');
  await renderStep({ at: 'first-run-3', managed });
  expect(step.value).toBeNull();
});
