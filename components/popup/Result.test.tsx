import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { background } from '../../lib/background.ts';
import { copy } from '../../lib/browser/clipboard.ts';
import * as sharing from '../../lib/browser/share.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import type { Attempt } from '../../lib/history/types.ts';
import { createdFor, failedFor } from '../../lib/shortening/test-helpers/attempts.ts';
import { browser } from '../testing/browser.ts';
import { alerts, descriptionOf, passTime, press, said } from '../testing/dom.ts';
import {
  attempt,
  now,
  pageLink,
  renderPopup,
  shortened,
  shortLink,
  shownLink,
  storedSetting,
  submit,
  typeLink,
} from '../testing/popup.tsx';

// What each part does: UndoButton.test.tsx, components/ui/{NoteField,dialogs,change-items}.test.tsx.

type Options = Parameters<typeof renderPopup>[0];

const failure: Failure = { reason: 'unreachable', hadEffect: 'maybe', service: 'https://s.example' };
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Short link' });
const choose = (name: string, role = 'menuitem') =>
  fireEvent.click(screen.getByRole(role, { name: (each) => each.startsWith(name) }));

describe('the result', () => {
  it('is copied in the offered format as soon as it is created, and in another one that is chosen', async () => {
    renderPopup({ settings: { copyFormat: 'html' } });
    await shortened();
    const html = `<a href="${shortLink}">An article</a>`;
    const [plain, rich] = vi.mocked(copy).mock.calls[0] ?? [];
    expect([await plain, await rich]).toEqual([shortLink, html]);
    press('Copy as');
    choose('Markdown', 'menuitemradio');
    expect(copy).toHaveBeenLastCalledWith(`[An article](${shortLink})`, undefined);
    await waitFor(() => expect(storedSetting('lastCopyFormat')).toBe('markdown'));
  });

  it('is copied with no title for another address, and from a private window no format is stored', async () => {
    renderPopup({ settings: { copyFormat: 'markdown' }, page: { private: true } });
    typeLink('https://b.example/');
    await shortened();
    expect(await vi.mocked(copy).mock.calls[0]?.[0]).toBe(`[https://b.example/](${shortLink})`);
    press('Copy as');
    choose('Title – link', 'menuitemradio');
    expect(copy).toHaveBeenLastCalledWith(`https://b.example/ – ${shortLink}`, undefined);
    expect(storedSetting('lastCopyFormat')).toBeUndefined();
  });

  it('is copied with the note of a link that existed before', async () => {
    const shorten: typeof background.shorten = (request) =>
      Promise.resolve({ ...createdFor(request, { shortLink, isReused: true }), note: 'For Ann' });
    renderPopup({
      settings: { copyFormat: 'template', copyTemplate: '{short} {note}' },
      answers: { shorten },
    });
    await shortened();
    expect(await vi.mocked(copy).mock.calls[0]?.[0]).toBe(`${shortLink} For Ann`);
  });

  it('closes its QR code by the header', async () => {
    renderPopup();
    await shortened();
    press('QR code');
    await screen.findByRole('img', { name: `QR code of ${shortLink}` });
    press('QR code');
    expect(await shownLink()).toBe(shortLink);
  });

  it('has the note of its attempt, which is stored and copied as it is typed', async () => {
    renderPopup({
      settings: { copyFormat: 'template', copyTemplate: '{note}' },
      answers: { shorten: () => Promise.resolve(attempt({ note: 'For' })) },
    });
    submit();
    fireEvent.input(await screen.findByDisplayValue('For'), { target: { value: 'For M' } });
    expect(background.setNote).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ private: false, note: 'For M' }),
    );
    press('Copy');
    expect(copy).toHaveBeenLastCalledWith('For M', undefined);
  });
});

describe('a link that was created before', () => {
  /** The first link existed before; another one is created only on request. */
  const shorten: typeof background.shorten = (request) =>
    Promise.resolve(
      createdFor(
        request,
        request.another ? { shortLink: 'https://s.example/another' } : { shortLink, isReused: true },
      ),
    );

  it('has a button that creates one other link, however fast somebody clicks', async () => {
    renderPopup({ answers: { shorten } });
    await shortened();
    const button = screen.getByRole('button', { name: 'New link' });
    button.click();
    button.click();
    await screen.findByDisplayValue('https://s.example/another');
    expect(background.shorten).toHaveBeenCalledTimes(2);
    expect(background.shorten).toHaveBeenLastCalledWith(
      expect.objectContaining({ link: pageLink, another: true }),
    );
    await waitFor(() => expect(document.activeElement).toBe(field()));
    expect(screen.queryByRole('button', { name: 'New link' })).toBeNull();
  });

  it('is not what Try again gives after New link has failed', async () => {
    renderPopup({ answers: { shorten } });
    await shortened();
    vi.mocked(background.shorten).mockImplementationOnce((request) =>
      Promise.resolve(failedFor(request, { reason: 'timeout', hadEffect: 'maybe' })),
    );
    press('New link');
    await screen.findByRole('button', { name: 'Try again' });
    press('Try again');
    await screen.findByDisplayValue('https://s.example/another');
  });

  it('is not requested again for a later link', async () => {
    renderPopup({ answers: { shorten } });
    await shortened();
    press('New link');
    await screen.findByDisplayValue('https://s.example/another');
    press('Shorten another');
    await shortened();
    expect(background.shorten).toHaveBeenLastCalledWith(expect.objectContaining({ another: false }));
  });
});

/** Shortens the page of the popup; the time is a fake one. */
const created = async (options: Options = {}): Promise<void> => {
  renderPopup(options);
  await vi.dynamicImportSettled();
  submit();
  await passTime(100);
  expect(field().value).toBe(shortLink);
};

describe('Undo', () => {
  beforeEach(() => void vi.useFakeTimers());

  /** What Undo has done with the link and with the clipboard. */
  const undo = async (): Promise<string[]> => {
    press('Undo');
    await passTime(100);
    return document.querySelector('.undone')?.textContent.split('\n') ?? [];
  };

  it('deletes the link, gives the clipboard the address, and shows the form', async () => {
    await created();
    expect(await undo()).toEqual(['The short link no longer works.', 'Your clipboard has the long address.']);
    expect(await vi.mocked(copy).mock.lastCall?.[0]).toBe(pageLink);
    expect(background.undo).toHaveBeenCalledExactlyOnceWith({
      id: expect.any(String) as string,
      private: false,
    });
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Shorten' }));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Link' }).value).toBe(pageLink);
    submit();
    await passTime(100);
    expect(document.querySelector('.undone')).toBeNull();
  });

  it('only removes the link from the history where the service cannot delete it, and says until when it works', async () => {
    const removed = attempt({ change: { kind: 'remove', state: 'done', at: 1 } });
    const onlyRemoved = () => Promise.resolve({ ok: true as const, attempt: removed });
    await created({ answers: { undo: onlyRemoved } });
    expect(await undo()).toEqual([
      'Removed from your history.',
      expect.stringMatching(/^The short link works until it expires on \w+\s\d+,\s\d+\.$/),
      'Your clipboard has the long address.',
    ]);
  });

  it('leaves a clipboard alone that never had the short link, and says if it still has it', async () => {
    await created({ settings: { copyAtOnce: false } });
    expect(await undo()).toEqual(['The short link no longer works.']);
    expect(copy).not.toHaveBeenCalled();

    submit();
    await passTime(100);
    press('Copy');
    await passTime(100);
    vi.mocked(copy).mockResolvedValueOnce(false);
    expect((await undo())[1]).toBe('Your clipboard still has the short link.');
  });

  it('is not pressed by the second click of a double click on Shorten, in whose place it may be', async () => {
    await created();
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }), { detail: 2 });
    await passTime(100);
    expect(background.undo).not.toHaveBeenCalled();
  });

  it('says why it failed', async () => {
    await created({ answers: { undo: () => Promise.resolve({ ok: false, failure }) } });
    await undo();
    expect(alerts()).toContain('The link may have been changed. You can try again.');
  });

  it('is not there for a link that existed before, nor for that of an earlier popup', async () => {
    await created({ answers: { shorten: () => Promise.resolve(attempt({ isReused: true })) } });
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    document.body.replaceChildren();
    renderPopup({ answers: { unacknowledged: () => Promise.resolve(attempt()) } });
    await vi.dynamicImportSettled();
    await passTime(100);
    expect(field().value).toBe(shortLink);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });
});

describe('the menu of a link that the service can change', () => {
  const stored = (patch: Partial<Attempt> = {}) =>
    attempt({ id: 'stored', validity: { kind: 'duration', seconds: 604_800 }, ...patch });
  const more = () =>
    within(document.querySelector('.result') ?? document.body).queryByRole('button', { name: 'More' });

  /** Opens the menu; the service makes each change, which gives the link this patch, or fails. */
  const opened = async (patch: Partial<Attempt> | null) => {
    const changeLink = vi.fn<typeof background.changeLink>(() =>
      Promise.resolve(patch ? { ok: true, attempt: stored(patch) } : { ok: false, failure }),
    );
    const shorten = () => Promise.resolve(stored());
    renderPopup({ features: ['manage', 'edit'], answers: { shorten, changeLink } });
    submit();
    await waitFor(() => expect(more()).not.toBeNull());
    more()?.click();
    await screen.findByRole('menu');
    return changeLink;
  };

  it('extends it from its QR code, and shows until when', async () => {
    const changeLink = await opened({ expiresAt: now + 9 * 86_400 });
    press('QR code');
    await screen.findByRole('img', { name: /^QR code of/ }, { timeout: 10_000 });
    press('Save as SVG');
    fireEvent.click(await screen.findByRole('button', { name: 'Extend' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.click(dialog.getByRole('button', { name: 'Extend' }));
    await screen.findByText(/^Extended to .*\d{4}/);
    expect(changeLink).toHaveBeenCalledOnce();
    expect(screen.queryByRole('img', { name: /^QR code of/ })).toBeNull();
  });

  it('extends it by one press, and shows until when', async () => {
    const changeLink = await opened({ expiresAt: now + 9 * 86_400 });
    expect(screen.getAllByRole('menuitem')).toHaveLength(7);
    const before = descriptionOf(field());
    choose('Extend by 1 day');
    await screen.findByText(/^Extended to .*\d{4}/);
    const change = { kind: 'extend', extension: { kind: 'by', unit: 'day' } };
    expect(changeLink).toHaveBeenCalledExactlyOnceWith({ id: 'stored', private: false, change });
    expect(descriptionOf(field())).not.toBe(before);
  });

  it.each([
    ['Extend to a date…', 'Extend', 'extend'],
    ['Change address…', 'Change', 'address'],
    ['Delete link…', 'Delete link', 'delete'],
  ] as const)('%s asks first, and leaves the focus on the menu', async (item, button, kind) => {
    const changeLink = await opened({ expiresAt: now - 1, change: { kind, state: 'done', at: 1 } });
    choose(item);
    const dialog = within(await screen.findByRole('dialog'));
    expect(changeLink).not.toHaveBeenCalled();
    fireEvent.click(dialog.getByRole('button', { name: button }));
    await waitFor(() => expect(descriptionOf(field())).toBe('Expired'));
    expect(changeLink.mock.calls.map(([{ change }]) => change.kind)).toEqual([kind]);
    await waitFor(() => expect(document.activeElement).toBe(more()));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.querySelector('.notice') !== null).toBe(kind === 'address');
  });

  it('says why nothing was changed', async () => {
    await opened(null);
    choose('Expire now');
    await waitFor(() => expect(alerts()).toContain('The link may have been changed.'));
  });

  it('is not there in a private window for a link of the regular history, nor the note', async () => {
    vi.useFakeTimers();
    const shorten = () => Promise.resolve(stored({ isReused: true }));
    await created({ features: ['manage'], page: { private: true }, answers: { shorten } });
    expect([more(), screen.queryByRole('textbox', { name: 'Note' })]).toEqual([null, null]);
  });
});

describe('the card', () => {
  const copyButton = () => screen.getByRole('button', { name: 'Copy' });

  it('is focused and selected, described by its expiry, and shows that it is copied', async () => {
    renderPopup();
    await shortened();
    await waitFor(() => expect(document.activeElement).toBe(field()));
    expect([field().selectionStart, field().selectionEnd]).toEqual([0, shortLink.length]);
    expect(field().readOnly).toBe(true);
    expect(descriptionOf(field())).toMatch(/^Expires .*\d/);
    expect([copyButton().className, copyButton().dataset['done']]).toEqual(['done', 'Copied']);
    await expect.poll(said).toBe('Your short link is ready and copied');
    expect(screen.queryByRole('button', { name: /New link|Share/ })).toBeNull();
  });

  it('has the focus on Copy if the browser did not copy, and Copy copies', async () => {
    vi.mocked(copy).mockResolvedValueOnce(false);
    renderPopup();
    await shortened();
    await waitFor(() => expect(document.activeElement).toBe(copyButton()));
    expect([copyButton().className, copyButton().dataset['done']]).toEqual(['primary', undefined]);
    expect(descriptionOf(field())).toContain('Not copied');
    await expect.poll(said).toBe('Not copied. Press Copy.');
    press('Copy');
    await waitFor(() => expect(copyButton().dataset['done']).toBe('Copied'));
    expect([said(), descriptionOf(field()).includes('Not copied')]).toEqual(['Copied', false]);
    vi.mocked(copy).mockResolvedValueOnce(false);
    press('Copy');
    await waitFor(() => expect(copyButton().dataset['done']).toBeUndefined());
  });

  it('is opened, and shared with the title of its page where the browser can; says if that failed', async () => {
    const share = vi.fn(() => Promise.resolve(true)).mockResolvedValueOnce(false);
    vi.spyOn(sharing, 'share', 'get').mockReturnValue(share);
    renderPopup();
    await shortened();
    press('Open');
    expect(browser.tabs.create).toHaveBeenCalledExactlyOnceWith({ url: shortLink });
    press('Share');
    const failed = await screen.findByText('The link could not be shared. Copy it instead.');
    expect(failed.role).toBe('alert');
    press('Share');
    await waitFor(() => expect(failed.isConnected).toBe(false));
    expect(share).toHaveBeenLastCalledWith({ title: 'An article', url: shortLink });
  });

  it('of a private link in a regular window is neither opened nor saved, whose history and downloads would list it', async () => {
    renderPopup({ page: { private: true } });
    await shortened();
    for (const name of ['Open', 'QR code']) expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('that existed before has its day', async () => {
    renderPopup({ answers: { shorten: () => Promise.resolve(attempt({ isReused: true })) } });
    await shortened();
    expect(descriptionOf(field())).toMatch(/^You created this link today Expires .*$/);
    await expect.poll(said).toBe('You created this link today. Copied');
  });
});
