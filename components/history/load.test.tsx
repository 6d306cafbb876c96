import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { expect, it } from 'vitest';
import type { Feature } from '../../lib/api/links/contract.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import type { Attempt } from '../../lib/history/types.ts';
import { failureSentence } from '../../lib/i18n/failure-sentence.ts';
import { plural, text } from '../../lib/i18n/texts.ts';
import type { LinkLoader } from '../../lib/managing/link-loader.ts';
import { testInfo } from '../../lib/settings/test-helpers/connection-info.ts';
import { press } from '../testing/dom.ts';
import {
  attempt,
  jobOf,
  openList,
  openPage,
  pageItem,
  rowOf,
  selectedTitles,
  titles,
  unknownAttempt,
} from '../testing/history-page.tsx';

// What a job loads, and how it goes on: lib/jobs/job-runner.test.ts.

type Page = Awaited<ReturnType<LinkLoader['load']>>;

/** Begins to load the links of these connections, whose services answer like this, one after another. */
const loadOf = async (connections: readonly string[], ...pages: Page[]) => {
  const infos = connections.map((id) => testInfo({ id, name: id, features: ['manage'] }));
  const page = await openList([attempt()], { connections: [testInfo({ id: 'mute' }), ...infos] });
  for (const each of pages) page.calls.load.mockResolvedValueOnce(each);
  fireEvent.click(await pageItem(text('historyLoad')));
  return { ...page, confirm: () => press(text('historyLoadYes')) };
};

it('asks before, since links of private windows may be among them', async () => {
  const { calls } = await loadOf(['work']);
  expect(screen.getByRole('dialog').textContent).toContain(text('historyLoadNote'));
  press(text('historyCancel'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls.load).not.toHaveBeenCalled();
});

it('shows what is loaded until it is stopped, then from where and how many are new, and shows them', async () => {
  const { calls, elsewhere, confirm } = await loadOf(['Work']);
  const added = attempt({ title: '', link: 'https://a.example/elsewhere' });
  let answer: ((page: Page) => void) | undefined;
  calls.load.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
  confirm();
  const job = await jobOf('Loading links from Work');
  await waitFor(() => expect(calls.load).toHaveBeenCalledOnce());
  await elsewhere.restore([added]);
  answer?.({ ok: true, loaded: 214, added: [added.id], next: 'k' });
  await waitFor(() => expect(job.textContent).toContain('214 loaded, 1 of them new'));
  await waitFor(() => expect(calls.load).toHaveBeenCalledTimes(2));
  press(text('jobStop'));
  answer?.({ ok: true, loaded: 2, added: [], next: 'l' });
  const result = await jobOf('1 link added');
  expect(result.textContent).toContain('From Work, 216 loaded');
  expect(result.textContent).toContain(text('jobStoppedByYou'));
  expect(calls.load).toHaveBeenCalledTimes(2);

  press(plural('historyReveal', 1));
  // A link without a title has its address for one.
  await waitFor(() => expect(selectedTitles()).toEqual(['a.example/elsewhere']));
  expect(titles()).toHaveLength(2);
  expect(rowOf('a.example/elsewhere').querySelector('.beside')).toBeNull();
  fireEvent.click(within(result).getByRole('button', { name: text('dismiss') }));
  await waitFor(() => expect(document.querySelector('.job')).toBeNull());
});

it('says in one sentence which connections failed and why, and which list does not end', async () => {
  const failure: Failure = { reason: 'timeout', hadEffect: 'no', service: 'https://s.example/v3' };
  const endless: Page[] = ['k', 'k'].map((next) => ({ ok: true, loaded: 5, added: [], next }));
  const { confirm } = await loadOf(['a', 'b', 'c'], { ok: false, failure }, ...endless, {
    ok: false,
    failure,
  });
  confirm();
  const job = await jobOf(text('historyLoadedNone'));
  expect(within(job).getByRole('alert').textContent).toBe(
    [
      text('historyLoadFailed', 'a, c', failureSentence(failure, 'settings')),
      text('historyLoadFailed', 'b', text('historyLoadEndless')),
    ].join('\n'),
  );
});

it('is there in an empty history', async () => {
  const { calls } = await openPage([], { features: ['manage'] });
  calls.load.mockResolvedValueOnce({ ok: true, loaded: 0, added: [], next: null });
  fireEvent.click(await screen.findByRole('button', { name: text('historyLoad') }));
  press(text('historyLoadYes'));
  await jobOf(text('historyLoadedNone'));
});

/** Opens the page as Check History does, after an attempt with these changes. */
const check = (change: Partial<Attempt>, features: Feature[]) => {
  const link = `https://a.example/${crypto.randomUUID()}`;
  const unknown = unknownAttempt({ link, title: 'Larks', ...change });
  return openPage([attempt(), unknown], { features, hash: `check=${unknown.id}` });
};

it('shows what it has of an address after a lost answer, and offers to look for the link at the service', async () => {
  const { calls, elsewhere } = await check({}, ['manage']);
  const dialog = await screen.findByRole('dialog', { name: text('historyLoadTitle') });
  expect(dialog.textContent).toContain(text('historyLoadCheck'));
  expect(titles()).toEqual(['Larks']);
  expect(calls.load).not.toHaveBeenCalled();
  // A reload does not ask once more.
  expect(location.hash).toBe('');

  const link = document.querySelector<HTMLInputElement>('#search')?.value ?? '';
  const found = attempt({ title: 'Found', link });
  calls.load.mockImplementationOnce(async () => {
    await elsewhere.restore([found]);
    return { ok: true, loaded: 2, added: [found.id], next: null };
  });
  press(text('historyLoadYes'));
  await waitFor(() => expect(titles().toSorted()).toEqual(['Found', 'Larks']));
});

it.each<[string, Partial<Attempt>, Feature[]]>([
  ['the service does not list links', {}, []],
  ['the service of another account does', { account: 'removed' }, ['manage']],
  ['the answer has arrived', { state: 'created', shortLink: 'https://s.example/larks' }, ['manage']],
])('shows only what it has of the address if %s', async (_, change, features) => {
  await check(change, features);
  await waitFor(() => expect(titles()).toEqual(['Larks']));
  // Also one that is not open yet.
  expect(document.querySelector('dialog')).toBeNull();
});

it('is not offered where the service does not list links', async () => {
  await openPage([]);
  await screen.findByText(text('historyEmptyTitle'));
  expect(screen.queryByText(text('historyLoad'))).toBeNull();
});
