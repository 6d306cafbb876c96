import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setLanguage } from '../testing/language.ts';
import { press, renderPopup, shortLink, shownLink, submit } from '../testing/popup.tsx';
import type { PopupActions } from './popup-actions.ts';

describe('the QR code', () => {
  beforeEach(() => {
    vi.stubGlobal('Path2D', vi.fn());
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
      scale: vi.fn(),
      fill: vi.fn(),
    } as never);
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done, type = '') =>
      done(new Blob(['picture'], { type })),
    );
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  const showCode = async (patch: Partial<PopupActions> = {}, [code, image] = ['QR code', 'QR code of']) => {
    const actions = renderPopup({ actions: patch });
    submit();
    await shownLink();
    const toggle = screen.getByRole('button', { name: code });
    expect(toggle.getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(toggle);
    await screen.findByRole('img', { name: new RegExp(image) }, { timeout: 10_000 });
    return actions;
  };

  it.each([
    { language: 'en', code: 'QR code', image: `QR code of ${shortLink}`, copy: 'Copy image' },
    { language: 'zh_CN', code: '二维码', image: `${shortLink}的二维码`, copy: '复制图片' },
  ] as const)(
    'takes the place of the result, and gives it back with the focus, in $language',
    async ({ language, code, image, copy }) => {
      setLanguage(language);
      await showCode({}, [code, image]);
      expect(screen.queryByRole('textbox')).toBeNull();
      await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: copy })));
      const back = screen.getByRole('button', { name: code });
      expect(back.getAttribute('aria-expanded')).toBe('true');
      fireEvent.click(back);
      await shownLink();
      expect(screen.queryByRole('img')).toBeNull();
      await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: code })));
    },
  );

  it('is copied as a picture, and says so', async () => {
    const { copyImage } = await showCode();
    const button = screen.getByRole('button', { name: 'Copy image' });
    fireEvent.click(button);
    await screen.findByText('The QR code is copied.');
    expect(button.dataset['done']).toBe('Copied');
    expect((await vi.mocked(copyImage).mock.calls[0]?.[0])?.type).toBe('image/png');
  });

  it('says if it is not copied', async () => {
    await showCode({ copyImage: () => Promise.resolve(false) });
    press('Copy image');
    const sentence = await screen.findByText('The QR code was not copied. Save it as a file.');
    expect(sentence.className).not.toContain('unseen');
  });

  it.each([
    ['Save as PNG', 's.example-aB3dE6gH.png', 'image/png'],
    ['Save as SVG', 's.example-aB3dE6gH.svg', 'image/svg+xml'],
  ])('is saved by %s', async (button, name, type) => {
    const { save } = await showCode();
    press(button);
    await waitFor(() => expect(save).toHaveBeenCalledOnce());
    const [savedName, content] = vi.mocked(save).mock.calls[0] ?? [];
    expect([savedName, content?.type]).toEqual([name, type]);
  });

  it('is saved as SVG if the browser draws no PNG', async () => {
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(null));
    const { save } = await showCode();
    press('Save as PNG');
    await waitFor(() => expect(save).toHaveBeenCalledOnce());
    expect(vi.mocked(save).mock.calls[0]?.[1].type).toBe('image/svg+xml');
  });
});
