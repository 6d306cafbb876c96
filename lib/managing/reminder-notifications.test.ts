import { describe, expect, it, vi } from 'vitest';
import type { Feature } from '../api/links/contract.ts';
import type { Notice } from '../browser/notifications.ts';
import type { Failure } from '../failures/schema.ts';
import { testAttempt } from '../history/test-helpers/attempt.ts';
import type { Attempt } from '../history/types.ts';
import { testInfo } from '../settings/test-helpers/connection-info.ts';
import { type Choice, choices } from '../validity/validity.ts';
import { createReminderNotifications } from './reminder-notifications.ts';
import type { ChangeOutcome, ChangeRequest } from './request.ts';

vi.mock('../i18n/texts.ts', async (original) => ({
  ...(await original<object>()),
  text: (...parts: string[]) => parts.join(' '),
  plural: (key: string, count: number) => `${key} ${count}`,
}));
vi.mock('../i18n/dates.ts', () => ({ dateText: (ms: number) => new Date(ms).toISOString() }));

const settings = vi.hoisted(() => ({}));
vi.mock('../settings/settings.ts', () => ({ readSettingsOrDefaults: () => Promise.resolve(settings) }));

/** The notifications that were shown, and the pages that were opened. */
let notices: Notice[] = [];
let opened: string[] = [];
vi.mock('../browser/notifications.ts', () => ({
  notify: (notice: Notice) => Promise.resolve(notices.push(notice)),
}));
vi.mock('../browser/pages.ts', () => ({ openPage: (page: string) => Promise.resolve(opened.push(page)) }));

const day = 86_400;
const start = 1_800_000_000;
const link = testAttempt({
  id: '1',
  title: '',
  link: 'https://a.example/',
  shortLink: 'https://s.example/1',
  expiresAt: start + day,
});

interface Setting {
  attempt?: Partial<Attempt>;
  features?: Feature[];
  offered?: readonly Choice[];
  read?: (attempt: Attempt) => Promise<Attempt | null>;
  failure?: Failure;
}

const setUp = ({ features = ['manage'], offered = choices, read, failure, ...given }: Setting = {}) => {
  let attempt: Attempt = { ...link, ...given.attempt };
  notices = [];
  opened = [];
  Object.assign(settings, { connections: [testInfo({ features })], offered });
  const changes: ChangeRequest[] = [];
  const reading = vi.fn(read ?? (() => Promise.resolve(null)));
  const reminders = createReminderNotifications({
    find: () => Promise.resolve(attempt),
    read: reading,
    change: (request): Promise<ChangeOutcome> => {
      changes.push(request);
      if (failure) return Promise.resolve({ ok: false, failure });
      attempt = { ...attempt, expiresAt: (attempt.expiresAt ?? 0) + 7 * day };
      return Promise.resolve({ ok: true, attempt });
    },
    now: () => start * 1000,
  });
  return { reminders, changes, reading, attempt };
};

const message = 'reminderOne https://a.example/ https://s.example/1';

describe('the notification of a reminder', () => {
  it.each<[string, Setting, string[]]>([
    ['creating it again', { features: [] }, ['newLink']],
    ['extending it where the service can', {}, ['extendWeek', 'newLink']],
    ['no extension of another account’s link', { attempt: { account: 'other' } }, ['newLink']],
    ['no extension that the organization does not allow', { offered: ['day'] }, ['newLink']],
  ])('offers %s', async (_, setting, buttons) => {
    const { reminders, reading, attempt } = setUp(setting);
    await reminders.remind([attempt]);
    const id = `/history.html#recreate=1${buttons.length > 1 ? '&extend=1' : ''}`;
    expect(notices).toEqual([{ id, title: 'reminderTitle', message, buttons }]);
    expect(reading).not.toHaveBeenCalled();
  });

  const openedTimes = (count: number) => (attempt: Attempt) =>
    Promise.resolve({ ...attempt, opens: { count, day: null } });
  it.each<[string, Setting['read'], string]>([
    ['never', openedTimes(0), `${message} reminderNeverOpened`],
    ['three times', openedTimes(3), `${message} reminderOpened 3`],
    ['an unknown number of times: no answer', () => Promise.resolve(null), message],
    ['an unknown number of times: the history cannot be written', () => Promise.reject(new Error()), message],
  ])('says that the link was opened %s', async (_, read, expected) => {
    // What the history knows may be old.
    const setting: Setting = { features: ['manage', 'opens'], attempt: { opens: { count: 9, day: null } } };
    const { reminders, attempt } = setUp({ ...setting, ...(read && { read }) });
    await reminders.remind([attempt]);
    expect(notices.map((notice) => notice.message)).toEqual([expected]);
  });

  it('appears although the service does not answer in time', async () => {
    vi.useFakeTimers();
    const read = () => new Promise<null>(() => undefined);
    const { reminders, attempt } = setUp({ features: ['manage', 'opens'], read });
    const reminded = reminders.remind([attempt]);
    await vi.advanceTimersByTimeAsync(5_000);
    await reminded;
    vi.useRealTimers();
    expect(notices.map((notice) => notice.message)).toEqual([message]);
  });

  it('does not appear for a link that was extended elsewhere', async () => {
    const read = (attempt: Attempt) => Promise.resolve({ ...attempt, expiresAt: start + 9 * day });
    const { reminders, attempt } = setUp({ features: ['manage', 'opens'], read });
    await reminders.remind([attempt]);
    expect(notices).toEqual([]);
  });

  it('is one for several links, and asks the service for none', async () => {
    const { reminders, reading } = setUp({ features: ['manage', 'opens'] });
    await reminders.remind([link, link, link]);
    const id = '/history.html#filter=week';
    expect(notices).toEqual([{ id, title: 'reminderTitle', message: 'reminderMany 3' }]);
    expect(reading).not.toHaveBeenCalled();
  });
});

describe('a click on a reminder', () => {
  const extendable = '/history.html#recreate=1&extend=1';

  it.each<{ name: string; id: string; button?: number; expected?: string[] }>([
    { name: 'on a reminder of one link', id: '/history.html#recreate=1' },
    { name: 'on its only button', id: '/history.html#recreate=1', button: 0 },
    { name: 'on one of a link that can be extended', id: extendable },
    { name: 'on New link there', id: extendable, button: 1 },
    { name: 'on one of several links', id: '/history.html', expected: ['/history.html'] },
    { name: 'on another notification', id: 'outcome:1', expected: [] },
  ])(
    '$name opens the history at the link',
    async ({ id, button = null, expected = ['/history.html#recreate=1'] }) => {
      const { reminders, changes } = setUp();
      await reminders.clicked(id, button);
      expect([opened, changes]).toEqual([expected, []]);
    },
  );

  it('on Extend extends the link by a week and says so, once although it is pressed twice', async () => {
    const { reminders, changes } = setUp();
    await Promise.all([reminders.clicked(extendable, 0), reminders.clicked(extendable, 0)]);
    const extension = { kind: 'by', unit: 'week' };
    expect(changes).toEqual([{ id: '1', private: false, change: { kind: 'extend', extension } }]);
    const date = new Date((start + 8 * day) * 1000).toISOString();
    const notice = {
      id: '/history.html#extended=1',
      title: 'extensionName',
      message: `extended ${date} ${message}`,
    };
    expect([notices, opened]).toEqual([[notice, notice], []]);
  });

  it('says why a link was not extended', async () => {
    const { reminders } = setUp({ failure: { reason: 'timeout', hadEffect: 'maybe' } });
    await reminders.clicked(extendable, 0);
    expect(notices[0]?.message).toContain('failureMaybeChanged');
  });
});
