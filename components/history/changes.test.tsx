import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { expect, it } from 'vitest';
import type { Feature } from '../../lib/api/links/contract.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import type { Attempt } from '../../lib/history/types.ts';
import { text } from '../../lib/i18n/texts.ts';
import type { ChangeRequest, RequestedChange } from '../../lib/managing/request.ts';
import { descriptionOf, press } from '../testing/dom.ts';
import { allRead, attempt, openPage, rowButton, rowOf, status, itemNames } from '../testing/history-page.tsx';

const day = 86_400;
const seconds = Math.floor(Date.now() / 1000);
const expiresAt = seconds + 3 * day;
const birds = attempt({ title: 'Birds', expiresAt, validity: { kind: 'duration', seconds: 7 * day } });

/** A history of one link, at a service that makes every change unless it fails first. */
const open = async (change: Partial<Attempt> = {}, features: Feature[] = ['manage', 'edit']) => {
  const { actions } = await openPage([{ ...birds, ...change }], { features });
  await allRead(1);
  const sent: RequestedChange[] = [];
  const failures: Failure[] = [];
  actions.changeLink.mockImplementation(({ change: requested }: ChangeRequest) => {
    sent.push(requested);
    const failure = failures.shift();
    if (failure) return Promise.resolve({ ok: false, failure });
    const link = requested.kind === 'address' ? requested.link : birds.link;
    return Promise.resolve({ ok: true, attempt: { ...birds, link } });
  });
  return { sent, failures };
};

const namesIn = async (button: string): Promise<(string | null)[]> => {
  fireEvent.click(rowButton('Birds', button));
  await screen.findAllByRole('menuitem');
  return itemNames();
};
const choose = async (button: string, item: string): Promise<void> => {
  fireEvent.click(rowButton('Birds', button));
  fireEvent.click(await screen.findByRole('menuitem', { name: (name) => name.startsWith(item) }));
};
const left = (): string[] =>
  [...rowOf('Birds').querySelectorAll('.ends > span')].map(({ textContent }) => textContent);
const wordsOf = (role: string): string =>
  screen
    .getAllByRole(role)
    .map(({ textContent }) => textContent)
    .join('');
const timeout: Failure = { reason: 'timeout', hadEffect: 'maybe', service: 'https://s.example/v3' };

it('a link that works can be extended, expired, led elsewhere and deleted', async () => {
  await open();
  expect(await namesIn('Extend')).toEqual([
    'Extend by 1 day',
    'Extend by 1 week',
    'First validity again',
    'Extend to a date…',
  ]);
  fireEvent.keyDown(screen.getByRole('menu'), { key: 'Tab' });
  expect(await namesIn('More')).toEqual([
    'Expire now',
    'Change address…',
    'Open short link',
    'Open page',
    'Copy address',
    'Add note…',
    'Copy as…',
    'Create again',
    'Remove from History',
    'Delete link…',
  ]);
});

it.each<[string, Partial<Attempt>, Feature[], string[]]>([
  ['nothing is announced', {}, [], []],
  ['another account created it', { account: 'other' }, ['manage', 'edit'], []],
  ['it ended more than 7 days ago', { expiresAt: seconds - 8 * day }, ['manage', 'edit'], []],
  ['addresses cannot be changed', {}, ['manage'], ['Extend', 'Expire now', 'Delete link…']],
  ['it has just expired', { expiresAt: seconds - 1 }, ['manage', 'edit'], ['Extend']],
])('what cannot be changed is not offered: %s', async (...[, change, features, expected]) => {
  await open(change, features);
  const buttons = within(rowOf('Birds')).queryAllByRole('button', { name: 'Extend' });
  const items = await namesIn('More');
  const offered = ['Expire now', 'Change address…', 'Delete link…'].filter((name) => items.includes(name));
  expect([...buttons.map(() => 'Extend'), ...offered]).toEqual(expected);
});

it('extends by one press, says until when, and undoes it', async () => {
  const { sent } = await open();
  await choose('Extend', 'Extend by 1 day');
  await waitFor(() => expect(wordsOf('status')).toMatch(/Extended to .+\.$/));
  press('Undo');
  await status('1 change undone.');
  expect(sent).toEqual([
    { kind: 'extend', extension: { kind: 'by', unit: 'day' } },
    { kind: 'extend', extension: { kind: 'until', expiresAt } },
  ]);
});

it('asks before a link is deleted, which can be undone', async () => {
  const { sent } = await open();
  await choose('More', 'Delete link…');
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText('For 7 days, Extend brings it back.')).toBeTruthy();
  expect(sent).toEqual([]);
  fireEvent.click(dialog.getByRole('button', { name: 'Delete link' }));
  await status('The short link no longer works.');
  press('Undo');
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toEqual({ kind: 'extend', extension: { kind: 'until', expiresAt } });
});

it('what was typed as the new address stays if it is refused', async () => {
  const { sent, failures } = await open();
  failures.push({ reason: 'link-invalid', hadEffect: 'no', service: 'https://s.example/v3' });
  await choose('More', 'Change address…');
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 's.example/aB3 leads to' });
  expect(field.value).toBe(birds.link);
  fireEvent.input(field, { target: { value: 'https://a.example/new' } });
  press('Change');
  await waitFor(() => expect(wordsOf('alert')).toContain('The service does not accept this link.'));
  expect([field.value, document.activeElement]).toEqual(['https://a.example/new', field]);
  press('Change');
  await status('The short link leads to the new address.');
  press('Undo');
  await waitFor(() => expect(sent).toHaveLength(3));
  expect(sent[2]).toEqual({ kind: 'address', link: birds.link });
});

it('warns of an address that may sign other people in before it is sent, and takes the parameter out', async () => {
  const { sent } = await open();
  await choose('More', 'Change address…');
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 's.example/aB3 leads to' });
  const secret = 'https://a.example/new?token=a1b2c3d4e5f6a7b8c9';
  fireEvent.input(field, { target: { value: secret } });
  expect(descriptionOf(field)).toContain('This address may sign other people in as you.');
  press('Remove “token”');
  expect([field.value, document.activeElement]).toEqual(['https://a.example/new', field]);
  expect(screen.queryByText(/sign other people in/)).toBeNull();
  fireEvent.input(field, { target: { value: secret } });
  press('Change anyway');
  await status('The short link leads to the new address.');
  expect(sent).toEqual([{ kind: 'address', link: secret }]);
});

it('says that a change may have been made, and tries it again', async () => {
  const { sent, failures } = await open();
  failures.push(timeout);
  await choose('More', 'Expire now');
  await waitFor(() =>
    expect(wordsOf('alert')).toContain('The link may have been changed. You can try again.'),
  );
  press(text('tryAgain'));
  await status('The short link no longer works.');
  expect(sent).toEqual([{ kind: 'expire' }, { kind: 'expire' }]);
});

it.each<[string, Partial<Attempt>, RegExp[]]>([
  [
    'an extended link',
    { change: { kind: 'extend', state: 'done', at: 1 } },
    // Without the time of the day, for which there is no space.
    [/3 days left/, /^Extended to [^:]+$/],
  ],
  ['a changed address', { change: { kind: 'address', state: 'done', at: 1 } }, [/left/, /^Address changed$/]],
  [
    'an expired one',
    { expiresAt: seconds - 1, change: { kind: 'expire', state: 'done', at: Date.now() } },
    [/^Expired by you$/, /\d:\d\d/],
  ],
  [
    'a deleted one',
    { expiresAt: seconds - 1, change: { kind: 'delete', state: 'done', at: Date.now() } },
    [/^Deleted by you$/, /\d:\d\d/],
  ],
  ['a doubt', { change: { kind: 'expire', state: 'unknown', at: 1 } }, [/left/, /^May have been changed$/]],
  ['a change that is sent', { change: { kind: 'expire', state: 'sending', at: 1 } }, [/left/, /^Changing…$/]],
])('the row says what was done: %s', async (_, change, expected) => {
  await open(change);
  expect(left()).toEqual(expected.map((pattern) => expect.stringMatching(pattern) as string));
});
