import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { type ComponentProps } from 'preact';
import { useState } from 'preact/hooks';
import { expect, it, vi } from 'vitest';
import { copy } from '../../lib/browser/clipboard.ts';
import * as sharing from '../../lib/browser/share.ts';
import { browser } from '../testing/browser.ts';
import { descriptionOf, press, said } from '../testing/dom.ts';
import { Result } from './Result.tsx';

const shortLink = 'https://s.example/aB3dE6gH';
const expiresAt = Date.now() / 1000 + 86_400;

/** A link that is copied already. */
const show = (props: Partial<ComponentProps<typeof Result>> = {}) => {
  const createAnother = vi.fn();
  const Page = () => {
    const [isQrShown, showQr] = useState(false);
    const link = { shortLink, expiresAt, link: 'https://example.com/article', title: 'An article' };
    const page = { isQrShown, showQr, createAnother, isPrivate: false, sending: false, copied: true };
    return (
      <>
        <button onClick={() => showQr(false)}>Back</button>
        <Result {...link} {...page} {...props} />
      </>
    );
  };
  render(<Page />);
  return createAnother;
};
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Short link' });
const copyButton = () => screen.getByRole('button', { name: 'Copy' });

it('is focused and selected, described by its expiry, and shows that it is copied', async () => {
  show();
  await waitFor(() => expect(document.activeElement).toBe(field()));
  expect([field().selectionStart, field().selectionEnd]).toEqual([0, shortLink.length]);
  expect(field().readOnly).toBe(true);
  expect(descriptionOf(field())).toMatch(/^Expires .*\d/);
  expect(descriptionOf(field())).not.toContain('Not copied');
  expect([copyButton().className, copyButton().dataset['done']]).toEqual(['done', 'Copied']);
  await expect.poll(said).toBe('Your short link is ready and copied');
  expect(screen.queryByRole('button', { name: /New link|Share|Undo/ })).toBeNull();
});

it('has the focus on Copy if the browser did not copy, and Copy copies', async () => {
  show({ copied: false });
  await waitFor(() => expect(document.activeElement).toBe(copyButton()));
  expect([copyButton().className, copyButton().dataset['done']]).toEqual(['primary', undefined]);
  expect(descriptionOf(field())).toContain('Not copied');
  await expect.poll(said).toBe('Not copied. Press Copy.');
  press('Copy');
  await waitFor(() => expect(copyButton().dataset['done']).toBe('Copied'));
  expect(said()).toBe('Copied');
  expect(copy).toHaveBeenCalledExactlyOnceWith(shortLink, undefined);
  expect(descriptionOf(field())).not.toContain('Not copied');
});

it('shows Copy again if the clipboard fails later, and is copied in another format', async () => {
  vi.mocked(copy).mockResolvedValueOnce(false);
  show();
  press('Copy as');
  fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Markdown' }));
  expect(copy).toHaveBeenCalledExactlyOnceWith(`[An article](${shortLink})`, undefined);
  await waitFor(() => expect(copyButton().dataset['done']).toBeUndefined());
  await expect.poll(said).toBe('Not copied. Press Copy.');
});

it('is opened, and shared with the title of its page where the browser can; says if that failed', async () => {
  const share = vi.fn(() => Promise.resolve(true)).mockResolvedValueOnce(false);
  vi.spyOn(sharing, 'share', 'get').mockReturnValue(share);
  show();
  press('Open');
  expect(browser.tabs.create).toHaveBeenCalledExactlyOnceWith({ url: shortLink });
  press('Share');
  const failed = await screen.findByText('The link could not be shared. Copy it instead.');
  expect(failed.role).toBe('alert');
  press('Share');
  await waitFor(() => expect(failed.isConnected).toBe(false));
  expect(share).toHaveBeenLastCalledWith({ title: 'An article', url: shortLink });
});

it('makes room for its QR code, and gets the focus back on the button of the code', async () => {
  show({ noteField: <input aria-label="Note" /> });
  const code = () => screen.getByRole('button', { name: 'QR code' });
  expect(code().getAttribute('aria-expanded')).toBe('false');
  press('QR code');
  await screen.findByRole('img', { name: `QR code of ${shortLink}` });
  expect(screen.queryByRole('textbox')).toBeNull();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Copy image'));
  press('Back');
  expect(field().value).toBe(shortLink);
  await waitFor(() => expect(document.activeElement).toBe(code()));
});

it('of a private link in a regular window is neither opened nor saved, whose history and downloads would list it', () => {
  show({ mayLeave: false });
  for (const name of ['Open', 'QR code']) expect(screen.queryByRole('button', { name })).toBeNull();
});

it('says what has become of a link that is changed, and why another one was not', async () => {
  const failure = { reason: 'timeout', hadEffect: 'no' } as const;
  show({ failure, notice: 'Leads elsewhere', changeSentence: 'Changed', isChanging: true });
  expect(screen.getByRole('alert').textContent).toContain('The link was not changed.');
  expect(document.querySelector('.notice')?.textContent).toBe('Leads elsewhere');
  expect(descriptionOf(field())).toBe('Changing…');
  await expect.poll(said).toBe('Changed');
});

it('that existed before has its day, and a button for another one where that is possible', async () => {
  const createAnother = show({ createdAt: Date.now() });
  expect(descriptionOf(field())).toMatch(/^You created this link today Expires .*$/);
  await expect.poll(said).toBe('You created this link today. Copied');
  press('New link for this page');
  expect(createAnother).toHaveBeenCalledOnce();
  cleanup();
  show({ createdAt: Date.now(), createAnother: null });
  expect(screen.queryByRole('button', { name: 'New link for this page' })).toBeNull();
});

it.each([true, false])('says to Undo whether the clipboard has it: %s', async (copied) => {
  const run = vi.fn(() => Promise.resolve(null));
  show({ copied, undo: { seconds: 10, run } });
  press('Undo');
  await waitFor(() => expect(run).toHaveBeenCalledExactlyOnceWith(copied));
});
