import { act, fireEvent, screen } from '@testing-library/preact';
import { vi } from 'vitest';
import { announced } from '../ui/announce.tsx';

/** Something that calls back when it changes, and the change. */
export const changeFeed = <Args extends unknown[] = []>() => {
  const listeners: ((...args: Args) => void)[] = [];
  return {
    subscribe: (changed: (...args: Args) => void): void => void listeners.push(changed),
    report: (...args: Args): void => listeners.forEach((changed) => changed(...args)),
  };
};

/** Moves the fake timers on, and draws what has changed. */
export const passTime = (ms: number): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });

/** The texts of the elements that describe this one. */
export const descriptionOf = (element: Element): string => {
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
    .trim();
};

export const alerts = (): string =>
  screen
    .queryAllByRole('alert')
    .map(({ textContent }) => textContent)
    .join('');

/** What was announced last. */
export const said = (): string => announced.value;

/** The text of the only status. */
export const status = (): string => screen.getByRole('status').textContent;

/** Clicks the button with this name, and returns it. */
export const press = (name: string | RegExp): HTMLElement => {
  const button = screen.getByRole('button', { name });
  fireEvent.click(button);
  return button;
};

export const fieldOf = (name: string): HTMLInputElement => screen.getByLabelText(name, { selector: 'input' });

/** Puts texts into the fields with these names. */
export const fillIn = (values: Record<string, string>): void => {
  for (const [name, value] of Object.entries(values)) fireEvent.input(fieldOf(name), { target: { value } });
};

/** The name of the first field of a new connection. */
export const codeOrAddress = 'Connection code or service address';

/** Fills in the form of a new connection, whose other fields appear once it has an address. */
export const fillInAccount = async ({
  address = 's.example',
  ...others
}: Record<string, string> = {}): Promise<void> => {
  fillIn({ [codeOrAddress]: address });
  await screen.findByLabelText('SecretID');
  fillIn({ SecretID: 'me', SecretKey: 'k:ey', ...others });
};
