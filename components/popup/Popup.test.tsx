import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { background } from '../../lib/background.ts';
import { copy } from '../../lib/browser/clipboard.ts';
import type { Attempt } from '../../lib/history/types.ts';
import { browser } from '../testing/browser.ts';
import { descriptionOf, press } from '../testing/dom.ts';
import {
  alertText,
  focusedName,
  pageLink,
  renderPopup,
  shortened,
  shortLink,
  shownLink,
  storedDraft,
  storedSetting,
  submit,
  typeLink,
  attempt,
} from '../testing/popup.tsx';

describe('the form of the popup', () => {
  it('shortens the page with one press and announces the copied link', async () => {
    renderPopup();

    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('An article');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Link' }).value).toBe(pageLink);
    expect(focusedName()).toBe('Shorten');
    // Firefox may take the focus away while the popup opens.
    (document.activeElement as HTMLElement).blur();
    dispatchEvent(new Event('focus'));
    expect(focusedName()).toBe('Shorten');
    press('Shorten');

    expect(await shownLink()).toBe(shortLink);
    expect(background.shorten).toHaveBeenCalledExactlyOnceWith({
      id: expect.any(String) as string,
      link: pageLink,
      title: 'An article',
      private: false,
      another: false,
      validity: { kind: 'duration', seconds: 2_592_000 },
    });
    expect(screen.getByText('example.com/article')).toBeTruthy();
    expect(copy).toHaveBeenCalledOnce();
    expect(background.acknowledge).toHaveBeenCalledWith({ id: expect.any(String) as string, private: false });
    expect((await screen.findByText('Your short link is ready and copied')).getAttribute('role')).toBe(
      'status',
    );
  });

  it('returns to the form with its values and the focus on its button by Shorten another', async () => {
    renderPopup();
    fireEvent.change(screen.getByRole('combobox'), { target: { value: 'week' } });
    await shortened();
    press('Shorten another');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Link' }).value).toBe(pageLink);
    expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('week');
    expect(focusedName()).toBe('Shorten');
  });

  it('sends one request for two clicks, and says meanwhile that it is pending', async () => {
    const pending = Promise.withResolvers<Attempt>();
    renderPopup({ answers: { shorten: () => pending.promise } });
    const button = screen.getByRole('button', { name: 'Shorten' });
    button.click();
    button.click();
    const busy = await screen.findByRole('button', { name: 'Shortening…' });
    expect(busy.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(busy);
    pending.resolve(attempt());
    await shownLink();
    expect(background.shorten).toHaveBeenCalledOnce();
  });

  it('shows how a typed address is sent, and sends it like that', async () => {
    renderPopup();
    typeLink('example.com/x');
    expect(descriptionOf(screen.getByRole('textbox', { name: 'Link' }))).toBe(
      'Will be sent as https://example.com/x',
    );
    await shortened();
    expect(background.shorten).toHaveBeenCalledWith(
      expect.objectContaining({ link: 'https://example.com/x' }),
    );
  });

  it.each(['hello world', 'notes', 'anna@example.com', 'a.example/b c'])(
    'does not show how %j is sent, as it is refused',
    (typed) => {
      renderPopup();
      typeLink(typed);
      expect(descriptionOf(screen.getByRole('textbox', { name: 'Link' }))).toBe('');
    },
  );

  it('refuses a typing error with the focus on the field, until the field is changed', async () => {
    renderPopup();
    typeLink('notes');
    submit();
    expect(await alertText()).toContain('not a web address');
    expect(focusedName()).toBe('Link');
    typeLink('notes.example');
    expect(await alertText()).toBe('');
    expect(background.shorten).not.toHaveBeenCalled();
  });

  it('sends an address with a password only without it', async () => {
    renderPopup();
    typeLink('https://name:word@example.com/x');
    submit();
    expect(await alertText()).toContain('password');
    press('Use it without the password');
    await shownLink();
    expect(background.shorten).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ link: 'https://example.com/x' }),
    );
  });

  it.each([
    ['', 'Choose the date and time'],
    ['2001-01-01T10:00', 'in the past'],
  ])('refuses the expiry time "%s" with the focus on its field', async (time, sentence) => {
    renderPopup();
    fireEvent.change(screen.getByRole('combobox'), { target: { value: 'custom' } });
    fireEvent.input(screen.getByLabelText('Expires at'), { target: { value: time } });
    submit();
    expect(await alertText()).toContain(sentence);
    expect(focusedName()).toBe('Expires at');
    expect(background.shorten).not.toHaveBeenCalled();
  });

  it('sends a custom expiry time to the second, and does not remember it', async () => {
    renderPopup();
    fireEvent.change(screen.getByRole('combobox'), { target: { value: 'custom' } });
    fireEvent.input(screen.getByLabelText('Expires at'), { target: { value: '2131-03-15T21:30' } });
    await shortened();
    const expiresAt = new Date('2131-03-15T21:30').getTime() / 1000;
    expect(background.shorten).toHaveBeenCalledWith(
      expect.objectContaining({ validity: { kind: 'until', expiresAt } }),
    );
    expect(storedSetting('lastValidity')).toBeUndefined();
  });

  it('stores what was typed and chosen until it is used, and begins with it', async () => {
    const draft = { link: 'b.example', choice: 'custom', customExpiry: '2131-03-15T21:30' } as const;
    renderPopup();
    typeLink(draft.link);
    fireEvent.change(screen.getByRole('combobox'), { target: { value: 'custom' } });
    fireEvent.input(screen.getByLabelText('Expires at'), { target: { value: draft.customExpiry } });
    expect(storedDraft()).toMatchObject({ ...draft, options: null });
    cleanup();

    renderPopup({ draft });
    await shortened();
    expect(background.shorten).toHaveBeenCalledWith(
      expect.objectContaining({
        link: 'https://b.example',
        validity: { kind: 'until', expiresAt: new Date(draft.customExpiry).getTime() / 1000 },
      }),
    );
    await waitFor(() => expect(storedDraft()).toBeNull());
  });

  it('begins with no validity of a draft that is not offered any more, and says who offers less', async () => {
    const draft = { link: 'b.example', choice: 'year', customExpiry: '' } as const;
    renderPopup({ draft, settings: { defaultValidity: 'day', offered: ['hour', 'day'] } });
    await expect.poll(() => descriptionOf(screen.getByRole('combobox'))).toMatch(/Set by your organization$/);
    expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('day');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Link' }).value).toBe('b.example');
  });

  it('has no draft before something was changed, nor after the change was undone', () => {
    renderPopup();
    expect(storedDraft()).toBeUndefined();
    typeLink('b.example');
    expect(storedDraft()).toMatchObject({ link: 'b.example' });
    typeLink(pageLink);
    expect(storedDraft()).toBeNull();
  });

  it('remembers the chosen validity, except in a private window', async () => {
    renderPopup();
    submit();
    await waitFor(() => expect(storedSetting('lastValidity')).toBe('month'));
    await shownLink();
    cleanup();
    renderPopup({ page: { private: true } });
    fireEvent.change(screen.getByRole('combobox'), { target: { value: 'week' } });
    await shortened();
    expect(background.shorten).toHaveBeenCalledWith(expect.objectContaining({ private: true }));
    expect(storedSetting('lastValidity')).toBe('month');
  });

  it.each([null, 'about:config', 'file:///tmp/a.html'])('asks for an address over the page %s', (link) => {
    renderPopup({ page: { link, title: '' } });
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Link' });
    expect(field.value).toBe('');
    expect(descriptionOf(field)).toBe('Paste the address of a web page.');
    expect(document.activeElement).toBe(field);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Shorten a link');
  });

  it.each(['about:newtab', '', null])(
    'says that a page is still loading that has no address yet (%j)',
    (link) => {
      renderPopup({ page: { link, title: '', isWaiting: true } });
      const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Link' });
      expect(field.value).toBe('');
      expect(descriptionOf(field)).toContain('This page is still loading');
    },
  );

  it('keeps the address of a page whose password it can remove', () => {
    renderPopup({ page: { link: 'https://name:word@example.com/x' } });
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Link' });
    expect(field.value).toBe('https://name:word@example.com/x');
  });

  it('leaves the focus alone after a key was pressed: Tab may have led out of the popup', () => {
    renderPopup();
    fireEvent.keyDown(document.body, { key: 'Tab' });
    (document.activeElement as HTMLElement).blur();
    dispatchEvent(new Event('focus'));
    expect(document.activeElement).toBe(document.body);
  });

  it('opens a link that it has created in a tab behind its page if that is set, and none that existed before', async () => {
    const settings = { openAtOnce: true };
    renderPopup({ settings });
    await shortened();
    const behind = { url: shortLink, active: false, index: 1, windowId: 1 };
    await waitFor(() => expect(browser.tabs.create).toHaveBeenCalledExactlyOnceWith(behind));
    cleanup();
    renderPopup({ settings, answers: { shorten: () => Promise.resolve(attempt({ isReused: true })) } });
    await shortened();
    expect(browser.tabs.create).toHaveBeenCalledOnce();
  });

  it('copies nothing if that is not set', async () => {
    renderPopup({ settings: { copyAtOnce: false } });
    await shortened();
    expect(copy).not.toHaveBeenCalled();
    await screen.findByText('Your short link is ready');
  });
});

it('the popup without a connection offers the settings and no form', async () => {
  renderPopup({ settings: { connected: false } });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Connect your short-link service');
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(focusedName()).toBe('Connect');
  (document.activeElement as HTMLElement).blur();
  dispatchEvent(new Event('focus'));
  expect(focusedName()).toBe('Connect');
  press('Connect');
  expect(browser.runtime.openOptionsPage).toHaveBeenCalledOnce();
  // The background clears its badge when it gets this message.
  await waitFor(() => expect(background.unacknowledged).toHaveBeenCalledOnce());
});
