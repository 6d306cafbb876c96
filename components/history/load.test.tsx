import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import type { Failure } from '../../lib/failures/schema.ts';
import { failureSentence } from '../../lib/i18n/failure-sentence.ts';
import { plural, text } from '../../lib/i18n/texts.ts';
import type { LoadOutcome } from '../../lib/managing/request.ts';
import { testInfo } from '../../lib/settings/test-helpers/connection-info.ts';
import { press } from '../testing/dom.ts';
import { alert, attempt, openList, openPage, pageItem, rowOf, status } from '../testing/history-page.tsx';

/** Begins to load the links of these connections, whose services answer like this, one after another. */
const loadOf = async (connections: readonly string[], ...outcomes: LoadOutcome[]) => {
  const infos = connections.map((id) => testInfo({ id, name: id, features: ['manage'] }));
  const { calls } = await openList([attempt()], { connections: [testInfo({ id: 'mute' }), ...infos] });
  for (const outcome of outcomes) calls.loadLinks.mockResolvedValueOnce(outcome);
  fireEvent.click(await pageItem(text('historyLoad')));
  return { calls, confirm: () => press(text('historyLoadYes')) };
};
const load = async (...outcomes: LoadOutcome[]) => {
  const page = await loadOf(['account'], ...outcomes);
  page.confirm();
  return page;
};
const afters = ({ calls }: Awaited<ReturnType<typeof load>>) =>
  calls.loadLinks.mock.calls.map(([{ after }]) => after);

it('loads one page after another, and says how many links are new', async () => {
  const page = await load(
    { ok: true, added: 10, next: 'k' },
    { ok: true, added: 0, next: 'q' },
    { ok: true, added: 2, next: null },
  );
  await status(plural('historyLoaded', 12));
  expect(afters(page)).toEqual([undefined, 'k', 'q']);
});

it('loads the links of one connection after another that can list them', async () => {
  const { calls, confirm } = await loadOf(
    ['account', 'other'],
    { ok: true, added: 1, next: 'k' },
    { ok: true, added: 2, next: null },
    { ok: true, added: 4, next: 'k' },
    { ok: true, added: 8, next: null },
  );
  confirm();
  await status(plural('historyLoaded', 15));
  expect(calls.loadLinks.mock.calls.map(([request]) => Object.values(request))).toEqual([
    ['account', undefined],
    ['account', 'k'],
    ['other', undefined],
    ['other', 'k'],
  ]);
});

it('asks before, since links of private windows may be among them', async () => {
  const { calls } = await loadOf(['account']);
  expect(screen.getByRole('dialog').textContent).toContain(text('historyLoadNote'));
  press(text('historyCancel'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls.loadLinks).not.toHaveBeenCalled();
});

it('says that nothing is new', async () => {
  await load({ ok: true, added: 0, next: null });
  await status(text('historyLoadedNone'));
});

it.each([
  ['at once', 0, ''],
  ['after some were added', 3, `${plural('historyLoaded', 3)} `],
])('stops at a list that begins again, and says so: %s', async (_, added, before) => {
  const page = await load(
    { ok: true, added, next: 'k' },
    { ok: true, added: 0, next: 'q' },
    { ok: true, added: 0, next: 'k' },
  );
  await alert(before + text('historyLoadEndless'));
  expect(afters(page)).toEqual([undefined, 'k', 'q']);
});

it('stops at a list that never ends', async () => {
  const { calls, confirm } = await loadOf(['account']);
  let loaded = 0;
  calls.loadLinks.mockImplementation(() => {
    loaded += 1;
    // Else a run without an end would never let the test fail.
    return Promise.resolve({ ok: true, added: 500, next: loaded < 1000 ? `k${loaded}` : null });
  });
  confirm();
  await alert(`${plural('historyLoaded', 100_000)} ${text('historyLoadEndless')}`);
  expect(loaded).toBe(200);
});

const failure: Failure = { reason: 'timeout', hadEffect: 'no', service: 'https://s.example/v3' };

it.each([
  ['at once', 0, ''],
  ['after some were added', 3, `${plural('historyLoaded', 3)} `],
])('says why it cannot go on: %s', async (_, added, before) => {
  const begun: LoadOutcome[] = added === 0 ? [] : [{ ok: true, added, next: 'k' }];
  await load(...begun, { ok: false, failure });
  await alert(before + failureSentence(failure, 'settings'));
});

it('goes on after a connection that fails or whose list never ends, and says in one sentence which did and why', async () => {
  const rejected: LoadOutcome = { ok: false, failure: { reason: 'credentials-rejected', hadEffect: 'no' } };
  const { calls, confirm } = await loadOf(
    ['a', 'b', 'c', 'd', 'e'],
    rejected,
    { ok: true, added: 1, next: 'k' },
    { ok: false, failure },
    rejected,
    { ok: true, added: 2, next: 'k' },
    { ok: true, added: 0, next: 'k' },
    { ok: true, added: 4, next: null },
  );
  confirm();
  const reason = (failed: Failure) => failureSentence(failed, 'settings');
  await alert(
    [
      plural('historyLoaded', 7),
      text('historyLoadFailed', 'a, c', reason({ reason: 'credentials-rejected', hadEffect: 'no' })),
      text('historyLoadFailed', 'b', reason(failure)),
      text('historyLoadFailed', 'd', text('historyLoadEndless')),
    ].join(' '),
  );
  expect(calls.loadLinks.mock.calls.map(([{ connection }]) => connection)).toEqual('abbcdde'.split(''));
});

it('goes on with the same page after the pause that the service wants', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const limit: Failure = { reason: 'too-many-requests', hadEffect: 'no', retryAfter: 2 };
  const page = await load(
    { ok: true, added: 1, next: 'k' },
    { ok: false, failure: limit },
    { ok: true, added: 1, next: null },
  );
  await status(text('batchPauseStarted', '2 seconds'));
  await vi.advanceTimersByTimeAsync(2000);
  await status(plural('historyLoaded', 2));
  expect(afters(page)).toEqual([undefined, 'k', 'k']);
});

it('shows its progress, and stops after Cancel', async () => {
  const { calls, confirm } = await loadOf(['account']);
  let answer: ((outcome: LoadOutcome) => void) | undefined;
  calls.loadLinks.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
  confirm();
  await screen.findByText(text('historyLoading', '0'), { selector: 'span' });
  answer?.({ ok: true, added: 5, next: 'k' });
  await screen.findByText(text('historyLoading', '5'), { selector: 'span' });
  expect(screen.getByRole('progressbar').hasAttribute('value')).toBe(false);
  press(text('batchCancel'));
  answer?.({ ok: true, added: 5, next: 'q' });
  await status(plural('historyLoaded', 10));
  expect(calls.loadLinks).toHaveBeenCalledTimes(2);
});

it('is there in an empty history, and a link without a title has its address for one', async () => {
  const { calls, elsewhere } = await openPage([], { features: ['manage'] });
  calls.loadLinks.mockImplementation(async () => {
    const link = 'https://a.example/elsewhere';
    await elsewhere.restore([attempt({ title: '', link })]);
    return { ok: true, added: 1, next: null };
  });
  fireEvent.click(await screen.findByRole('button', { name: text('historyLoad') }));
  press(text('historyLoadYes'));
  await status(plural('historyLoaded', 1));
  await waitFor(() => expect(rowOf('a.example/elsewhere').querySelector('.beside')).toBeNull());
});

it('is not offered where the service does not list links', async () => {
  await openPage([]);
  await screen.findByText(text('historyEmptyTitle'));
  expect(screen.queryByText(text('historyLoad'))).toBeNull();
});
