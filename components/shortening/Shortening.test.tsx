import { fireEvent, render, screen, within } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { policyViewOf } from '../../lib/connection/policy-connection.ts';
import type { ManagedPolicy } from '../../lib/settings/policy.ts';
import { Policy } from '../policy/Policy.tsx';
import { alerts, descriptionOf, status } from '../testing/dom.ts';
import type { Change } from '../ui/use-settings.ts';
import { defaults, type Settings } from '../../lib/settings/schema.ts';
import type { ShorteningActions } from './Shortening.tsx';
import { Shortening } from './Shortening.tsx';

interface ShorteningTest {
  initial?: Partial<Settings>;
  managed?: ManagedPolicy;
  isStored?: boolean;
  isGranted?: boolean;
  /** The answer of the browser's prompt for notifications. */
  answer?: Promise<boolean>;
}

const renderShortening = ({
  initial = {},
  managed = {},
  isStored = true,
  isGranted = false,
  answer = Promise.resolve(true),
}: ShorteningTest = {}) => {
  const stored: Partial<Settings>[] = [];
  const settingsListeners: ((settings: Settings) => void)[] = [];
  const permissionListeners = new Set<() => void>();
  const requestNotifications = vi.fn(() => answer);
  const actions: ShorteningActions = {
    change: (how: Change) => {
      stored.push(how(defaults));
      return Promise.resolve(isStored);
    },
    onSettingsChange: (changed) => void settingsListeners.push(changed),
    requestNotifications,
    mayNotify: () => Promise.resolve(false),
    onPermissionChange(changed, signal) {
      permissionListeners.add(changed);
      signal.addEventListener('abort', () => permissionListeners.delete(changed));
    },
  };
  const view = { settings: { ...defaults, ...initial }, mayNotify: isGranted };
  const { unmount } = render(
    <Policy.Provider value={policyViewOf(managed)}>
      <Shortening view={view} actions={actions} />
    </Policy.Provider>,
  );
  const changeElsewhere = (next: Settings): void => settingsListeners.forEach((each) => each(next));
  const revokeElsewhere = (): void => permissionListeners.forEach((each) => each());
  return { stored, requestNotifications, changeElsewhere, revokeElsewhere, permissionListeners, unmount };
};

const box = (name: string): HTMLInputElement => screen.getByRole('switch', { name });
const validity = (): HTMLSelectElement => screen.getByRole('combobox', { name: 'Default validity' });

it.each([
  ['Copy each new link', { copyAtOnce: false }, false],
  ['Open each new link in a tab', { openAtOnce: true }, true],
  ['Choose the validity in the context menu', { menuValidities: true }, false],
  ['Remove tracking parameters', { removeTracking: true }, true],
])('“%s” is stored at once, which is announced', async (name, fields, hasHint) => {
  const { stored } = renderShortening();
  expect(descriptionOf(box(name)) !== '').toBe(hasHint);
  fireEvent.click(screen.getByText(name));
  expect(stored).toEqual([fields]);
  await expect.poll(status).toBe('Saved');
});

it('the default validity is stored at once', async () => {
  const { stored } = renderShortening();
  expect(screen.getByRole('region', { name: 'Short links' })).toBeTruthy();
  expect(screen.getByRole('option', { name: '1 week' }).getAttribute('value')).toBe('week');
  fireEvent.change(validity(), { target: { value: 'week' } });
  expect(stored).toEqual([{ defaultValidity: 'week' }]);
  await expect.poll(status).toBe('Saved');
});

it('a change that cannot be stored is undone, and an alert says so', async () => {
  renderShortening({ isStored: false });
  fireEvent.click(box('Remove tracking parameters'));
  await expect.poll(alerts).toContain('could not save this');
  expect(box('Remove tracking parameters').checked).toBe(false);
  expect(status()).toBe('');
});

it('changes of other pages are shown', async () => {
  const { changeElsewhere } = renderShortening();
  changeElsewhere({ ...defaults, menuValidities: true, defaultValidity: 'day' });
  await expect.poll(() => box('Choose the validity in the context menu').checked).toBe(true);
  expect(validity().value).toBe('day');
});

describe('the template for copied links', () => {
  const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Own template' });
  const type = (value: string) => fireEvent.input(field(), { target: { value } });

  it('is previewed while it is typed, and stored', async () => {
    const { stored } = renderShortening();
    type('{title} ({host}) {short}');
    expect(descriptionOf(field())).toContain(
      'Eurasian skylark - Wikipedia (en.wikipedia.org) https://lark.example/k3Vd8qXw',
    );
    await expect.poll(() => stored).toEqual([{ copyTemplate: '{title} ({host}) {short}' }]);
  });

  it.each([
    ['{title}', 'no {short}'],
    ['{titel}', 'no placeholder {titel}'],
    ['x'.repeat(1001), 'at most 1,000 characters'],
  ])('is not stored while it cannot be used, which a sentence says: %j', async (template, sentence) => {
    vi.useFakeTimers();
    const { stored } = renderShortening();
    type(template);
    await vi.advanceTimersByTimeAsync(5000);
    vi.useRealTimers();
    expect(alerts()).toContain(sentence);
    expect([field().getAttribute('aria-invalid'), field().value, stored]).toEqual(['true', template, []]);
  });

  it('is one of the formats to choose from', () => {
    const { stored } = renderShortening({ initial: { lastCopyFormat: 'markdown' } });
    const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Copy as' });
    expect(select.selectedOptions[0]?.textContent).toBe('Same as last time (Markdown)');
    fireEvent.change(select, { target: { value: 'template' } });
    expect(stored).toEqual([{ copyFormat: 'template' }]);
  });
});

describe('under a policy', () => {
  it('only the validities that it allows are offered, and described as such', () => {
    renderShortening({
      initial: { lastValidity: 'week' },
      managed: { allowedValidities: ['custom', 'week', 'day'] },
    });
    expect(
      within(validity())
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Same as last time (1 week)', '1 day', '1 week']);
    expect(descriptionOf(validity())).toBe('Your organisation allows only some validities.');
  });

  it('a validity that it sets can be read only', () => {
    renderShortening({ managed: { defaultValidity: 'week' } });
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Default validity' });
    expect([field.value, field.readOnly, descriptionOf(field)]).toEqual([
      '1 week',
      true,
      'Set by your organisation',
    ]);
  });
});

describe('expiry reminders', () => {
  const name = 'Remind me a day before a link expires';

  it('request the permission inside the click, and are stored once it is granted', async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const { stored, requestNotifications } = renderShortening({ answer: promise });
    fireEvent.click(box(name));
    expect(requestNotifications).toHaveBeenCalledOnce();
    await expect.poll(() => box(name).checked).toBe(true);
    expect(stored).toEqual([]);
    resolve(true);
    await expect.poll(() => stored).toEqual([{ expiryReminders: true }]);
    expect(box(name).checked).toBe(true);
  });

  it('stay off if the permission is refused, which an alert says', async () => {
    const { stored } = renderShortening({ answer: Promise.resolve(false) });
    fireEvent.click(box(name));
    await expect.poll(alerts).toContain('Turn this on again and allow them');
    expect([box(name).checked, stored]).toEqual([false, []]);
  });

  it('are shown as off once the permission is revoked', async () => {
    const { revokeElsewhere } = renderShortening({ initial: { expiryReminders: true }, isGranted: true });
    expect(box(name).checked).toBe(true);
    revokeElsewhere();
    await expect.poll(() => box(name).checked).toBe(false);
  });

  it('follow the permission while they are shown, and no longer', () => {
    const { permissionListeners, unmount } = renderShortening();
    expect(permissionListeners.size).toBe(1);
    unmount();
    expect(permissionListeners.size).toBe(0);
  });

  it('are switched off without a question', () => {
    const { stored, requestNotifications } = renderShortening({
      initial: { expiryReminders: true },
      isGranted: true,
    });
    fireEvent.click(box(name));
    expect([stored, requestNotifications.mock.calls]).toEqual([[{ expiryReminders: false }], []]);
  });

  it('are not offered in Safari, which has none', () => {
    vi.stubEnv('SAFARI', '1');
    renderShortening();
    vi.unstubAllEnvs();
    expect(screen.queryByLabelText(name)).toBeNull();
  });
});
