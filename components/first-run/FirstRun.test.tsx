import { fireEvent, render, screen, within } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { type PolicyView, policyViewOf } from '../../lib/connection/policy-connection.ts';
import { Policy } from '../policy/Policy.tsx';
import { descriptionOf, press } from '../testing/dom.ts';
import { FirstRun, type Step, stepOf } from './FirstRun.tsx';

interface FirstRunTest {
  step: Step;
  isConnected?: boolean;
  policy?: PolicyView;
}

const renderStep = ({ step, isConnected = true, policy = policyViewOf({}) }: FirstRunTest) => {
  const goTo = vi.fn();
  render(
    <Policy.Provider value={policy}>
      <FirstRun step={step} isConnected={isConnected} isReset={false} goTo={goTo}>
        <p>Content</p>
      </FirstRun>
    </Policy.Provider>,
  );
  return { goTo };
};

it('names its steps and marks the current one', () => {
  renderStep({ step: 'first-run-2' });
  const links = within(screen.getByRole('navigation', { name: 'First steps' })).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(['Connect', 'Defaults', 'Music']);
  expect(links.map((link) => [link.getAttribute('href'), link.getAttribute('aria-current')])).toEqual([
    ['#first-run', null],
    ['#first-run-2', 'step'],
    ['#first-run-3', null],
  ]);
  expect(descriptionOf(screen.getByRole('heading', { level: 1 }))).toBe('Step 2 of 3');
});

it.each<{ step: Step; isConnected: boolean; back: Step | null; next: [label: string, step: Step] }>([
  { step: 'first-run', isConnected: true, back: null, next: ['Next', 'first-run-2'] },
  { step: 'first-run-2', isConnected: false, back: 'first-run', next: ['Next', 'first-run-3'] },
  { step: 'first-run-3', isConnected: true, back: 'first-run-2', next: ['Next', 'first-run-done'] },
])('leads from $step (connected: $isConnected) to the steps beside it', ({ back, next, ...test }) => {
  const { goTo } = renderStep(test);
  fireEvent.click(screen.getByRole('button', { name: next[0] }));
  expect(goTo).toHaveBeenLastCalledWith(next[1]);
  const button = screen.queryByRole('button', { name: 'Back' });
  if (button) fireEvent.click(button);
  expect(goTo.mock.calls).toEqual([[next[1]], ...(back ? [[back]] : [])]);
});

it('marks no step as done that was skipped', () => {
  renderStep({ step: 'first-run-3', isConnected: false });
  expect(screen.getAllByRole('listitem').map((item) => item.className)).toEqual(['', 'past', '']);
});

it('has no further step at its end', () => {
  renderStep({ step: 'first-run-done' });
  expect(screen.queryByRole('button')).toBeNull();
  expect(document.querySelector('[aria-current]')).toBeNull();
  expect(descriptionOf(screen.getByRole('heading', { level: 1 }))).toBe('');
});

it.each(['', '1'])('offers music unless this is Safari (%j), where nothing can play it', async (safari) => {
  vi.resetModules();
  vi.stubEnv('SAFARI', safari);
  const { stepOf } = await import('./FirstRun.tsx');
  expect(stepOf('#first-run-3', policyViewOf({}))).toBe(safari === '' ? 'first-run-3' : null);
  vi.unstubAllEnvs();
});

it('has no step for music that the organisation turns off', () => {
  const policy = policyViewOf({ musicOff: true });
  expect(stepOf('#first-run-3', policy)).toBeNull();
  const { goTo } = renderStep({ step: 'first-run-2', policy });
  expect(descriptionOf(screen.getByRole('heading', { level: 1 }))).toBe('Step 2 of 2');
  press('Next');
  expect(goTo).toHaveBeenLastCalledWith('first-run-done');
});
