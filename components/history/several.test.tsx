import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { background } from '../../lib/background.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import { failureSentence } from '../../lib/i18n/failure-sentence.ts';
import { plural, text } from '../../lib/i18n/texts.ts';
import type { ChangeOutcome, ChangeRequest, RequestedChange } from '../../lib/managing/request.ts';
import { toFieldTime } from '../../lib/validity/validity.ts';
import { press } from '../testing/dom.ts';
import { attempt, itemNames, itemOf, jobOf, openList, reopen } from '../testing/history-page.tsx';

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
  calls.changeLink.mockImplementation(({ id, private: isPrivate, change }) => {
    sent.push({ id, private: isPrivate, change });
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
  expect(itemNames()).toEqual([
    text('extendByDay'),
    text('extendByWeek'),
    text('extendByMonth'),
    text('extendToDate'),
  ]);
  select('foreign');
  for (const name of [text('extend'), text('expireNow')])
    expect(within(toolbar()).queryByRole('button', { name })).toBeNull();
});

it('extends one link after another, says how many, and undoes that by their old expiry times', async () => {
  const { sent } = await open();
  select('One', 'Two', 'Three');
  fireEvent.click(await itemOf(extendButton(), text('extendByDay')));
  await jobOf('3 links extended by 1 day');
  expect(sent).toEqual(changesOf(['One', 'Two', 'Three'], aDay));
  expect(screen.queryByRole('toolbar')).toBeNull();

  sent.length = 0;
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
  await jobOf(plural('jobUndone', 3));
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
  await jobOf(plural('jobExpired', 2));
  expect(sent).toEqual(changesOf(['Two', 'Three'], { kind: 'expire' }));

  sent.length = 0;
  select('One', 'Two');
  fireEvent.click(await itemOf(extendButton(), text('extendToDate')));
  const dialog = await screen.findByRole('dialog', { name: plural('extendTitle', 2) });
  const field = within(dialog).getByLabelText<HTMLInputElement>(text('expiresAtLabel'));
  const chosen = (Math.floor(seconds / 60) + 60 * 24 * 30) * 60;
  fireEvent.input(field, { target: { value: toFieldTime(chosen * 1000) } });
  fireEvent.click(within(dialog).getByRole('button', { name: text('extend') }));
  await jobOf(plural('jobExtended', 2));
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
    const items = links.slice(0, 2).map((each) => ({ attemptId: each.id, change: aDay }));
    await background.startJob({ id, startedAt: 1, kind: 'change', private: false, items });
    cleanup();
    if (hasEnded) answer();
    await waitFor(async () =>
      expect(await background.jobs({ private: false })).toMatchObject([{ isRunning: !hasEnded }]),
    );
    await reopen();
    if (!hasEnded) await jobOf('Extending 0 of 2 links');
    // The search has the focus of a page that is opened.
    await waitFor(() => expect(document.activeElement?.id).toBe('search'));
    answer();
    const job = await jobOf('2 links extended by 1 day');
    expect(within(job).queryByRole('button', { name: text('historyUndo') })).toBeNull();
    fireEvent.click(within(job).getByRole('button', { name: text('dismiss') }));
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
    fireEvent.click(await itemOf(extendButton(), text('extendByDay')));
    return page;
  };

  it('are counted, listed with the reason, and tried again', async () => {
    const { sent } = await run(null, timeout, null, missing);
    const job = await jobOf('2 links extended by 1 day, 1 may have been changed, 1 not');
    expect(
      within(job)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      `Two${failureSentence(timeout, 'history').split('\n')[0] ?? ''}`,
      `Four${failureSentence(missing, 'history').split('\n')[0] ?? ''}`,
    ]);
    fireEvent.click(within(job).getByRole('button', { name: text('batchTryAgainAll', '1') }));
    await jobOf('3 links extended by 1 day, 1 not');
    expect(sent.map(({ id }) => id)).toEqual([0, 1, 2, 3, 1].map((at) => links[at]?.id));
  });

  it('are left if one failure would be the same for the others', async () => {
    const { sent } = await run(null, refused);
    const job = await jobOf('1 link extended by 1 day');
    const alerts = screen.getAllByRole('alert').map(({ textContent }) => textContent);
    expect(alerts).toContain(failureSentence(refused, 'settings'));
    expect(job.textContent).toContain(plural('jobNotTouched', 3));
    expect(sent).toHaveLength(2);
  });

  it('are left after Stop; the job has the focus meanwhile', async () => {
    const page = await open();
    let answer: ((outcome: ChangeOutcome) => void) | undefined;
    page.calls.changeLink.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
    select(...titles);
    fireEvent.click(await itemOf(extendButton(), text('extendByDay')));
    await jobOf('Extending 0 of 4 links');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Extending 0 of 4 links'));
    await waitFor(() => expect(page.calls.changeLink).toHaveBeenCalledOnce());
    press(text('jobStop'));
    answer?.({ ok: true, attempt: attempt() });
    const job = await jobOf('1 link extended by 1 day');
    expect(job.textContent).toContain(`${text('jobStoppedByYou')} ${plural('jobNotTouched', 3)}`);
    expect(page.calls.changeLink).toHaveBeenCalledTimes(1);
  });
});
