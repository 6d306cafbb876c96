import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { failureSentence } from '../../lib/i18n/failure-sentence.ts';
import { plural, text } from '../../lib/i18n/texts.ts';
import type { Attempt } from '../../lib/history/types.ts';
import type { ShortenRequest } from '../../lib/shortening/request.ts';
import { createdFor, failedFor } from '../../lib/shortening/test-helpers/attempts.ts';
import {
  attempt,
  jobOf,
  openList,
  rowButton,
  rowItem,
  status,
  unknownAttempt,
} from '../testing/history-page.tsx';

const week = 604_800;
const birds = attempt({ validity: { kind: 'duration', seconds: week } });

const created = (request: ShortenRequest) =>
  Promise.resolve(createdFor(request, { shortLink: 'https://s.example/new' }));

const dialog = (name: string): HTMLElement => screen.getByRole('dialog', { name });
const submit = (name: 'shorten' | 'tryAgain' = 'shorten'): void => {
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: text(name) }));
};

it('creates another link with the validity of the first one, and says that it is copied', async () => {
  const { calls } = await openList([birds]);
  calls.shorten.mockImplementation(created);
  fireEvent.click(await rowItem('Birds', text('newLink')));
  expect(dialog(text('newLink')).textContent).toContain('https://a.example/birds');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: text('shorten') }));
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: text('validityLabel') });
  expect(select.value).toBe('week');
  fireEvent.change(select, { target: { value: 'day' } });
  submit();

  const request = { link: birds.link, title: 'Birds', private: false, another: true };
  expect(calls.shorten).toHaveBeenCalledWith(
    expect.objectContaining({ ...request, validity: { kind: 'duration', seconds: 86_400 } }),
  );
  await status(text('historyCreatedCopied', 'https://s.example/new'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('warns that a retry may create a second link, and stays open with the failure', async () => {
  const { calls } = await openList([unknownAttempt()]);
  const failure = { reason: 'internal-server-error', hadEffect: 'maybe' } as const;
  calls.shorten.mockImplementationOnce((request) => Promise.resolve(failedFor(request, failure)));
  fireEvent.click(rowButton('Birds', text('tryAgain')));
  expect(dialog(text('historyRetry')).textContent).toContain(text('failureSecondLink'));
  submit('tryAgain');
  const sentence = failureSentence(failure, 'popup');
  await waitFor(() =>
    expect(within(dialog(text('historyRetry'))).getByRole('alert').textContent).toBe(sentence),
  );

  calls.shorten.mockImplementationOnce(created);
  submit('tryAgain');
  await status(text('historyCreatedCopied', 'https://s.example/new'));
  expect(calls.shorten).toHaveBeenCalledTimes(2);
});

it('offers a custom date, and refuses one that is missing or over', async () => {
  const { calls } = await openList([birds]);
  calls.shorten.mockImplementation(created);
  fireEvent.click(await rowItem('Birds', text('newLink')));
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: text('validityLabel') });
  fireEvent.change(select, { target: { value: 'custom' } });
  const field = screen.getByLabelText<HTMLInputElement>(text('expiresAtLabel'));
  expect(new Date(field.value).getTime() - Date.now()).toBeGreaterThan((week - 120) * 1000);
  fireEvent.input(field, { target: { value: '2001-02-03T04:05' } });
  submit();
  const problem = () => within(screen.getByRole('dialog')).getByRole('alert').textContent;
  await waitFor(() => expect(problem()).toBe(text('failure_expiry_past')));
  expect(document.activeElement).toBe(field);
  fireEvent.input(field, { target: { value: '2099-02-03T04:05' } });
  await waitFor(() => expect(problem()).toBe(''));
  submit();
  const expiresAt = new Date('2099-02-03T04:05').getTime() / 1000;
  expect(calls.shorten).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ validity: { kind: 'until', expiresAt } }),
  );
});

const failure = { reason: 'timeout', hadEffect: 'maybe', service: 'https://s.example/v3' } as const;
it.each([
  ['status', created],
  ['alert', (request: ShortenRequest) => Promise.resolve(failedFor(request, failure))],
] as const)(
  'says in a notice (%s) what became of a request after Cancel, and copies nothing',
  async (role, answer) => {
    const { calls } = await openList([birds]);
    const pending = Promise.withResolvers<Attempt>();
    calls.shorten.mockReturnValue(pending.promise);
    fireEvent.click(await rowItem('Birds', text('newLink')));
    submit();
    await screen.findByRole('button', { name: text('shortening') });
    fireEvent.click(screen.getByRole('button', { name: text('historyCancel') }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [request] = calls.shorten.mock.lastCall ?? [];
    const { id, shortLink } = request ? await answer(request) : birds;
    pending.resolve(await answer(request ?? { ...birds, private: false }));
    const words = shortLink ? text('historyCreated', shortLink) : failureSentence(failure, 'popup');
    await waitFor(() =>
      expect(screen.getAllByRole(role).map(({ textContent }) => textContent)).toContain(words),
    );
    await waitFor(() => expect(calls.acknowledge).toHaveBeenCalledWith({ id, private: false }));
    await expect(calls.copy.mock.results[0]?.value).resolves.toBe(false);
  },
);

it('opens at once for the link that the address of the page names, and sends nothing', async () => {
  const { calls } = await openList([birds, attempt()], { hash: `recreate=${birds.id}` });
  const opened = await screen.findByRole('dialog', { name: text('newLink') });
  expect(opened.textContent).toContain(birds.link);
  fireEvent.click(screen.getByRole('button', { name: text('historyCancel') }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls.shorten).not.toHaveBeenCalled();
});

it.each(['2f1c0e9a-0000-4000-8000-000000000000', '', '<img src=x>'])(
  'stays closed for a link that the history does not contain: "%s"',
  async (recreate) => {
    await openList([birds], { hash: `recreate=${encodeURIComponent(recreate)}` });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('alert').textContent).toBe('');
  },
);

describe('several attempts without a link, tried again', () => {
  const now = Date.now();
  const uncertain = ['One', 'Two', 'Three'].map((title, at) =>
    unknownAttempt({ title, link: `https://a.example/${title}`, createdAt: now - at }),
  );
  const start = async (): Promise<void> => {
    for (const box of screen.getAllByRole('checkbox')) fireEvent.click(box);
    const bar = screen.getByRole('toolbar', { name: text('historySelection') });
    fireEvent.click(within(bar).getByRole('button', { name: text('tryAgain') }));
    const opened = await screen.findByRole('dialog');
    fireEvent.change(within(opened).getByRole('combobox'), { target: { value: 'day' } });
    fireEvent.click(within(opened).getByRole('button', { name: text('tryAgain') }));
  };

  it('are sent with one validity, show their progress, and end with what became of them', async () => {
    const { calls } = await openList([...uncertain, birds]);
    const pending: (() => void)[] = [];
    calls.shorten.mockImplementation(async (request) => {
      await new Promise<void>((resolve) => pending.push(resolve));
      if (!request.link.endsWith('Two')) return created(request);
      return failedFor(request, failure);
    });
    await start();
    const progress = await screen.findByRole<HTMLProgressElement>('progressbar');
    await jobOf('Shortening 0 of 3 links');
    await waitFor(() => expect(pending).toHaveLength(3));
    pending[0]?.();
    await waitFor(() => expect(progress.value).toBe(1));
    for (const resolve of pending) resolve();
    await jobOf(`${plural('batchCreated', 2)}, ${plural('batchUnknown', 1)}`);
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(screen.queryByRole('toolbar')).toBeNull();
    const sent = calls.shorten.mock.calls.map(([request]) => request);
    const day = { kind: 'duration', seconds: 86_400 };
    expect(sent.map(({ link, validity, another }) => [link, validity, another])).toEqual(
      uncertain.map(({ link }) => [link, day, true]),
    );
  });

  it('are one request for each link, without those that have a link by now or came from a file', async () => {
    const to = (name: string, createdAt: number) => ({ link: `https://a.example/${name}`, createdAt });
    const failed = { state: 'failed' as const, failure: { reason: 'timeout', hadEffect: 'no' } as const };
    const { calls } = await openList([
      unknownAttempt(to('A', 1)),
      unknownAttempt(to('A', 2)),
      attempt(to('A', 3)),
      unknownAttempt({ ...to('B', 3), account: undefined }),
      attempt(to('C', 1)),
      unknownAttempt(to('C', 2)),
      unknownAttempt({ ...to('C', 3), title: 'Newest' }),
      unknownAttempt({ ...to('D', 4), ...failed }),
      attempt({ ...to('D', 5), account: undefined }),
    ]);
    calls.shorten.mockImplementation(created);
    await start();
    await status(plural('batchCreated', 2));
    const sent = calls.shorten.mock.calls.map(([{ link, title, another }]) => [link, title, another]);
    expect(sent).toEqual([
      ['https://a.example/D', 'Birds', false],
      ['https://a.example/C', 'Newest', true],
    ]);
  });
});

it('tries failed attempts again without a warning, unknown ones with it, and says what stopped the run', async () => {
  const failed = { ...unknownAttempt({ title: 'Failed' }), state: 'failed' as const };
  const { calls } = await openList([failed, unknownAttempt({ title: 'Unclear' }), birds]);
  const stop = { reason: 'not-connected', hadEffect: 'no' } as const;
  calls.shorten.mockImplementation((request) => Promise.resolve(failedFor(request, stop)));
  const tryAgain = async () => {
    const bar = screen.getByRole('toolbar', { name: text('historySelection') });
    fireEvent.click(within(bar).getByRole('button', { name: text('tryAgain') }));
    return screen.findByRole('dialog');
  };
  fireEvent.click(screen.getByRole('checkbox', { name: 'Unclear' }));
  const warned = await tryAgain();
  expect(warned.textContent).toContain(text('historyRetryUnknown'));
  fireEvent.click(within(warned).getByRole('button', { name: text('historyCancel') }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(screen.getByRole('checkbox', { name: 'Unclear' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Failed' }));
  const opened = await tryAgain();
  expect(opened.textContent).not.toContain(text('historyRetryUnknown'));
  fireEvent.click(within(opened).getByRole('button', { name: text('tryAgain') }));
  await waitFor(() =>
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContain(
      failureSentence(stop, 'popup'),
    ),
  );
  expect(calls.shorten).toHaveBeenCalledOnce();
});

it('offers to try again only where a selected attempt gave no link', async () => {
  await openList([birds]);
  fireEvent.click(screen.getByRole('checkbox'));
  expect(screen.queryByRole('button', { name: text('tryAgain') })).toBeNull();
});

it('edits the note of a link, and keeps what was typed if it is too long', async () => {
  const { calls } = await openList([attempt({ note: 'For Mira' })]);
  expect(screen.getByText('For Mira')).toBeDefined();
  fireEvent.click(await rowItem('Birds', text('noteEdit')));
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: text('noteLabel') });
  expect([field.value, document.activeElement]).toEqual(['For Mira', field]);
  const save = (value: string): void => {
    fireEvent.input(field, { target: { value } });
    fireEvent.click(screen.getByRole('button', { name: text('noteSave') }));
  };
  save('a'.repeat(501));
  expect(await screen.findByText(text('noteTooLong'))).toBeDefined();
  expect(field.value).toHaveLength(501);
  expect(calls.setNote).not.toHaveBeenCalled();
  save('For Tom');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls.setNote).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ note: 'For Tom' }));
});
