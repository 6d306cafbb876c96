// IndexedDB in memory: the page reads the old short links there. What a move leaves out: lib/jobs/moving.test.ts.
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { background } from '../../lib/background.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { openHistory } from '../../lib/history/history.ts';
import { testAttempt } from '../../lib/history/test-helpers/attempt.ts';
import type { Outcome, RunStatus } from '../../lib/jobs/job.ts';
import { idle } from '../../lib/jobs/job.ts';
import { type MovePlan, planMove } from '../../lib/jobs/moving.ts';
import { settingsUnderPolicy } from '../../lib/settings/policy.ts';
import { unreadSettings } from '../../lib/settings/schema.ts';
import { testInfo } from '../../lib/settings/test-helpers/connection-info.ts';
import { type ListedConnection, listed, movedFrom } from '../options/options-state.ts';
import { settings } from '../page.ts';
import { listedConnection } from '../testing/connections.ts';
import { alerts, press } from '../testing/dom.ts';
import { Moving } from './Moving.tsx';

vi.mock('../../lib/jobs/moving.ts');

const connections = [
  listedConnection({ id: 'work', name: 'Work' }),
  listedConnection({ id: 'own', name: 'Private' }),
  listedConnection({ id: 'third', name: 'Third' }),
];

const oldLink = (name: string) =>
  testAttempt({ title: name, link: 'https://example.com/', shortLink: `https://wren.example/${name}` });
const created = (name: string): Outcome =>
  testAttempt({ shortLink: `https://lark.example/${name}`, account: 'work' });
const unknown: Outcome = {
  ...testAttempt({ title: 'b' }),
  shortLink: undefined,
  state: 'unknown',
  failure: { reason: 'unreachable', hadEffect: 'maybe', service: 'https://api.example.com/v3' },
};

interface Answers {
  plan?: MovePlan | null;
  /** Of the move that is running or has a result, for each link; undefined without a move. */
  outcomes?: Outcome[];
  status?: Partial<RunStatus>;
}

/** Renders the section with these connections, and its dialog open unless `from` is null. */
const show = async (
  { plan = { links: 12, limited: 2, moved: 0, unknown: 1 }, outcomes, status }: Answers = {},
  { shown = connections, from = 'own' }: { shown?: ListedConnection[]; from?: string | null } = {},
) => {
  listed.value = shown;
  movedFrom.value = from;
  const infos = connections.map(({ id, name }) => testInfo({ id, name }));
  settings.value = settingsUnderPolicy({ ...unreadSettings, connections: infos }, {});
  vi.spyOn(background, 'connections').mockResolvedValue(shown);
  const olds = ['=a', 'b'].map(oldLink);
  await openHistory().restore(olds);
  const items = olds.map(({ id: oldId }) => ({ oldId }));
  const job = {
    id: 'move',
    kind: 'move',
    private: false,
    from: 'own',
    to: 'work',
    startedAt: 1,
    items,
  } as const;
  let closed = outcomes === undefined;
  const answer = (to: Outcome[], change: Partial<RunStatus> = {}) => ({
    revision: 'a 1',
    status: { ...idle, ...change },
    job: { ...job, items: [...items] },
    outcomes: to.map((each, at): [number, Outcome] => [at, each]),
  });
  const summary = { id: 'move', kind: 'move', startedAt: 1, isRunning: false } as const;
  const calls = {
    plan: vi
      .mocked(planMove)
      .mockImplementation(() =>
        plan ? Promise.resolve({ plan, items }) : Promise.reject(new Error('Full')),
      ),
    start: vi.spyOn(background, 'startJob').mockResolvedValue(true),
    jobs: vi.spyOn(background, 'jobs').mockImplementation(() => Promise.resolve(closed ? [] : [summary])),
    changes: vi
      .spyOn(background, 'jobChanges')
      .mockResolvedValue(answer(outcomes ?? [null, null], status ?? { isRunning: outcomes === undefined })),
    control: vi.spyOn(background, 'controlJob').mockImplementation(({ action }) => {
      closed ||= action === 'close';
      return Promise.resolve(null);
    }),
  };
  render(<Moving />);
  return { ...calls, answer };
};

const choose = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

it('says how many are created again, what is left out, and what becomes of the old ones', async () => {
  const calls = await show();
  await screen.findByRole('button', { name: 'Move 12 links' });
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '12 links are created again with their remaining time.',
    '2 links with a visit limit are not moved.',
    '1 link may have been moved before and is left out. Check History.',
    'The old short links work until they expire. They cannot be redirected.',
  ]);
  expect(calls.plan).toHaveBeenCalledWith('own', expect.anything());
});

it('does not offer the same connection twice', async () => {
  const calls = await show();
  await screen.findByRole('button', { name: 'Move 12 links' });
  choose('From', 'work');
  const names = within(screen.getByLabelText('To')).getAllByRole('option');
  expect(names.map(({ textContent }) => textContent)).toEqual(['Private', 'Third']);
  await expect.poll(() => calls.plan).toHaveBeenLastCalledWith('work', expect.anything());
});

it('shows its job once it has begun, with the focus on it, in the place of the dialog', async () => {
  const calls = await show();
  calls.changes.mockResolvedValueOnce(calls.answer([created('=a'), null], { isRunning: true }));
  calls.changes.mockReturnValue(new Promise(() => undefined));
  fireEvent.click(await screen.findByRole('button', { name: 'Move 12 links' }));
  const title = await screen.findByRole('heading', { name: 'Moving 1 of 2 links' });
  await waitFor(() => expect(document.activeElement).toBe(title));
  expect(screen.getByText(/^From Private to Work\. You can close this page/)).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(calls.start).toHaveBeenCalledWith(expect.objectContaining({ from: 'own', to: 'work' }));
});

it('begins nothing without a link that can be moved', async () => {
  const { start } = await show({ plan: { links: 0, limited: 0, moved: 3, unknown: 0 } });
  await screen.findByText('No link can be moved.');
  press('Move 0 links');
  expect(start).not.toHaveBeenCalled();
});

it('shows the move of another page that has begun meanwhile', async () => {
  const { changes, jobs } = await show();
  const button = await screen.findByRole('button', { name: 'Move 12 links' });
  changes.mockResolvedValueOnce(null);
  jobs.mockResolvedValueOnce([{ id: 'move', kind: 'move', isRunning: true }]);
  fireEvent.click(button);
  await screen.findByRole('heading', { name: /^Moving 0 of/ });
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('says that the history cannot be read, and that the background does not answer', async () => {
  await show({ plan: null });
  await expect.poll(alerts).toContain('History cannot be read.');
  cleanup();
  const { start, changes } = await show();
  start.mockResolvedValue(undefined);
  changes.mockResolvedValue(null);
  fireEvent.click(await screen.findByRole('button', { name: 'Move 12 links' }));
  await expect.poll(alerts).toContain('interrupted Waylark');
});

it('names what was not moved, saves all as a file without formulas, and removes its result when it is closed', async () => {
  const { control } = await show({ outcomes: [created('=a'), unknown] }, { from: null });
  expect(
    await screen.findByRole('heading', { name: '1 link moved to Work, 1 may have been moved' }),
  ).toBeTruthy();
  expect(screen.getByRole('listitem').textContent).toBe('bNo answer from api.example.com.');
  press('Save as CSV');
  await expect
    .poll(() => vi.mocked(saveFile).mock.lastCall?.[0])
    .toMatch(/^waylark-moved-\d{4}-\d\d-\d\d\.csv$/);
  const rows = ["'=a,https://wren.example/=a,https://lark.example/=a", 'b,https://wren.example/b,'];
  const lines = ['title,old,new', ...rows].map((row) => `"${row.replaceAll(',', '","')}"\r\n`);
  expect(await vi.mocked(saveFile).mock.lastCall?.[1].text()).toBe(`\ufeff${lines.join('')}`);
  press('Dismiss');
  expect(control).toHaveBeenCalledWith({ id: 'move', action: 'close' });
  await screen.findByRole('heading', { name: 'Move active links' });
});

const noAccess = { reason: 'access-missing', hadEffect: 'no', service: 'https://lark.example/v3' } as const;

it.each<[Partial<RunStatus>, words: string]>([
  [{ stopped: noAccess }, 'lark.example'],
  [{ stopped: 'no-answer' }, 'Stopped after the service failed three times in a row.'],
  [{ stopped: 'by-person' }, 'Stopped by you.'],
  [{ stopped: 'not-stored' }, 'Stopped by you, but the disk is full: it may continue'],
])('says why it stopped, and moves the links that are left: %j', async (status, words) => {
  const { control } = await show({ outcomes: [created('=a'), null], status });
  await screen.findByText(/1.link was not touched\.$/);
  expect(alerts()).toContain(words);
  press('Move the other 1');
  expect(control).toHaveBeenCalledWith({ id: 'move', action: 'retry' });
});

it('shows its result also with one connection, and nothing without a result', async () => {
  const alone = { from: null, shown: connections.slice(0, 1) };
  await show({ outcomes: [created('=a'), created('b')] }, alone);
  expect(await screen.findByRole('heading', { name: '2 links moved to Work' })).toBeTruthy();
  cleanup();
  const { jobs } = await show({}, alone);
  await jobs.mock.results.at(-1)?.value;
  expect(screen.queryByRole('heading')).toBeNull();
});
