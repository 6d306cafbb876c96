import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { background } from '../../lib/background.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import { failureSentence } from '../../lib/i18n/failure-sentence.ts';
import { plural, text } from '../../lib/i18n/texts.ts';
import type { ChangeOutcome, ChangeRequest, RequestedChange } from '../../lib/managing/request.ts';
import { toFieldTime } from '../../lib/validity/validity.ts';
import { press } from '../testing/dom.ts';
import { alert, attempt, itemNames, itemOf, openList, reopen, status } from '../testing/history-page.tsx';

const seconds = Math.floor(Date.now() / 1000);
const titles = ['One', 'Two', 'Three', 'Four'];
const links = titles.map((title, at) => attempt({ title, createdAt: Date.now() - at * 1000 }));
const others = [
  attempt({ title: 'foreign', account: 'other' }),
  attempt({ title: 'dated', validity: { kind: 'until', expiresAt: seconds + 86_400 } }),
];

const open = async () => {
  const all = [...links, ...others];
  const { calls } = await openList(all, { features: ['manage'] });
  const sent: ChangeRequest[] = [];
  /** How the service answers the changes, one after another; then it makes them. */
  const failures: (Failure | null)[] = [];
  calls.changeLink.mockImplementation((request) => {
    sent.push(request);
    const failure = failures.shift() ?? null;
    const outcome: ChangeOutcome = failure ? { ok: false, failure } : { ok: true, attempt: attempt() };
    return Promise.resolve(outcome);
  });
  return { calls, sent, failures };
};

const select = (...names: string[]): void => {
  for (const name of names) fireEvent.click(screen.getByRole('checkbox', { name }));
};
const toolbar = (): HTMLElement => screen.getByRole('toolbar', { name: text('historySelection') });
const extendButton = (): HTMLElement => within(toolbar()).getByRole('button', { name: text('extend') });
const aDay: RequestedChange = { kind: 'extend', extension: { kind: 'by', unit: 'day' } };
const changesOf = (names: readonly string[], change: RequestedChange): ChangeRequest[] =>
  names.map((name) => ({ id: links[titles.indexOf(name)]?.id ?? '', private: false, change }));

it('offers what all selected links can', async () => {
  await open();
  select('One', 'dated');
  fireEvent.click(extendButton());
  expect(itemNames()).toEqual([text('extendDay'), text('extendWeek'), text('extendDate')]);
  select('foreign');
  for (const name of [text('extend'), text('expireNow')])
    expect(within(toolbar()).queryByRole('button', { name })).toBeNull();
});

it('extends one link after another, says how many, and undoes that by their old expiry times', async () => {
  const { sent } = await open();
  select('One', 'Two', 'Three');
  fireEvent.click(await itemOf(extendButton(), text('extendDay')));
  await status(plural('historyExtended', 3));
  expect(sent).toEqual(changesOf(['One', 'Two', 'Three'], aDay));
  expect(screen.queryByRole('toolbar')).toBeNull();

  sent.length = 0;
  press(text('historyUndo'));
  await status(plural('historyUndone', 3));
  const back = links.slice(0, 3).map(({ id, expiresAt = 0 }) => ({
    id,
    private: false,
    change: { kind: 'extend', extension: { kind: 'until', expiresAt } },
  }));
  expect(sent).toEqual(back);
  expect(screen.queryByRole('button', { name: text('historyUndo') })).toBeNull();
});

it('lets links expire, and extends them to a chosen time', async () => {
  const { sent } = await open();
  select('Two', 'Three');
  fireEvent.click(within(toolbar()).getByRole('button', { name: text('expireNow') }));
  await status(plural('historyExpiredNow', 2));
  expect(sent).toEqual(changesOf(['Two', 'Three'], { kind: 'expire' }));

  sent.length = 0;
  select('One', 'Two');
  fireEvent.click(await itemOf(extendButton(), text('extendDate')));
  const dialog = await screen.findByRole('dialog', { name: plural('extendTitle', 2) });
  const field = within(dialog).getByLabelText<HTMLInputElement>(text('extendLabel'));
  const chosen = (Math.floor(seconds / 60) + 60 * 24 * 30) * 60;
  fireEvent.input(field, { target: { value: toFieldTime(chosen * 1000) } });
  fireEvent.click(within(dialog).getByRole('button', { name: text('extend') }));
  await status(plural('historyExtended', 2));
  const until: RequestedChange = { kind: 'extend', extension: { kind: 'until', expiresAt: chosen } };
  expect(sent).toEqual(changesOf(['One', 'Two'], until));
});

it.each([true, false])(
  'a page that is opened later shows a job of an earlier page; it has ended: %s',
  async (hasEnded) => {
    const { calls } = await open();
    const { promise: answered, resolve } = Promise.withResolvers<ChangeOutcome>();
    const answer = (): void => resolve({ ok: true, attempt: attempt() });
    calls.changeLink.mockReturnValue(answered);
    const id = crypto.randomUUID();
    const items = links.slice(0, 2).map(({ id: attemptId }) => ({ attemptId, change: aDay }));
    await background.startJob({ id, kind: 'change', private: false, items });
    cleanup();
    if (hasEnded) answer();
    await waitFor(async () =>
      expect(await background.jobs({ private: false })).toMatchObject([{ isRunning: !hasEnded }]),
    );
    await reopen();
    if (!hasEnded) await status(text('historyExtending', '1', '2'));
    answer();
    await status(plural('historyExtended', 2));
    await waitFor(async () => expect(await background.jobs({ private: false })).toEqual([]));
  },
);

const timeout: Failure = { reason: 'timeout', hadEffect: 'maybe', service: 'https://s.example/v3' };
const missing: Failure = { reason: 'link-does-not-exist', hadEffect: 'no' };
const refused: Failure = { reason: 'permission-denied', hadEffect: 'no', service: 'https://s.example/v3' };

describe('links that were not changed, or perhaps not', () => {
  const run = async (...answers: (Failure | null)[]) => {
    const page = await open();
    page.failures.push(...answers);
    select(...titles);
    fireEvent.click(await itemOf(extendButton(), text('extendDay')));
    return page;
  };

  it('are counted with the reason, and shown by a button that selects them', async () => {
    const { sent } = await run(null, timeout, null, missing);
    const counts = [
      plural('historyExtended', 2),
      plural('historyMaybeChanged', 1),
      plural('historyNotChanged', 1),
    ];
    await alert([...counts, failureSentence(timeout, 'settings')].join(' '));
    fireEvent.input(screen.getByRole('searchbox'), { target: { value: 'nothing' } });
    press(plural('historyReveal', 2));
    await waitFor(() => expect(toolbar().textContent).toContain(text('historySelected', '2')));
    const isChecked = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name }).checked;
    expect(titles.filter(isChecked)).toEqual(['Two', 'Four']);
    await waitFor(() => expect(document.activeElement?.closest('.row')?.textContent).toContain('Two'));
    expect(sent).toHaveLength(4);
  });

  it('are all of them if one failure would be the same for the others', async () => {
    const { sent } = await run(null, refused);
    const sentences = [plural('historyExtended', 1), plural('historyNotChanged', 3)];
    await alert([...sentences, failureSentence(refused, 'settings')].join(' '));
    expect(sent).toHaveLength(2);
  });

  it('are tried again after the pause that the service wants', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const { sent } = await run(null, { reason: 'too-many-requests', hadEffect: 'no', retryAfter: 2 });
    await status(text('batchPauseStarted', '2 seconds'));
    expect(sent).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(2000);
    await status(plural('historyExtended', 4));
    expect(sent.map(({ id }) => id)).toEqual([0, 1, 1, 2, 3].map((at) => links[at]?.id));
  });

  it('are the rest after Cancel, which has the focus meanwhile', async () => {
    const page = await open();
    let answer: ((outcome: ChangeOutcome) => void) | undefined;
    page.calls.changeLink.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
    select(...titles);
    const button = extendButton();
    fireEvent.click(await itemOf(button, text('extendDay')));
    await screen.findByText(text('historyExtending', '1', '4'), { selector: 'span' });
    await waitFor(() => expect(document.activeElement?.textContent).toBe(text('batchCancel')));
    await waitFor(() => expect(page.calls.changeLink).toHaveBeenCalledOnce());
    answer?.({ ok: true, attempt: attempt() });
    await screen.findByText(text('historyExtending', '2', '4'), { selector: 'span' });
    await waitFor(() => expect(page.calls.changeLink).toHaveBeenCalledTimes(2));
    const cancel = press(text('batchCancel'));
    await waitFor(() => expect(cancel.getAttribute('aria-disabled')).toBe('true'));
    answer?.({ ok: true, attempt: attempt() });
    await status(`${plural('historyExtended', 2)} ${plural('historyNotChanged', 2)}`);
    expect(page.calls.changeLink).toHaveBeenCalledTimes(2);
  });
});
