import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { copy as copyAny, descriptionOf, press } from '../testing/dom.ts';
import { now, pageLink, renderPopup, shortLink, shownLink, submit, typeLink } from '../testing/popup.tsx';
import type { PopupActions } from './popup-actions.ts';

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Short link' });

/** Shortens the page of the popup. */
const created = async (patch: Partial<PopupActions> = {}) => {
  const actions = renderPopup({ actions: patch });
  submit();
  await shownLink();
  return actions;
};

describe('the result', () => {
  it('is focused and selected, and described by its expiry', async () => {
    await created();
    await waitFor(() => expect(document.activeElement).toBe(field()));
    expect([field().selectionStart, field().selectionEnd]).toEqual([0, shortLink.length]);
    expect(field().readOnly).toBe(true);
    expect(descriptionOf(field())).toMatch(/^Expires .*\d/);
    expect(descriptionOf(field())).not.toContain('Not copied');
  });

  it('shows on Copy that the link is copied', async () => {
    await created();
    const button = screen.getByRole('button', { name: 'Copy' });
    expect([button.className, button.dataset['done']]).toEqual(['done', 'Copied']);
  });

  it('is copied in the offered format as soon as it is created, and in another one that is chosen', async () => {
    const copy = vi.fn<PopupActions['copy']>(copyAny);
    const { rememberFormat, editTemplate } = renderPopup({ format: 'html', actions: { copy } });
    submit();
    await shownLink();
    const html = `<a href="${shortLink}">An article</a>`;
    const [plain, rich] = copy.mock.calls[0] ?? [];
    expect([await plain, await rich]).toEqual([shortLink, html]);
    press('Copy as');
    expect(screen.getByRole('menuitemradio', { name: 'HTML' }).getAttribute('aria-checked')).toBe('true');
    fireEvent.click(screen.getByRole('menuitemradio', { name: 'Markdown' }));
    expect(copy).toHaveBeenLastCalledWith(`[An article](${shortLink})`, undefined);
    expect(rememberFormat).toHaveBeenCalledExactlyOnceWith('markdown');
    press('Copy as');
    fireEvent.click(screen.getByRole('menuitem', { name: 'Edit template…' }));
    expect(editTemplate).toHaveBeenCalledOnce();
  });

  it('is copied with no title for another address, and from a private window no format is stored', async () => {
    const copy = vi.fn<PopupActions['copy']>(copyAny);
    const { rememberFormat } = renderPopup({
      format: 'markdown',
      page: { private: true },
      actions: { copy },
    });
    typeLink('https://b.example/');
    submit();
    await shownLink();
    expect(await copy.mock.calls[0]?.[0]).toBe(`[https://b.example/](${shortLink})`);
    press('Copy as');
    fireEvent.click(screen.getByRole('menuitemradio', { name: 'Title – link' }));
    expect(copy).toHaveBeenLastCalledWith(`https://b.example/ – ${shortLink}`, undefined);
    expect(rememberFormat).not.toHaveBeenCalled();
  });

  it('is copied with the note of a link that existed before', async () => {
    const copy = vi.fn<PopupActions['copy']>(copyAny);
    const shorten: PopupActions['shorten'] = ({ id }) =>
      Promise.resolve({ ok: true, id, shortLink, expiresAt: now + 60, createdAt: 1, note: 'For Ann' });
    renderPopup({ format: 'template', template: '{short} {note}', actions: { copy, shorten } });
    submit();
    await shownLink();
    expect(await copy.mock.calls[0]?.[0]).toBe(`${shortLink} For Ann`);
  });

  it('has the focus on Copy if the browser did not copy, and Copy copies', async () => {
    const copy = vi.fn<PopupActions['copy']>(() => Promise.resolve(true)).mockResolvedValueOnce(false);
    await created({ copy });
    const button = screen.getByRole('button', { name: 'Copy' });
    await waitFor(() => expect(document.activeElement).toBe(button));
    expect([button.className, button.dataset['done']]).toEqual(['primary', undefined]);
    expect(descriptionOf(field())).toContain('Not copied');
    const status = await screen.findByText('Not copied. Press Copy.');
    expect(status.getAttribute('role')).toBe('status');
    fireEvent.click(button);
    await waitFor(() => expect(button.dataset['done']).toBe('Copied'));
    expect(status.textContent).toBe('Copied');
    expect(copy).toHaveBeenLastCalledWith(shortLink, undefined);
    expect(descriptionOf(field())).not.toContain('Not copied');
  });

  it('shows Copy again if the clipboard fails later', async () => {
    const copy = vi.fn<PopupActions['copy']>(() => Promise.resolve(false)).mockResolvedValueOnce(true);
    await created({ copy });
    await screen.findByText('Your short link is ready and copied');
    const button = screen.getByRole('button', { name: 'Copy' });
    expect(button.dataset['done']).toBe('Copied');
    fireEvent.click(button);
    await waitFor(() => expect(button.dataset['done']).toBeUndefined());
    await screen.findByText('Not copied. Press Copy.');
  });

  it('shares the link with the title of its page where the browser can, and says if that failed', async () => {
    const share = vi.fn(() => Promise.resolve(true)).mockResolvedValueOnce(false);
    await created({ share });
    press('Share');
    const failed = await screen.findByText('The link could not be shared. Copy it instead.');
    expect(failed.getAttribute('role')).toBe('alert');
    press('Share');
    await waitFor(() => expect(failed.isConnected).toBe(false));
    expect(share).toHaveBeenLastCalledWith({ title: 'An article', url: shortLink });
  });

  it('has no Share where the browser has no sheet', async () => {
    await created();
    expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
  });

  it('makes room for its QR code, and gets the focus back on the button of the code', async () => {
    await created();
    const code = () => screen.getByRole('button', { name: 'QR code' });
    expect(code().getAttribute('aria-expanded')).toBe('false');
    press('QR code');
    await screen.findByRole('img', { name: `QR code of ${shortLink}` }, { timeout: 10_000 });
    expect(screen.queryByRole('textbox')).toBeNull();
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Copy image' })),
    );
    expect(code().getAttribute('aria-expanded')).toBe('true');
    press('QR code');
    await shownLink();
    expect(screen.queryByRole('img')).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(code()));
  });

  it('is opened', async () => {
    const { open } = await created();
    press('Open');
    expect(open).toHaveBeenCalledExactlyOnceWith(shortLink);
  });
});

describe('a link that was created before', () => {
  /** The first link existed before; another one is created only on request. */
  const shorten = () =>
    vi.fn<PopupActions['shorten']>(({ id, another }) =>
      Promise.resolve(
        another
          ? { ok: true, id, shortLink: 'https://s.example/another', expiresAt: now + 60 }
          : { ok: true, id, shortLink, expiresAt: now + 60, createdAt: now * 1000 },
      ),
    );

  it('is shown with its day, and New link for this page creates one other link, however fast somebody clicks', async () => {
    const actions = renderPopup({ actions: { shorten: shorten() } });
    submit();
    await shownLink();
    expect(descriptionOf(field())).toMatch(/^You created this link today Expires .*$/);
    const button = screen.getByRole('button', { name: 'New link for this page' });
    button.click();
    button.click();
    await screen.findByDisplayValue('https://s.example/another');
    expect(actions.shorten).toHaveBeenCalledTimes(2);
    expect(actions.shorten).toHaveBeenLastCalledWith(
      expect.objectContaining({ link: pageLink, another: true }),
    );
    await waitFor(() => expect(document.activeElement).toBe(field()));
    expect(descriptionOf(field())).not.toContain('You created this');
    expect(screen.queryByRole('button', { name: 'New link for this page' })).toBeNull();
  });

  it('is not what Try again gives after New link for this page has failed', async () => {
    const actions = renderPopup({ actions: { shorten: shorten() } });
    submit();
    await shownLink();
    vi.mocked(actions.shorten).mockImplementationOnce(({ id }) =>
      Promise.resolve({ ok: false, id, failure: { reason: 'timeout', hadEffect: 'maybe' } }),
    );
    press('New link for this page');
    await screen.findByRole('button', { name: 'Try again' });
    press('Try again');
    await screen.findByDisplayValue('https://s.example/another');
  });

  it('is not requested again for a later link', async () => {
    const actions = renderPopup({ actions: { shorten: shorten() } });
    submit();
    await shownLink();
    press('New link for this page');
    await screen.findByDisplayValue('https://s.example/another');
    press('Shorten another');
    submit();
    await shownLink();
    expect(actions.shorten).toHaveBeenLastCalledWith(expect.objectContaining({ another: false }));
  });
});
