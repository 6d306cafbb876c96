import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { expect, it, type Mock, vi } from 'vitest';
import type { Attempt } from '../../lib/history/types.ts';
import { largestFile } from '../../lib/history/files.ts';
import { text } from '../../lib/i18n/texts.ts';
import {
  alert,
  attempt,
  openList,
  openPage,
  pageItem,
  status,
  titles,
  unknownAttempt,
} from '../testing/history-page.tsx';

const links = [
  attempt({ title: 'Möwen', createdAt: 3000 }),
  attempt({ title: 'Ships', createdAt: 2000 }),
  unknownAttempt({ title: 'Unknown', createdAt: 1000 }),
];
const byId = (all: readonly { id: string }[]) => all.toSorted((one, other) => (one.id < other.id ? -1 : 1));

const importFile = (file: File): void => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input) fireEvent.change(input, { target: { files: [file] } });
};
const jsonFile = (content: string): File => new File([content], 'history.json');

/** Exports with the button of this name; resolves with the name and the content of the file. */
const exported = async (
  name: string,
  save: Mock<(name: string, content: Blob) => void>,
): Promise<[string, string]> => {
  fireEvent.click(await pageItem(name));
  await waitFor(() => expect(save).toHaveBeenCalledOnce());
  const [file = '', content] = save.mock.lastCall ?? [];
  return [file, (await content?.text()) ?? ''];
};

/** The entry without its account. */
const withoutAccount = (entry: Attempt): Attempt => {
  const { account: _, ...rest } = entry;
  return rest;
};

it('exports the newest first, and imports what it exported, marked as imported', async () => {
  const { calls, elsewhere } = await openList(links);
  const [name, content] = await exported(text('historyExportJson'), calls.saveFile);
  expect(name).toMatch(/^waylark-history-\d{4}-\d\d-\d\d\.json$/);
  await status(text('historyExported', name));
  const file = JSON.parse(content) as { links: unknown[] };
  expect(file).toEqual({ waylark: 'history', version: 1, links: links.map(withoutAccount) });

  fireEvent.click(await pageItem(text('historyClear')));
  fireEvent.click(screen.getByRole('button', { name: text('historyClearYes') }));
  await screen.findByText(text('historyEmptyTitle'));
  importFile(jsonFile(content));
  await status(text('historyImportNew', '3'));
  expect(titles()).toEqual(['Möwen', 'Ships', 'Unknown']);
  expect(byId(await elsewhere.all())).toEqual(byId(links.map(withoutAccount)));
  expect(screen.getAllByText(text('historyImported'))).toHaveLength(3);
  importFile(jsonFile(content));
  await status(`${text('historyImportNew', '0')} ${text('historyImportExisting', '3')}`);
});

it('exports as CSV for spreadsheets', async () => {
  const { calls } = await openList(links);
  const [name, content] = await exported(text('historyExportCsv'), calls.saveFile);
  expect(name).toMatch(/\.csv$/);
  expect(content).toContain('\r\n"Möwen","https://a.example/birds","https://s.example/aB3",');
});

const foreign = '{"waylark":"history","version":1,"links":[{"link":"javascript:alert(1)"}]}';
it.each([
  ['{"waylark":"history","version":1,"links":[{"id":', text('historyImportNotJson')],
  ['{"log":[]}', text('historyImportForeign')],
  ['{"waylark":"history","version":2,"links":[]}', text('historyImportNewer')],
  [foreign, `${text('historyImportNew', '0')} ${text('historyImportInvalid', '1')}`],
])('changes nothing for a wrong file, and says in an alert what is wrong: %s', async (content, sentence) => {
  const { elsewhere } = await openList(links);
  importFile(jsonFile(content));
  await alert(sentence);
  expect(byId(await elsewhere.all())).toEqual(byId(links));
});

it('does not read a file that is too large, and says so of one that cannot be read', async () => {
  await openPage([]);
  await screen.findByText(text('historyEmptyTitle'));
  const [huge, unreadable] = [jsonFile(''), jsonFile('')];
  Object.defineProperty(huge, 'size', { value: largestFile + 1 });
  const read = vi.spyOn(huge, 'text');
  importFile(huge);
  await alert(text('historyImportTooLarge'));
  expect(read).not.toHaveBeenCalled();
  vi.spyOn(unreadable, 'text').mockRejectedValue(new Error('It was removed.'));
  importFile(unreadable);
  await alert(text('historyImportUnreadable'));
});

it.each([
  ['full-disk', 'historyImportFull'],
  ['other', 'historyImportStopped'],
] as const)('says why an import stopped: %s', async (stoppedBy, sentence) => {
  const { history } = await openList(links);
  const summary = { imported: 2, existing: 0, invalid: 0, stoppedBy };
  vi.spyOn(history, 'importEntries').mockResolvedValue(summary);
  importFile(jsonFile('{"waylark":"history","version":1,"links":[]}'));
  await alert(`${text('historyImportNew', '2')} ${text(sentence)}`);
});

it('says that an import failed for no known reason, or that the history cannot be read', async () => {
  const { calls, history } = await openList(links);
  vi.spyOn(history, 'importEntries').mockRejectedValue(new Error('The browser failed'));
  importFile(jsonFile('{"waylark":"history","version":1,"links":[]}'));
  await alert(text('historyImportStopped'));
  vi.spyOn(history, 'all').mockRejectedValue(new Error('The disk is broken'));
  fireEvent.click(await pageItem(text('historyExportCsv')));
  await alert(text('historyUnreadable'));
  expect(calls.saveFile).not.toHaveBeenCalled();
});
