import { fireEvent, render, screen, waitFor } from '@testing-library/preact';
import type { ComponentProps } from 'preact';
import { describe, expect, it, vi } from 'vitest';
import type { Failure } from '../../lib/failures/schema.ts';
import { testAttempt } from '../../lib/history/test-helpers/attempt.ts';
import { noExpiry } from '../../lib/validity/contract.ts';
import { browser } from '../testing/browser.ts';
import { alerts, descriptionOf } from '../testing/dom.ts';
import { AddressDialog } from './AddressDialog.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import { ExtendDialog } from './ExtendDialog.tsx';

const attempt = testAttempt({
  link: 'https://a.example/',
  expiresAt: new Date(2096, 4, 1, 10).getTime() / 1000,
});
/** Clicks the button with this name as a pointer does, which moves the focus to it. */
const press = (name: string): void => {
  const button = screen.getByRole('button', { name });
  button.focus();
  fireEvent.click(button);
};
const type = (field: HTMLElement, value: string) => fireEvent.input(field, { target: { value } });

describe('the dialog that extends', () => {
  const show = (attempts = [attempt]) => {
    const extend = vi.fn();
    render(<ExtendDialog attempts={attempts} extend={extend} onClose={vi.fn()} />);
    const dialog = screen.getByRole('dialog');
    const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'New expiry' });
    return { dialog, extend, field: screen.getByLabelText<HTMLInputElement>('Expires at'), select };
  };
  const expiringAt = (expiresAt: Date) => testAttempt({ expiresAt: expiresAt.getTime() / 1000 });

  it('begins a week after the link expires, and refuses a time that is over at its field', () => {
    const { extend, field } = show();
    expect([field.value, document.activeElement]).toEqual(['2096-05-08T10:00', field]);
    expect(descriptionOf(field)).toMatch(/Current expiry: May.1,.2096,.10:00.AM$/);
    type(field, '2001-02-03T04:05');
    press('Extend');
    expect(alerts()).toContain('in the past');
    expect([document.activeElement, extend.mock.calls]).toEqual([field, []]);
    type(field, '2096-05-02T10:00');
    expect(alerts()).toBe('');
    press('Extend');
    const until = { kind: 'until', expiresAt: new Date(2096, 4, 2, 10).getTime() / 1000 };
    expect(extend).toHaveBeenCalledExactlyOnceWith(until);
  });

  it('begins a week after the last of several links expires, and says when the first and the last do', () => {
    vi.setSystemTime(new Date(2026, 10, 28, 10, 29));
    const { dialog, field } = show([expiringAt(new Date(2026, 10, 29, 8)), attempt, attempt]);
    expect(field.value).toBe('2096-05-08T10:00');
    expect(dialog.textContent).toMatch(/^Extend 3 links/);
    expect(descriptionOf(field)).toMatch(/: Tomorrow, 8:00.AM – May.1,.2096,.10:00.AM$/);
    // Enter in a field presses the first button that submits, which must not be the one that cancels.
    const buttons = screen.getAllByRole<HTMLButtonElement>('button');
    expect(buttons.map(({ textContent, type }) => [textContent, type])).toEqual([
      ['Cancel', 'button'],
      ['Extend', 'submit'],
    ]);
  });

  it('offers the validities that are longer than what the links have left', () => {
    const now = new Date(2026, 10, 28, 10, 29);
    vi.setSystemTime(now);
    const { extend, select } = show([expiringAt(new Date(2026, 11, 2, 10)), testAttempt({ expiresAt: 1 })]);
    expect([...select.options].map(({ text }) => text)).toEqual([
      'in 1 week',
      'in 30 days',
      'in 1 year',
      'never',
      'at…',
    ]);
    fireEvent.change(select, { target: { value: 'week' } });
    press('Extend');
    fireEvent.change(select, { target: { value: 'never' } });
    press('Extend');
    expect(extend.mock.calls).toEqual([
      [{ kind: 'until', expiresAt: now.getTime() / 1000 + 7 * 86_400 }],
      [{ kind: 'until', expiresAt: noExpiry }],
    ]);
  });
});

describe('the dialog that changes the address', () => {
  const show = () => {
    const change = vi.fn<ComponentProps<typeof AddressDialog>['change']>();
    change.mockResolvedValue(null);
    const onClose = vi.fn();
    render(<AddressDialog attempt={attempt} change={change} onClose={onClose} />);
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 's.example/aB3 leads to' });
    return { change, onClose, field };
  };

  it('begins with the address, and what was typed stays if it is refused', async () => {
    const { change, onClose, field } = show();
    expect([field.value, document.activeElement]).toEqual([attempt.link, field]);
    const link = 'https://a.example/new';
    type(field, link);
    const failure: Failure = { reason: 'permission-denied', hadEffect: 'no' };
    const pending = Promise.withResolvers<Awaited<ReturnType<typeof change>>>();
    change.mockReturnValueOnce(pending.promise);
    press('Change');
    press('Change');
    expect(change).toHaveBeenCalledExactlyOnceWith({ kind: 'address', link });
    pending.resolve(failure);
    await waitFor(() => expect(alerts()).not.toBe(''));
    expect([field.value, document.activeElement, onClose.mock.calls]).toEqual([link, field, []]);
    press('Settings');
    expect(browser.runtime.openOptionsPage).toHaveBeenCalledOnce();
    press('Change');
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  });

  it('warns of an address that may sign other people in before it is sent, and takes the parameter out', () => {
    const { change, field } = show();
    const secret = 'https://a.example/new?token=a1b2c3d4e5f6a7b8c9';
    type(field, secret);
    expect(descriptionOf(field)).toContain('This address may sign other people in as you.');
    press('Remove “token”');
    expect([field.value, document.activeElement]).toEqual(['https://a.example/new', field]);
    expect(screen.queryByText(/sign other people in/)).toBeNull();
    type(field, secret);
    press('Change anyway');
    expect(change).toHaveBeenCalledExactlyOnceWith({ kind: 'address', link: secret });
  });
});

it.each([
  ['Cancel', 0],
  ['Delete link', 1],
])('asks before a link is deleted, with the focus on Cancel: %s', (button, count) => {
  const [run, onClose] = [vi.fn(), vi.fn()];
  render(<DeleteDialog shortLink="s.example/aB3" run={run} onClose={onClose} />);
  const dialog = screen.getByRole('dialog', { name: 'Delete s.example/aB3?' });
  expect(dialog.textContent).toContain('For 7 days, Extend brings it back.');
  expect([document.activeElement?.textContent, run.mock.calls.length]).toEqual(['Cancel', 0]);
  press(button);
  expect([run.mock.calls.length, onClose.mock.calls.length]).toEqual([count, 1]);
});
