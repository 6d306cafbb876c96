import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { createdFor } from '../../lib/shortening/test-helpers/attempts.ts';
import { background } from '../../lib/background.ts';
import { copy } from '../../lib/browser/clipboard.ts';
import type { CurrentPage } from '../../lib/browser/pages.ts';
import { descriptionOf, press } from '../testing/dom.ts';
import {
  alertText,
  attempt,
  focusedName,
  pageLink,
  renderPopup,
  shortened,
  submit,
  typeLink,
} from '../testing/popup.tsx';
import { noExpiry } from '../../lib/validity/contract.ts';

const tracked = 'https://example.com/shop?utm_source=mail&id=7&fbclid=abc';
const clean = 'https://example.com/shop?id=7';
const secret = 'https://a.example/reset?token=9f86d081884c7d659a2feaa0c55ad015';

const removal = /^Remove tracking/;
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Link' });

describe('tracking parameters', () => {
  it('are named by a button that removes and restores them', async () => {
    renderPopup({ page: { link: tracked } });
    await screen.findByText('Remove tracking: utm_source, fbclid');
    press('Remove tracking: utm_source, fbclid');
    expect(field().value).toBe(clean);
    press('Restore tracking: utm_source, fbclid');
    expect(field().value).toBe(tracked);
    press(removal);
    await shortened();
    expect(background.shorten).toHaveBeenCalledWith(expect.objectContaining({ link: clean }));
  });

  it('are removed at once if that is set, and can be restored', async () => {
    renderPopup({ page: { link: tracked }, settings: { removeTracking: true } });
    await screen.findByText(/^Restore tracking/);
    expect(field().value).toBe(clean);
    press(/^Restore tracking/);
    expect(field().value).toBe(tracked);
  });

  it('are removed from an address that was typed later, but not again once they are restored', async () => {
    renderPopup({
      page: { link: 'https://example.com/?page=2' },
      settings: { removeTracking: true },
    });
    await waitFor(() => expect(field().value).toBe('https://example.com/?page=2'));
    typeLink(tracked);
    await screen.findByText(removal);
    await shortened();
    expect(background.shorten).toHaveBeenLastCalledWith(expect.objectContaining({ link: clean }));
    press('Shorten another');
    expect(field().value).toBe(clean);
    await screen.findByText(/^Restore tracking/);
    press(/^Restore tracking/);
    await shortened();
    expect(background.shorten).toHaveBeenLastCalledWith(expect.objectContaining({ link: tracked }));
  });

  it('have no button if there are none, and one if they are typed', async () => {
    renderPopup({ page: { link: 'https://example.com/?page=2' } });
    expect(screen.queryByText(removal)).toBeNull();
    typeLink('example.com/?utm_source=x&utm_medium=y');
    await screen.findByText('Remove tracking: utm_*');
    press(removal);
    expect(field().value).toBe('https://example.com/');
  });
});

describe('the title of the page', () => {
  const heading = () => screen.getByRole('heading', { level: 1 }).textContent;

  it('is neither shown nor sent with an address that was typed', async () => {
    renderPopup();
    typeLink('https://other.example/x');
    expect(heading()).toBe('Shorten a link');
    await shortened();
    expect(background.shorten).toHaveBeenLastCalledWith(expect.objectContaining({ title: '' }));
    expect(heading()).toBe('other.example/x');
  });

  it('is not sent when another link is created for an address that was typed', async () => {
    const existing: typeof background.shorten = (request) =>
      Promise.resolve(createdFor(request, { isReused: true }));
    renderPopup({ answers: { shorten: existing } });
    typeLink('other.example/x');
    await shortened();
    press('New link');
    await waitFor(() => expect(background.shorten).toHaveBeenCalledTimes(2));
    expect(background.shorten).toHaveBeenLastCalledWith(
      expect.objectContaining({ title: '', another: true }),
    );
  });

  it.each<[string, Partial<CurrentPage>, () => void]>([
    ['as it is', {}, () => typeLink(` ${pageLink} `)],
    ['without its tracking parameters', { link: tracked }, () => press(removal)],
    ['without what may sign other people in', { link: secret }, () => press('Remove “token”')],
    [
      'without two such parameters and those of tracking',
      { link: `${secret}&utm_source=mail&session_id=9f86d081884c7d659a2feaa0c55ad015` },
      () => ['Remove “token”', removal, 'Remove “session_id”'].forEach(press),
    ],
    [
      'without its password',
      { link: 'https://name:word@example.com/x' },
      () => typeLink('https://example.com/x'),
    ],
  ])('is sent with its own address, %s', async (_, page, change) => {
    renderPopup({ page });
    if (page.link?.includes('utm_')) await screen.findByText(removal);
    change();
    expect(heading()).toBe('An article');
    await shortened();
    expect(background.shorten).toHaveBeenLastCalledWith(expect.objectContaining({ title: 'An article' }));
    expect(heading()).toBe('An article');
  });
});

describe('the address of the page', () => {
  const draft = { link: 'https://other.example/x', choice: 'week', customExpiry: '' } as const;
  const back = () => screen.queryByRole('button', { name: 'Use this page' });

  it('takes the place of another one with one press, which leaves the focus in the field', async () => {
    renderPopup({ draft });
    expect(field().value).toBe('https://other.example/x');
    press('Use this page');
    expect([field().value, focusedName()]).toEqual([pageLink, 'Link']);
    expect(back()).toBeNull();
    await shortened();
    expect(background.shorten).toHaveBeenLastCalledWith(expect.objectContaining({ title: 'An article' }));
  });

  it('is sent without its tracking parameters if that is set, which nobody has restored', async () => {
    renderPopup({ page: { link: tracked }, settings: { removeTracking: true } });
    await screen.findByText(/^Restore tracking/);
    typeLink('notes');
    submit();
    expect(await alertText()).toContain('not a web address');
    press('Use this page');
    expect(await alertText()).toBe('');
    await shortened();
    expect(background.shorten).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ link: clean }));
  });

  it('is not offered where the browser gives none', () => {
    renderPopup({ draft, page: { link: null } });
    expect(back()).toBeNull();
  });
});

describe('a warning for the address', () => {
  const loopback = 'http://localhost/x';

  it('describes the field, and hinders nothing', async () => {
    renderPopup({ page: { link: loopback } });
    await waitFor(() => expect(descriptionOf(field())).toBe('This address only works on this computer.'));
    expect(await alertText()).toBe('');
    await shortened();
  });

  it('is absent if a short link to the address works', async () => {
    renderPopup({
      page: { link: loopback, private: true },
      answers: { activeLinks: () => Promise.resolve([attempt()]) },
    });
    await screen.findByText('1 active link to this page');
    expect(descriptionOf(field())).toBe('');
    expect(background.activeLinks).toHaveBeenCalledExactlyOnceWith({ link: loopback, private: true });
  });

  it('stays, if it may sign other people in, while a short link to the address works', async () => {
    renderPopup({ page: { link: secret }, answers: { activeLinks: () => Promise.resolve([attempt()]) } });
    await screen.findByText('1 active link to this page');
    expect(descriptionOf(field())).toContain('sign other people in');
    expect(screen.getByRole('button', { name: 'Shorten anyway' })).toBeTruthy();
  });

  it('is above the button that has the focus first, so that Enter does not shorten a link that may sign others in', () => {
    renderPopup({ page: { link: secret } });
    expect(focusedName()).toBe('Remove “token”');
  });

  it('has a button that removes what may sign other people in, and leaves the focus on the one of the form', () => {
    renderPopup();
    typeLink(secret);
    expect(descriptionOf(field())).toBe('This address may sign other people in as you.');
    expect(screen.getByRole('button', { name: 'Shorten anyway' })).toBeTruthy();
    press('Remove “token”');
    expect([field().value, descriptionOf(field())]).toEqual(['https://a.example/reset', '']);
    expect(focusedName()).toBe('Shorten');
  });
});

describe('the active links to the page', () => {
  const active = [
    attempt({ shortLink: 'https://s.example/1', expiresAt: noExpiry }),
    attempt({ shortLink: 'https://s.example/2' }),
  ];
  const activeLinks = () => Promise.resolve(active);

  it('are counted, and each is copied', async () => {
    renderPopup({ answers: { activeLinks } });
    const summary = await screen.findByText('2 active links to this page');
    const list = within(summary.closest('details') ?? document.body);
    const [first] = list.getAllByRole('button', { hidden: true });
    expect(first?.textContent).toContain('Never expires');
    if (first) fireEvent.click(first);
    await screen.findByText('s.example/1 copied');
    expect(copy).toHaveBeenCalledExactlyOnceWith('https://s.example/1', undefined);
  });

  it('are absent while another address is in the field, and read again after a link was created', async () => {
    renderPopup({ answers: { activeLinks } });
    await screen.findByText('2 active links to this page');
    typeLink('https://other.example/');
    expect(screen.queryByText('2 active links to this page')).toBeNull();
    typeLink(pageLink);
    await screen.findByText('2 active links to this page');
    vi.mocked(background.activeLinks).mockResolvedValue([...active, attempt()]);
    await shortened();
    press('Shorten another');
    await screen.findByText('3 active links to this page');
  });
});
