import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Attempt } from '../../lib/history/types.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import { text } from '../../lib/i18n/texts.ts';
import { testInfo } from '../../lib/settings/test-helpers/connection-info.ts';
import { alerts, press } from '../testing/dom.ts';
import {
  attempt,
  now,
  pageLink,
  passTime,
  renderPopup,
  shortLink,
  shownLink,
  submit,
} from '../testing/popup.tsx';
import type { PopupActions } from './popup-actions.ts';

type Options = Parameters<typeof renderPopup>[0];

const failed = (hadEffect: Failure['hadEffect']) =>
  Promise.resolve({
    ok: false as const,
    failure: { reason: 'unreachable' as const, hadEffect, service: 'https://s.example' },
  });

describe('Undo', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const created = async (options: Options = {}) => {
    const actions = renderPopup(options);
    await vi.dynamicImportSettled();
    submit();
    await passTime(100);
    screen.getByRole('textbox', { name: 'Short link' });
    return actions;
  };
  const button = () => screen.queryByRole('button', { name: 'Undo' });
  const undone = async (options: Options = {}): Promise<string[]> => {
    await created(options);
    press('Undo');
    await passTime(100);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Shorten' }));
    return (
      document
        .querySelector('.undone')
        ?.textContent.split(/\n|(?<=\.)(?=[A-Z])/)
        .slice(0, 3) ?? []
    );
  };

  it('deletes the link, gives the clipboard the address, and shows the form', async () => {
    const copied: Promise<string>[] = [];
    const copy: PopupActions['copy'] = (promised) => {
      copied.push(Promise.resolve(promised));
      return Promise.resolve(promised).then(() => true);
    };
    const undo = vi.fn<PopupActions['undo']>(() => Promise.resolve({ ok: true, isDeleted: true }));
    const said = await undone({ actions: { copy, undo } });
    expect(said.slice(0, 2)).toEqual([
      'The short link no longer works.',
      'Your clipboard has the long address.',
    ]);
    expect(await copied[1]).toBe(pageLink);
    expect(undo).toHaveBeenCalledExactlyOnceWith({ id: expect.any(String) as string, private: false });
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Link' }).value).toBe(pageLink);
    submit();
    await passTime(100);
    expect(document.querySelector('.undone')).toBeNull();
  });

  it('only removes the link from the history where the service cannot delete it, and says until when it works', async () => {
    const undo = () => Promise.resolve({ ok: true as const, isDeleted: false });
    const said = await undone({ actions: { undo }, page: { private: true } });
    expect(said).toEqual([
      'Removed from your history.',
      expect.stringMatching(/^The short link works until it expires on \w+\s\d+,\s\d+\.$/),
      'Your clipboard has the long address.',
    ]);
  });

  it('leaves a clipboard alone that never had the short link, and says if it still has it', async () => {
    const copy = vi.fn<PopupActions['copy']>(() => Promise.resolve(true));
    await undone({ copyAtOnce: false, actions: { copy } });
    expect(copy).not.toHaveBeenCalled();
    expect(document.querySelector('.undone')?.textContent).not.toContain('clipboard');

    submit();
    await passTime(100);
    press('Copy');
    copy.mockResolvedValue(false);
    await passTime(100);
    press('Undo');
    await passTime(100);
    expect(document.querySelector('.undone')?.textContent).not.toContain('long address');
  });

  it('is there for 10 s, with a name that does not change, and leaves the focus on the short link', async () => {
    await created();
    expect(button()?.textContent).toBe('Undo (10)');
    button()?.focus();
    await passTime(9000);
    expect(button()?.textContent).toBe('Undo (1)');
    await passTime(1000);
    expect(button()).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Short link' }));
  });

  it('says why it failed, and can be pressed again in the time that was left', async () => {
    const undo = vi.fn<PopupActions['undo']>(() => failed('maybe'));
    await created({ actions: { undo } });
    await passTime(2000);
    const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<PopupActions['undo']>>>();
    undo.mockReturnValueOnce(promise);
    button()?.click();
    button()?.click();
    await passTime(20_000);
    expect([undo.mock.calls.length, button()?.getAttribute('aria-disabled')]).toEqual([1, 'true']);
    resolve(await failed('maybe'));
    await passTime(100);
    expect(alerts()).toContain('The link may have been changed. You can try again.');
    expect(button()?.textContent).toBe('Undo (8)');
    press('Undo');
    expect(undo).toHaveBeenCalledTimes(2);
  });

  it('is not there for a link that existed before, nor for that of an earlier popup', async () => {
    const shorten: PopupActions['shorten'] = ({ id }) =>
      Promise.resolve({ ok: true, id, shortLink, expiresAt: now + 60, createdAt: 1 });
    await created({ actions: { shorten } });
    expect(button()).toBeNull();
    document.body.replaceChildren();
    renderPopup({ actions: { unacknowledged: () => Promise.resolve(attempt()) } });
    await vi.dynamicImportSettled();
    await passTime(100);
    screen.getByRole('textbox', { name: 'Short link' });
    expect(button()).toBeNull();
  });
});

describe('the menu of a link that the service can change', () => {
  const week = 604_800;
  const stored = (patch: Partial<Attempt> = {}) =>
    attempt({ id: 'stored', validity: { kind: 'duration', seconds: week }, ...patch });

  const opened = async ({ actions: patch, ...options }: NonNullable<Options> = {}) => {
    const find = () => Promise.resolve([stored()]);
    const actions = renderPopup({
      features: ['manage'],
      ...options,
      actions: { activeLinks: vi.fn(find), ...patch },
    });
    submit();
    await shownLink();
    return actions;
  };
  const result = () => {
    const section = document.querySelector<HTMLElement>('.result');
    if (!section) throw new Error('There is no result.');
    return within(section);
  };
  const openMenu = async () => fireEvent.click(await result().findByRole('button', { name: 'More' }));
  const items = () => screen.getAllByRole('menuitem').map((item) => item.getAttribute('aria-label'));
  const choose = (name: string) =>
    fireEvent.click(screen.getByRole('menuitem', { name: (each) => each.startsWith(name) }));

  it('extends it by one press, each choice with its date', async () => {
    const changeLink = vi.fn<PopupActions['changeLink']>(() =>
      Promise.resolve({ ok: true, attempt: stored({ expiresAt: now + 2 * 86_400 }) }),
    );
    await opened({ actions: { changeLink } });
    const before = document.querySelector('#expiry')?.textContent;
    await openMenu();
    expect(items()).toEqual([
      expect.stringMatching(/^Extend by 1 day .*\d/),
      expect.stringMatching(/^Extend by 1 week .*\d/),
      expect.stringMatching(/^First validity again .*\d/),
      'Extend to a date…',
      'Expire now',
      'Delete link…',
    ]);
    choose('Extend by 1 day');
    await screen.findByText(/^Extended to .*\d{4}/);
    expect(changeLink).toHaveBeenCalledExactlyOnceWith({
      id: 'stored',
      private: false,
      change: { kind: 'extend', extension: { kind: 'by', unit: 'day' } },
    });
    expect(document.querySelector('#expiry')?.textContent).not.toBe(before);
  });

  it('extends it to a date', async () => {
    const changeLink = vi.fn<PopupActions['changeLink']>(() => failed('no'));
    await opened({ actions: { changeLink } });
    await openMenu();
    choose('Extend to a date…');
    const field = await screen.findByLabelText('New expiry');
    fireEvent.input(field, { target: { value: '2096-05-01T10:00' } });
    press('Extend');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(changeLink).toHaveBeenCalledExactlyOnceWith({
      id: 'stored',
      private: false,
      change: {
        kind: 'extend',
        extension: { kind: 'until', expiresAt: new Date(2096, 4, 1, 10).getTime() / 1000 },
      },
    });
    await waitFor(() => expect(alerts()).toContain('The link was not changed.'));
  });

  it('changes its address, and says so; what was typed stays if it is refused', async () => {
    const changeLink = vi.fn<PopupActions['changeLink']>(() => failed('no'));
    await opened({ features: ['manage', 'edit'], actions: { changeLink } });
    await openMenu();
    choose('Change address…');
    const field = await screen.findByRole('textbox', { name: 's.example/aB3dE6gH leads to' });
    fireEvent.input(field, { target: { value: 'https://example.com/new' } });
    press('Change');
    const dialog = within(screen.getByRole('dialog'));
    await waitFor(() => expect(dialog.getByRole('alert').textContent).toContain('The link was not changed.'));
    const link = 'https://example.com/new';
    changeLink.mockResolvedValueOnce({
      ok: true,
      attempt: stored({ link, change: { kind: 'address', state: 'done', at: 1 } }),
    });
    press('Change');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(changeLink.mock.calls.map(([{ change }]) => change)).toEqual([
      { kind: 'address', link },
      { kind: 'address', link },
    ]);
    expect(document.querySelector('.result .notice')?.textContent).toBe(
      'The short link leads to the new address.',
    );
    await waitFor(() => expect(document.activeElement).toBe(result().getByRole('button', { name: 'More' })));
  });

  it('asks before it deletes, and can only extend it afterwards', async () => {
    const changeLink = vi.fn<PopupActions['changeLink']>(() =>
      Promise.resolve({ ok: true, attempt: stored({ expiresAt: now - 1 }) }),
    );
    await opened({ actions: { changeLink } });
    await openMenu();
    choose('Delete link…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete s.example/aB3dE6gH?' }));
    expect(changeLink).not.toHaveBeenCalled();
    fireEvent.click(dialog.getByRole('button', { name: 'Delete link' }));
    await screen.findByText('The short link no longer works.');
    expect(document.querySelector('#expiry')?.textContent).toBe('Expired');
    await openMenu();
    expect(items()).not.toContain('Delete link…');
  });

  it('says why nothing was changed', async () => {
    await opened({ actions: { changeLink: () => failed('no') } });
    await openMenu();
    choose('Expire now');
    await waitFor(() => expect(alerts()).toContain('The link was not changed.'));
  });

  it.each<[string, NonNullable<Options>]>([
    ['the service does not announce it', { features: [] }],
    ['another account created it', { connections: [testInfo({ id: 'other', features: ['manage'] })] }],
    ['it is not in the history', { actions: { activeLinks: () => Promise.resolve([]) } }],
  ])('is not there if %s', async (_, options) => {
    await opened(options);
    await passSome();
    expect(result().queryByRole('button', { name: 'More' })).toBeNull();
  });

  it('changes no link of the history from a private window', async () => {
    const { recent } = await opened({ page: { private: true } });
    await waitFor(() => expect(recent).toHaveBeenCalledWith(true));
    await passSome();
    expect(result().queryByRole('button', { name: 'More' })).toBeNull();
  });
});

/** Lets promises settle. */
const passSome = () => new Promise((resolve) => setTimeout(resolve, 20));

describe('the note', () => {
  const found = attempt({ note: 'For' });
  const opened = async (options: Options): Promise<HTMLInputElement> => {
    renderPopup(options);
    submit();
    return screen.findByRole('textbox', { name: 'Note' });
  };
  const type = (input: HTMLInputElement, value: string): void =>
    void fireEvent.input(input, { target: { value } });

  it('is stored with each change, and nothing is stored of one that is too long', async () => {
    const setNote = vi.fn<PopupActions['setNote']>(() => Promise.resolve(true));
    const input = await opened({ actions: { setNote, findAttempt: () => Promise.resolve(found) } });
    expect(input.value).toBe('For');
    type(input, 'For M');
    type(input, 'a'.repeat(501));
    expect(await screen.findByText(text('noteTooLong'))).toBeTruthy();
    expect(input.value).toHaveLength(501);
    expect(setNote).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ private: false }), 'For M');
  });

  it('says so if it is not stored', async () => {
    const setNote = () => Promise.resolve(false);
    type(await opened({ actions: { setNote, findAttempt: () => Promise.resolve(found) } }), 'a');
    expect(await screen.findByText(text('noteNotSaved'))).toBeTruthy();
  });
});
