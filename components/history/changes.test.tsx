import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { expect, it } from 'vitest';
import type { Failure } from '../../lib/failures/schema.ts';
import type { Attempt } from '../../lib/history/types.ts';
import { text } from '../../lib/i18n/texts.ts';
import type { ChangeRequest, RequestedChange } from '../../lib/managing/request.ts';
import { press } from '../testing/dom.ts';
import { attempt, itemNames, openList, rowButton, rowOf, status } from '../testing/history-page.tsx';

const day = 86_400;
const seconds = Math.floor(Date.now() / 1000);
const expiresAt = seconds + 3 * day;
const birds = attempt({ title: 'Birds', expiresAt, validity: { kind: 'duration', seconds: 7 * day } });

/** A history of one link, at a service that makes every change unless it fails first. */
const open = async (change: Partial<Attempt> = {}) => {
  const { calls } = await openList([{ ...birds, ...change }], { features: ['manage', 'edit'] });
  const sent: RequestedChange[] = [];
  const failures: Failure[] = [];
  calls.changeLink.mockImplementation(({ change: requested }: ChangeRequest) => {
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
  [...rowOf('Birds').querySelectorAll('.left, .mark')].map(
    (each) => each.getAttribute('aria-label') ?? each.textContent,
  );
const wordsOf = (role: string): string =>
  screen
    .getAllByRole(role)
    .map(({ textContent }) => textContent)
    .join('');
const timeout: Failure = { reason: 'timeout', hadEffect: 'maybe', service: 'https://s.example/v3' };

it('a link that works can be extended, expired, led elsewhere and deleted', async () => {
  await open();
  expect(await namesIn('Extend')).toEqual([
    'By 1 day',
    'By 1 week',
    'By 30 days',
    'As long as at first',
    'To a date…',
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
    'New link',
    'Remove from History',
    'Delete link…',
  ]);
});

it('what cannot be changed is not offered', async () => {
  await open({ expiresAt: seconds - 1 });
  expect(rowButton('Birds', 'Extend')).toBeTruthy();
  for (const item of await namesIn('More')) expect(item).not.toMatch(/Expire|Change|Delete/);
});

it.each([
  ['By 1 day', 'Extend', null],
  ['Delete link…', 'More', 'Delete link'],
  ['Change address…', 'More', 'Change'],
])('%s can be undone', async (item, button, inDialog) => {
  const { sent } = await open();
  await choose(button, item);
  expect(sent).toHaveLength(inDialog === null ? 1 : 0);
  if (inDialog !== null) press(inDialog);
  await waitFor(() => expect(wordsOf('status')).toMatch(/(Extended to|The short link) .+\.$/));
  const undo = press('Undo');
  await status('1 change undone');
  expect(undo.isConnected).toBe(false);
  const back = { kind: 'extend', extension: { kind: 'until', expiresAt } };
  expect(sent[1]).toEqual(inDialog === 'Change' ? { kind: 'address', link: birds.link } : back);
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
    [/^Extended to [^:]+$/, /3 days left/],
  ],
  ['a changed address', { change: { kind: 'address', state: 'done', at: 1 } }, [/^Address changed$/, /left/]],
  [
    'an expired one',
    { expiresAt: seconds - 1, change: { kind: 'expire', state: 'done', at: Date.now() } },
    [/^Expired by you$/],
  ],
  [
    'a deleted one',
    { expiresAt: seconds - 1, change: { kind: 'delete', state: 'done', at: Date.now() } },
    [/^Deleted by you$/],
  ],
  ['a doubt', { change: { kind: 'expire', state: 'unknown', at: 1 } }, [/^May have been changed$/]],
  ['a change that is sent', { change: { kind: 'expire', state: 'sending', at: 1 } }, [/^Changing…$/]],
])('the row says what was done: %s', async (_, change, expected) => {
  await open(change);
  expect(left()).toEqual(expected.map((pattern) => expect.stringMatching(pattern) as string));
});
