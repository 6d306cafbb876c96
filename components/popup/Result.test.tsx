import { fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { setLanguage } from '../testing/language.ts';
import {
  descriptionOf,
  now,
  pageLink,
  press,
  renderPopup,
  shortLink,
  shownLink,
  submit,
} from '../testing/popup.tsx';
import type { PopupActions } from './popup-actions.ts';
import { Result } from './Result.tsx';

const result = () => ({
  shortLink,
  end: now + 86_400,
  copied: true as boolean | null,
  copy: vi.fn(() => Promise.resolve(true)),
  open: vi.fn(),
  startOver: vi.fn(),
  createAnother: vi.fn(),
  sending: false,
});
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Short link' });

describe('the result', () => {
  it('is focused and selected, and described by its end and by whether it is copied', () => {
    render(<Result {...result()} />);
    expect(document.activeElement).toBe(field());
    expect([field().selectionStart, field().selectionEnd]).toEqual([0, shortLink.length]);
    expect(field().readOnly).toBe(true);
    expect(descriptionOf(field())).toMatch(/^Expires .*\d.*Copied$/);
  });

  it('is copied again by Copy, which has the focus where the browser did not copy', async () => {
    const props = { ...result(), copied: false };
    render(<Result {...props} />);
    const button = screen.getByRole('button', { name: 'Copy' });
    expect(document.activeElement).toBe(button);
    expect(screen.getByRole('status').textContent).toBe('Not copied. Press Copy.');
    fireEvent.click(button);
    await screen.findAllByText('Copied');
    expect(screen.getByRole('status').textContent).toBe('Copied');
    expect(props.copy).toHaveBeenCalledExactlyOnceWith(shortLink);
  });

  it.each([
    { language: 'en', button: 'QR code', image: `QR code of ${shortLink}`, open: 'Open' },
    { language: 'zh_CN', button: '二维码', image: `${shortLink}的二维码`, open: '打开' },
  ] as const)(
    'has a QR code on request, and opens, in $language',
    async ({ language, button, image, open }) => {
      setLanguage(language);
      const props = result();
      render(<Result {...props} />);
      const toggle = screen.getByRole('button', { name: button });
      expect(toggle.getAttribute('aria-expanded')).toBe('false');
      fireEvent.click(toggle);
      expect(toggle.getAttribute('aria-expanded')).toBe('true');
      await screen.findByRole('img', { name: image }, { timeout: 10_000 });
      fireEvent.click(toggle);
      expect(screen.queryByRole('img')).toBeNull();
      press(open);
      expect(props.open).toHaveBeenCalledExactlyOnceWith(shortLink);
    },
  );
});

describe('a link that was created before', () => {
  /** The first link existed before; another one is created only on request. */
  const shorten = () =>
    vi.fn<PopupActions['shorten']>(({ id, another }) =>
      Promise.resolve(
        another
          ? { ok: true, id, shortLink: 'https://s.example/another', end: now + 60 }
          : { ok: true, id, shortLink, end: now + 60, createdAt: now * 1000 },
      ),
    );

  it('is shown with its day, and Create another creates one other link, however fast somebody clicks', async () => {
    const actions = renderPopup({ actions: { shorten: shorten() } });
    submit();
    await shownLink();
    expect(descriptionOf(field())).toMatch(/^You created this link today. Expires .*Copied$/);
    const button = screen.getByRole('button', { name: 'Create another' });
    button.click();
    button.click();
    await screen.findByDisplayValue('https://s.example/another');
    expect(actions.shorten).toHaveBeenCalledTimes(2);
    expect(actions.shorten).toHaveBeenLastCalledWith(
      expect.objectContaining({ link: pageLink, another: true }),
    );
    await waitFor(() => expect(document.activeElement).toBe(field()));
    expect(descriptionOf(field())).not.toContain('You created this');
    expect(screen.queryByRole('button', { name: 'Create another' })).toBeNull();
  });

  it('is not what Try again gives after Create another has failed', async () => {
    const actions = renderPopup({ actions: { shorten: shorten() } });
    submit();
    await shownLink();
    vi.mocked(actions.shorten).mockImplementationOnce(({ id }) =>
      Promise.resolve({ ok: false, id, failure: { reason: 'timeout', made: 'unknown' } }),
    );
    press('Create another');
    await screen.findByRole('button', { name: 'Try again' });
    press('Try again');
    await screen.findByDisplayValue('https://s.example/another');
  });

  it('is not requested again for a later link', async () => {
    const actions = renderPopup({ actions: { shorten: shorten() } });
    submit();
    await shownLink();
    press('Create another');
    await screen.findByDisplayValue('https://s.example/another');
    press('New link');
    submit();
    await shownLink();
    expect(actions.shorten).toHaveBeenLastCalledWith(expect.objectContaining({ another: false }));
  });
});
