import { render, screen } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { lazy } from './lazy.tsx';

it('a lazy component shows its placeholder until its code is loaded', async () => {
  const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;
  const LazyGreeting = lazy(() => Promise.resolve(Greeting), <p>Loading</p>);
  render(<LazyGreeting name="lark" />);
  expect(screen.getByText('Loading')).toBeTruthy();
  expect(await screen.findByText('Hello lark')).toBeTruthy();
  expect(screen.queryByText('Loading')).toBeNull();
});
