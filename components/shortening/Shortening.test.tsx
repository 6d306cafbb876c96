import { cleanup, fireEvent, render, screen, within } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { defaults } from '../../lib/settings/schema.ts';
import { changeSettings } from '../../lib/settings/settings.ts';
import { browser } from '../testing/browser.ts';
import { alerts, descriptionOf, status } from '../testing/dom.ts';
import { openOptionsWith } from '../testing/options.ts';
import { Shortening } from './Shortening.tsx';

vi.mock('../../lib/settings/settings.ts', { spy: true });

const openShortening = async (test: Parameters<typeof openOptionsWith>[0] = {}) => {
  const opened = await openOptionsWith(test);
  render(<Shortening />);
  return opened;
};

/** The changes that were to be stored. */
const stored = () =>
  vi.mocked(changeSettings).mock.calls.map(([how]) => (typeof how === 'function' ? how(defaults) : how));

const box = (name: string): HTMLInputElement => screen.getByRole('switch', { name });
const validity = (): HTMLSelectElement => screen.getByRole('combobox', { name: 'Links expire' });

it.each([
  ['Copy each new link', { copyAtOnce: false }, false],
  ['Open each new link in a background tab', { openAtOnce: true }, false],
  ['Choose the expiry in the context menu', { menuValidities: true }, false],
  ['Remove tracking parameters', { removeTracking: true }, true],
])('“%s” is stored at once, which is announced', async (name, fields, hasHint) => {
  await openShortening();
  expect(descriptionOf(box(name)) !== '').toBe(hasHint);
  fireEvent.click(screen.getByText(name));
  expect(stored()).toEqual([fields]);
  await expect.poll(status).toBe('Saved');
});

it('the default validity is stored at once', async () => {
  await openShortening();
  expect(screen.getByRole('region', { name: 'Short links' })).toBeTruthy();
  expect(screen.getByRole('option', { name: 'in 1 week' }).getAttribute('value')).toBe('week');
  fireEvent.change(validity(), { target: { value: 'week' } });
  expect(stored()).toEqual([{ defaultValidity: 'week' }]);
  await expect.poll(status).toBe('Saved');
});

it('a change that cannot be stored is undone, and an alert says so', async () => {
  vi.mocked(changeSettings).mockRejectedValueOnce(new Error('The disk is full'));
  await openShortening();
  fireEvent.click(box('Remove tracking parameters'));
  await expect.poll(alerts).toContain('could not save this');
  expect(box('Remove tracking parameters').checked).toBe(false);
  expect(status()).toBe('');
});

describe('the template for copied links', () => {
  const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Own template' });
  const type = (value: string) => fireEvent.input(field(), { target: { value } });
  const open = () => openShortening({ settings: { copyFormat: 'template' } });

  it('is previewed while it is typed, and stored', async () => {
    await open();
    type('{title} ({host}) {short}');
    expect(descriptionOf(field())).toContain(
      'Eurasian skylark - Wikipedia (en.wikipedia.org) https://go.team.example/k3Vd8qXw',
    );
    await expect.poll(stored).toEqual([{ copyTemplate: '{title} ({host}) {short}' }]);
  });

  it.each([
    ['{title}', 'no {short}'],
    ['{titel}', 'no placeholder {titel}'],
    ['x'.repeat(1001), 'at most 1,000 characters'],
  ])('is not stored while it cannot be used, which a sentence says: %j', async (template, sentence) => {
    await open();
    vi.useFakeTimers();
    type(template);
    await vi.advanceTimersByTimeAsync(5000);
    vi.useRealTimers();
    expect(alerts()).toContain(sentence);
    expect([field().getAttribute('aria-invalid'), field().value, stored()]).toEqual(['true', template, []]);
  });

  it('is one of the formats to choose from, and is shown while it is chosen or another page leads to it', async () => {
    await openShortening({ settings: { lastCopyFormat: 'markdown' } });
    expect(screen.queryByRole('textbox')).toBeNull();
    const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Copy as' });
    expect(select.selectedOptions[0]?.textContent).toBe('Same as last time (Markdown)');
    fireEvent.change(select, { target: { value: 'template' } });
    expect(stored()).toEqual([{ copyFormat: 'template' }]);
    await expect.poll(() => screen.queryByRole('textbox')).toBeTruthy();
    cleanup();
    location.hash = '#copy-template';
    await openShortening();
    expect(field().id).toBe('copy-template');
  });
});

describe('under a policy', () => {
  it('only the validities that it allows are offered, and described as such', async () => {
    await openShortening({
      settings: { lastValidity: 'week' },
      managed: { allowedValidities: ['custom', 'week', 'day'] },
    });
    expect(
      within(validity())
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Same as last time (in 1 week)', 'in 1 day', 'in 1 week']);
    expect(descriptionOf(validity())).toBe('Your organization allows only some expiry times.');
  });

  it('a validity that it sets can be read only', async () => {
    await openShortening({ managed: { defaultValidity: 'week' } });
    const row = screen.getByText('Links expire').closest('.setting');
    expect(row?.textContent).toBe('Links expireSet by your organizationin 1 week');
    expect(screen.queryByRole('combobox', { name: 'Links expire' })).toBeNull();
  });
});

describe('expiry reminders', () => {
  const name = 'Remind me a day before a link expires';
  const permissions = ['notifications'];

  it('request the permission inside the click, and are stored once it is granted', async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const { grant } = await openShortening();
    vi.mocked(browser.permissions.request).mockReturnValueOnce(promise);
    fireEvent.click(box(name));
    expect(browser.permissions.request).toHaveBeenCalledExactlyOnceWith({ permissions });
    await expect.poll(() => box(name).checked).toBe(true);
    expect(stored()).toEqual([]);
    grant({ permissions });
    resolve(true);
    await expect.poll(stored).toEqual([{ expiryReminders: true }]);
    expect(box(name).checked).toBe(true);
  });

  it('stay off if the permission is refused, which an alert says', async () => {
    await openShortening({ isWilling: false });
    fireEvent.click(box(name));
    await expect.poll(alerts).toContain('Turn this on again and allow them');
    expect([box(name).checked, stored()]).toEqual([false, []]);
  });

  it('are shown as off once the permission is revoked', async () => {
    const { grant } = await openShortening({ settings: { expiryReminders: true }, permissions });
    expect(box(name).checked).toBe(true);
    grant({});
    await expect.poll(() => box(name).checked).toBe(false);
  });

  it('are switched off without a question', async () => {
    await openShortening({ settings: { expiryReminders: true }, permissions });
    fireEvent.click(box(name));
    expect(stored()).toEqual([{ expiryReminders: false }]);
    expect(browser.permissions.request).not.toHaveBeenCalled();
  });
});
